import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MAX_SMALL_FILE_BYTES, readSmallJson } from '../../src/transcript/small-json.ts';

test('readSmallJson() reads a regular file of a sane size, and nothing else', { timeout: 60_000 }, (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-small-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('good'), '{"a":1}');
  symlinkSync('good', at('link'));
  assert.deepEqual([readSmallJson(at('good')), readSmallJson(at('link'))], [{ a: 1 }, { a: 1 }]);
  writeFileSync(at('bad'), '{"a":');
  mkdirSync(at('folder'));
  writeFileSync(at('giant'), '1');
  truncateSync(at('giant'), MAX_SMALL_FILE_BYTES + 1);
  if (process.platform !== 'win32') spawnSync('mkfifo', [at('pipe')]);
  for (const name of ['none', 'bad', 'folder', 'giant', 'pipe']) assert.equal(readSmallJson(at(name)), undefined, name);
});
