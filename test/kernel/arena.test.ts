/**
 * The arena where a process may have no WebAssembly.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeArena } from '../../src/kernel/arena.ts';
import { essence, makeBox, PROJECT } from '../demands/box.ts';

test('a search finds the same without WebAssembly', (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/one.jsonl`, [history.prompt('where does the phoenix nest?'), history.answer('the phoenix nests in the archive')]);
  history.write(`${PROJECT}/two.jsonl`, [history.prompt('feed the phoenix'), history.answer('fed, with phoenixFood')]);
  box.run(['index']);
  const flags = ['--all'];
  const usual = essence(box.search('phoenix archive', flags));
  assert.deepEqual(essence(box.search('phoenix archive', flags, { nodeArguments: ['--jitless'] })), usual);
  assert.deepEqual(box.found('phoenix archive', [], { nodeArguments: ['--jitless'] }), ['one', 'two']);
});

test('takeArena() gives zeros again, and release() takes back what was given last', () => {
  const first = takeArena();
  first.reserve(1 << 17);
  first.words(1000).fill(7);
  const again = takeArena();
  assert.deepEqual(again.words(1000).every((word) => word === 0), true);
  const mark = again.mark();
  const scratch = again.bytes(3);
  again.release(mark);
  assert.equal(again.bytes(3).byteOffset, scratch.byteOffset);
  assert.throws(() => again.bytes(1 << 30), /arena: \d+ bytes, of which/);
});
