import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gate } from '../../src/search/gate.ts';

/** Scores by which nothing is a known item, but those of these places. */
function relevant(scores: readonly number[], reachable: number, ...known: readonly number[]): number[] {
  return [...gate(Float64Array.from(scores), reachable, Uint8Array.from(scores, (_, place) => (known.includes(place) ? 1 : 0)))];
}

test('gate() keeps what is near the best, if the best is a fair share of what could be reached', () => {
  assert.deepEqual(relevant([7, 10, 6.9, 1], 20), [1, 1, 0, 0]);
});

test('gate() keeps nothing when even the best is a small share', () => {
  assert.deepEqual(relevant([10, 9], 28.6), [0, 0]);
  assert.deepEqual(relevant([10, 9], 28.5), [1, 1]);
});

test('gate() keeps known items whatever their score', () => {
  assert.deepEqual(relevant([10, 1], 1000, 1), [0, 1]);
  assert.deepEqual(relevant([], 1), []);
});
