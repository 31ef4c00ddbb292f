import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gate } from '../../src/search/gate.ts';

const never = (): boolean => false;

test('gate() keeps what is near the best and a fair share of what could be reached', () => {
  assert.deepEqual(gate([10, 7, 6.9, 1], 20, never), [true, true, false, false]);
});

test('gate() keeps nothing when even the best is a small share', () => {
  assert.deepEqual(gate([10, 9], 41, never), [false, false]);
  assert.deepEqual(gate([10, 9], 40, never), [true, false]);
});

test('gate() keeps known items whatever their score', () => {
  assert.deepEqual(gate([10, 1], 1000, (index) => index === 1), [false, true]);
  assert.deepEqual(gate([], 1, never), []);
});
