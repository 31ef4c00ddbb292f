import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadCache } from '../../src/index/read-cache.ts';

test('ReadCache never keeps more than its budget, and keeps what is used again', () => {
  const cache = new ReadCache(1000);
  const owner = cache.newOwner();
  const keptBytes = (count: number): number => {
    let sum = 0;
    for (let place = 0; place < count; place++) sum += cache.get(owner, place) === undefined ? 0 : 100;
    return sum;
  };
  for (let place = 0; place < 200; place++) {
    cache.keep(owner, place, Buffer.alloc(100));
    assert.notEqual(cache.get(owner, 0), undefined, `the first, after ${place} others`);
  }
  assert.ok(keptBytes(200) <= 1000);
});

test('ReadCache keeps the places of different owners apart', () => {
  const cache = new ReadCache(1000);
  const [a, b] = [cache.newOwner(), cache.newOwner()];
  cache.keep(a, 7, Buffer.from('of a'));
  assert.deepEqual([cache.get(a, 7)?.toString(), cache.get(b, 7), cache.get(a, 8)], ['of a', undefined, undefined]);
  cache.keep(b, 7, Buffer.from('of b'));
  assert.deepEqual([cache.get(a, 7)?.toString(), cache.get(b, 7)?.toString()], ['of a', 'of b']);
});
