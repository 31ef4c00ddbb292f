import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf } from '../../src/transcript/slug.ts';

const CASES: readonly [string, string][] = [
  ['/home/dev/a.b_c', '-home-dev-a-b-c'],
  ['/x/Größe', '-x-Gr--e'],
  ['/x/🚀', '-x---'],
  ['C:\\Users\\me\\my app', 'C--Users-me-my-app'],
  ['/home/dev/my_app', '-home-dev-my-app'],
  ['', ''],
];

for (const [cwd, slug] of CASES) {
  test(`slugOf() makes ${JSON.stringify(slug)} of ${JSON.stringify(cwd)}`, () => assert.equal(slugOf(cwd), slug));
}

test('slugOf() cuts a long path and adds a hash of the whole (demand 72)', () => {
  const long = `/home/dev/${'deep-folder/'.repeat(20)}end`;
  const slug = slugOf(long);
  assert.equal(slug.slice(0, 201), `${long.replace(/[^a-z]/g, '-').slice(0, 200)}-`);
  assert.match(slug.slice(201), /^[0-9a-z]{1,7}$/);
  assert.notEqual(slugOf(`${long}2`), slug);
});
