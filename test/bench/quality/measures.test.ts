/**
 * What the measures of quality say of places, and when two runs differ.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns, interval, valuesOf, type MeasureName, type Outcome } from '../../../bench/quality/measures.ts';

const CASES: readonly { outcome: Outcome; values: Readonly<Record<MeasureName, number>> }[] = [
  { outcome: { places: [1], rightCount: 1 }, values: { 'P@1': 1, 'R@5': 1, 'R@10': 1, MRR: 1, 'nDCG@10': 1, 'found@10': 1, 'hit@5': 1 } },
  { outcome: { places: [3, 7], rightCount: 4 }, values: { 'P@1': 0, 'R@5': 0.25, 'R@10': 0.5, MRR: 0.333, 'nDCG@10': 0.325, 'found@10': 1, 'hit@5': 1 } },
  { outcome: { places: [11], rightCount: 1 }, values: { 'P@1': 0, 'R@5': 0, 'R@10': 0, MRR: 0, 'nDCG@10': 0, 'found@10': 0, 'hit@5': 0 } },
  { outcome: { places: [], rightCount: 1 }, values: { 'P@1': 0, 'R@5': 0, 'R@10': 0, MRR: 0, 'nDCG@10': 0, 'found@10': 0, 'hit@5': 0 } },
  { outcome: { places: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], rightCount: 20 }, values: { 'P@1': 1, 'R@5': 1, 'R@10': 1, MRR: 1, 'nDCG@10': 1, 'found@10': 1, 'hit@5': 1 } },
];

for (const { outcome, values } of CASES) {
  test(`valuesOf() of places ${outcome.places.join(', ') || 'none'} of ${outcome.rightCount}`, () => {
    for (const [name, value] of Object.entries(values)) assert.equal(Math.round(1000 * valuesOf(name as MeasureName, [outcome], 10)[0]) / 1000, value, name);
  });
}

test('valuesOf() counts places beyond ten in MRR alone, where the set says so', () => {
  const outcome = { places: [16], rightCount: 1 };
  assert.deepEqual(valuesOf('MRR', [outcome], 20), [1 / 16]);
  assert.deepEqual(valuesOf('found@10', [outcome], 20), [0]);
});

test('interval() contains the mean, and narrows with more queries', () => {
  const few = Array.from({ length: 20 }, (_, index) => index % 2);
  const many = Array.from({ length: 2000 }, (_, index) => index % 2);
  const [low, high] = interval(few);
  const [narrowLow, narrowHigh] = interval(many);
  assert.ok(low < 0.5 && high > 0.5 && high - low > 0.3, `${low} to ${high}`);
  assert.ok(narrowLow < 0.5 && narrowHigh > 0.5 && narrowHigh - narrowLow < 0.05, `${narrowLow} to ${narrowHigh}`);
});

test('compareRuns() calls two runs different only when chance cannot explain it', () => {
  const before = Array.from({ length: 100 }, (_, index) => (index % 3) / 2);
  assert.equal(compareRuns(before, before), 0);
  assert.equal(compareRuns(before.map((value) => value + 0.1), before), 1);
  assert.equal(compareRuns(before.map((value) => value - 0.1), before), -1);
  assert.equal(compareRuns(before.map((value, index) => value + (index % 2 === 0 ? 0.2 : -0.2)), before), 0);
});
