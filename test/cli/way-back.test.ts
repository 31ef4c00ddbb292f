import { test } from 'node:test';
import assert from 'node:assert/strict';
import { wayBack } from '../../src/cli/way-back.ts';

const ID = '11111111-2222-4333-8444-555555555555';

const CASES: readonly (readonly [session: string, dir: string, line: string])[] = [
  [ID, '/home/dev/shop', `cd /home/dev/shop && claude --resume ${ID}`],
  [ID, "/tmp/x'; touch pwned; '", `cd '/tmp/x'\\''; touch pwned; '\\''' && claude --resume ${ID}`],
  [ID, 'C:\\dev\\shop', `cd 'C:\\dev\\shop' && claude --resume ${ID}`],
  // Not a folder that one could go to from anywhere.
  [ID, '', `claude --resume ${ID}`],
  [ID, '-rf', `claude --resume ${ID}`],
  // Something in the name cannot be shown: the line would be another one.
  [ID, '/tmp/a\u202eb', `ccfind resume ${ID}`],
  [ID, '/tmp/a\nb', `ccfind resume ${ID}`],
  [ID, '/tmp/end\u001b', `ccfind resume ${ID}`],
  // A file's name that is no id.
  ['a; touch pwned', '/home/dev/shop', ''],
  ['-rf', '/home/dev/shop', ''],
  ['a\u202eb', '/home/dev/shop', ''],
];

for (const [session, dir, line] of CASES) {
  test(`wayBack() for ${visible(session)} in ${visible(dir)}`, () => {
    assert.equal(wayBack(session, dir), line);
  });
}

/** For the name of a test. */
function visible(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}
