/**
 * How well a ranking answers: measures of one query from the places of its right sessions, means, and how sure they are.
 *
 * An interval is the middle 95 % of means over samples of the queries, drawn with replacement (bootstrap, 1,000 samples); two runs are
 * compared by their differences query by query in the same way, and differ where that interval excludes 0. Seeded.
 */
import { createDraw } from './sample.ts';

/** What one query came to. */
export interface Outcome {
  /** Places of right sessions in the answer, from 1, ascending; none beyond the depth that was asked for. */
  readonly places: readonly number[];
  /** How many sessions are right. */
  readonly rightCount: number;
}

export type MeasureName = 'P@1' | 'R@5' | 'R@10' | 'MRR' | 'nDCG@10' | 'found@10' | 'hit@5';

/** Of one query, in [0, 1]. depth: places that count for MRR. */
const MEASURES: Readonly<Record<MeasureName, (outcome: Outcome, depth: number) => number>> = {
  'P@1': ({ places }) => Number(places[0] === 1),
  'R@5': (outcome) => recall(outcome, 5),
  'R@10': (outcome) => recall(outcome, 10),
  MRR: ({ places }, depth) => (places.length > 0 && places[0] <= depth ? 1 / places[0] : 0),
  'nDCG@10': ({ places, rightCount }) => gain(places.filter((place) => place <= 10)) / gain(Array.from({ length: Math.min(rightCount, 10) }, (_, index) => index + 1)),
  'found@10': ({ places }) => Number(places[0] <= 10),
  'hit@5': ({ places }) => Number(places[0] <= 5),
};

export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** Right ones among the first, of as many as could be there. */
function recall({ places, rightCount }: Outcome, count: number): number {
  return places.filter((place) => place <= count).length / Math.min(rightCount, count);
}

function gain(places: readonly number[]): number {
  return places.reduce((sum, place) => sum + 1 / Math.log2(place + 1), 0);
}

export function valuesOf(name: MeasureName, outcomes: readonly Outcome[], depth: number): number[] {
  return outcomes.map((outcome) => MEASURES[name](outcome, depth));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

const SAMPLES = 1000;
const SEED = 42;

/** The middle 95 % of the mean. */
export function interval(values: readonly number[]): readonly [number, number] {
  const draw = createDraw(SEED);
  const means = Array.from({ length: SAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(draw() * values.length)];
    return sum / values.length;
  });
  means.sort((a, b) => a - b);
  return [means[Math.floor(0.025 * SAMPLES)], means[Math.ceil(0.975 * SAMPLES) - 1]];
}

/** 1 where `now` is better than `before` beyond chance, -1 where it is worse, else 0. Both by the same queries. */
export function compareRuns(now: readonly number[], before: readonly number[]): -1 | 0 | 1 {
  const [low, high] = interval(now.map((value, index) => value - before[index]));
  return low > 0 ? 1 : high < 0 ? -1 : 0;
}
