import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeKeys } from '../../src/index/merge-keys.ts';
import type { MappedKeys } from '../../src/index/merge-keys.ts';

function table(map: readonly number[], ...keys: readonly [number, number, number][]): MappedKeys {
  const column = (index: 0 | 1 | 2): Uint32Array => Uint32Array.from(keys, (key) => key[index]);
  return { count: keys.length, hi: column(0), lo: column(1), chunk: column(2), map: Int32Array.from(map) };
}

function keysOf(inputs: readonly MappedKeys[]): number[][] {
  const { count, hi, lo, value } = mergeKeys(inputs);
  assert.deepEqual([hi.length, lo.length, value.length], [count, count, count]);
  return Array.from(hi, (_, i) => [hi[i], lo[i], value[i]]);
}

test('mergeKeys() sorts by both halves, equal keys by their input', () => {
  const inputs = [table([10, 11], [1, 9, 1], [5, 0, 0], [5, 3, 1]), table([]), table([20, 21, 22], [0, 0xffffffff, 2], [5, 0, 1], [5, 2, 0], [0xffffffff, 0, 0])];
  assert.deepEqual(keysOf(inputs), [[0, 0xffffffff, 22], [1, 9, 11], [5, 0, 10], [5, 0, 21], [5, 2, 20], [5, 3, 11], [0xffffffff, 0, 20]]);
});

test('mergeKeys() leaves out keys that lead nowhere', () => {
  assert.deepEqual(keysOf([table([-1, 4], [1, 1, 0], [2, 2, 1], [3, 3, 7]), table([-1], [2, 2, 0])]), [[2, 2, 4]]);
  assert.deepEqual(keysOf([]), []);
});
