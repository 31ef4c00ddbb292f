import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldWeights } from '../../src/search/score.ts';

test('fieldWeights() gives no weight to fields that do not count', () => {
  assert.deepEqual([...fieldWeights(-1, null)], [350, 300, 150, 100, 70, 50, 40]);
  assert.deepEqual([...fieldWeights(2, null)], [0, 0, 150, 0, 0, 0, 0]);
  assert.deepEqual([...fieldWeights(-1, Uint8Array.of(1, 0, 0, 0, 0, 0, 1))], [350, 0, 0, 0, 0, 0, 40]);
});
