import { test } from 'node:test';
import assert from 'node:assert/strict';
import { areOf, counted, countedOf, duration, elapsed, formatBytes } from '../src/sizes.ts';

test('formatBytes() takes the unit that fits', () => {
  const sizes: readonly (readonly [bytes: number, shown: string])[] = [[0, '0 B'], [999, '999 B'], [4200, '4 KB'], [1_071_513, '1.1 MB'], [314_000_000, '314 MB']];
  for (const [bytes, shown] of sizes) assert.equal(formatBytes(bytes), shown);
});

test('counted() tells one from many', () => {
  assert.deepEqual([counted(0, 'turn'), counted(1, 'turn'), counted(2, 'turn')], ['0 turns', '1 turn', '2 turns']);
});

test('elapsed() is as exact as a person needs', () => {
  assert.deepEqual([elapsed(12.4), elapsed(1540), elapsed(41_200), elapsed(125_000)], ['12 ms', '1.5 s', '42 s', '2 min 5 s']);
});

test('duration() rounds up to seconds', () => {
  assert.deepEqual([duration(0), duration(2001), duration(60_000), duration(125_000)], ['1 s', '3 s', '1 min', '2 min 5 s']);
});

test('countedOf() and areOf() agree with the number that they belong to', () => {
  assert.deepEqual([countedOf(0, 1, 'text'), countedOf(1, 1, 'text'), countedOf(1, 2, 'text')], ['0 of 1 text', '1 of 1 text', '1 of 2 texts']);
  assert.deepEqual([areOf(0), areOf(1), areOf(2)], ['are', 'is', 'are']);
});
