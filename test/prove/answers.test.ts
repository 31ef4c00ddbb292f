import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf } from './answers.ts';

const HIT = { session: 's1', score: 2, hit: 's1:3:7', copies: ['s2'] };

test('differenceOf() accepts scores that differ by rounding, and hit keys that differ in their last part', () => {
  assert.equal(differenceOf({ total: 1, hits: [{ ...HIT, score: 2.000000000000001, hit: 's1:3:9' }] }, { total: 1, hits: [HIT] }), null);
});

test('differenceOf() names the first place that differs', () => {
  const cases: [object, string][] = [
    [{ score: 2.0001 }, '.hits.0.score: 2.0001, expected 2'],
    [{ hit: 's1:4:7' }, '.hits.0.hit : "s1:4", expected "s1:3"'],
    [{ copies: [] }, '.hits.0.copies.0: undefined, expected "s2"'],
    [{ copies: ['s2', 's3'] }, '.hits.0.copies.1: "s3", expected undefined'],
    [{ session: 's2' }, '.hits.0.session: "s2", expected "s1"'],
  ];
  for (const [change, expected] of cases) assert.equal(differenceOf({ hits: [{ ...HIT, ...change }] }, { hits: [HIT] }), expected);
});
