/**
 * A stored run gives back the places it was made of, to whoever asked the same.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, outcomesOf, storedSet } from '../../../bench/quality/run-file.ts';

const QUERIES = [{ id: 'a', text: 'one' }, { id: 'b', text: 'two' }, { id: 'c', text: 'three' }];
const OUTCOMES = [{ places: [1], rightCount: 1 }, { places: [], rightCount: 1 }, { places: [2, 5], rightCount: 3 }];

test('storedSet() writes places, and the number of right sessions where it is not one', () => {
  assert.equal(storedSet('h', OUTCOMES).places, '1;;2,5/3');
});

test('outcomesOf() reads back what storedSet() wrote', () => {
  const hash = hashOf(QUERIES);
  assert.deepEqual(outcomesOf({ sets: { AW: storedSet(hash, OUTCOMES) } }, 'AW', hash), OUTCOMES);
});

test('outcomesOf() gives nothing for other queries, or a set that did not run', () => {
  const run = { sets: { AW: storedSet(hashOf(QUERIES), OUTCOMES) } };
  assert.equal(outcomesOf(run, 'AW', hashOf(QUERIES.slice(1))), null);
  assert.equal(outcomesOf(run, 'AC', hashOf(QUERIES)), null);
});
