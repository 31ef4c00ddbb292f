/**
 * The inner loops of scoring: postings to values per chunk, values to scores per chunk, turn and session.
 *
 * In a cold process these loops start interpreted, so they are small top-level functions over typed
 * arrays that touch little per posting: no closure, nothing allocated, and what a turn or session gains is
 * noted once a span. A chunk has one field, so the weighted frequency is the frequency times the weight of
 * the chunk's field (Robertson and Zaragoza 2009, section 3.6: weights before saturation). A word is a group
 * of members (terms that stand for it) with a tier:
 *
 *   F(m)  = weight x frequency of all members of tier >= m
 *   value = max over m of m x F(m) / (F(m) + k1 (1 - b + b L / average L))
 *
 * Members come in falling order of tier; within a tier F only grows, so the maximum may be taken posting
 * by posting.
 */
import { FIELDS } from '../schema.ts';
import type { Postings, SegmentReader } from '../index/reader-types.ts';
import { RANKING } from './constants.ts';
import type { Spans } from './scope.ts';

export const MARK = {
  /** The word as typed stands in the chunk. */
  exact: 1,
  /** A member of tier >= RANKING.tierStrong stands there. */
  strong: 2,
} as const;

/** Weights by field id; 0 for fields that do not count. field: the only one, or -1; mask: 1 by wanted field, or null. */
export function fieldWeights(field: number, mask: Uint8Array | null): Float64Array {
  return Float64Array.from(FIELDS, ({ id, weight }) => ((field >= 0 && id !== field) || (mask !== null && mask[id] === 0) ? 0 : weight));
}

/** Length normalisation: k1 (1 - b + b L / average L) = base + slope x L. */
export interface Norm {
  readonly base: number;
  readonly slope: number;
}

/** averageLength: tokens a chunk; 0 counts as 1. */
export function lengthNorm(averageLength: number): Norm {
  return { base: RANKING.k1 * (1 - RANKING.b), slope: (RANKING.k1 * RANKING.b) / (averageLength || 1) };
}

/** What a group leaves in each unit (session) and turn while it is scored; all zero between groups. */
export interface GroupSums {
  /** Best chunk of the turn for this group, touched turns. */
  turnBest: Float64Array;
  touchedTurns: Uint32Array;
  touchedTurnCount: number;
  unitBest: Float64Array;
  /** Chunks with a strong member. */
  unitCount: Float64Array;
  unitMark: Uint8Array;
  touchedUnits: Uint32Array;
  touchedUnitCount: number;
}

export function createGroupSums(unitCount: number, turnCount: number): GroupSums {
  return {
    turnBest: new Float64Array(turnCount),
    touchedTurns: new Uint32Array(turnCount),
    touchedTurnCount: 0,
    unitBest: new Float64Array(unitCount),
    unitCount: new Float64Array(unitCount),
    unitMark: new Uint8Array(unitCount),
    touchedUnits: new Uint32Array(unitCount),
    touchedUnitCount: 0,
  };
}

/** Notes what a group gained in one span: its best chunk, the number of chunks with strong members, its marks. */
function noteSpan(sums: GroupSums, turn: number, unit: number, best: number, strongCount: number, mark: number): void {
  if (best > sums.turnBest[turn]) {
    if (sums.turnBest[turn] === 0) sums.touchedTurns[sums.touchedTurnCount++] = turn;
    sums.turnBest[turn] = best;
  }
  if (best > sums.unitBest[unit]) {
    if (sums.unitBest[unit] === 0) sums.touchedUnits[sums.touchedUnitCount++] = unit;
    sums.unitBest[unit] = best;
  }
  sums.unitCount[unit] += strongCount;
  sums.unitMark[unit] |= mark;
}

/**
 * Scores the postings of a group's only member in a segment.
 *
 * weights: by field, 0 where not wanted. scale: group weight x tier. Adds to the score of each chunk; keeps the best score
 * of each span in spans.best, and the group's gains in sums.
 */
export function scorePostings(
  postings: Postings, segment: SegmentReader, weights: Float64Array, scale: number, mark: number, norm: Norm, spans: Spans, score: Float64Array, sums: GroupSums,
): void {
  const { chunks, frequencies, count } = postings;
  const { fields, lengths } = segment;
  const { base, slope } = norm;
  const { first, unit: units, turn: turns, best: spanBest } = spans;
  const isStrong = (mark & MARK.strong) !== 0;
  let span = 0;
  let next = first[1];
  let isWanted = spans.count > 0 && units[0] >= 0;
  let top = spanBest[0];
  let best = 0;
  let held = 0;
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i];
    if (chunk >= next) {
      if (held > 0) {
        spanBest[span] = top;
        noteSpan(sums, turns[span], units[span], best, isStrong ? held : 0, mark);
      }
      span = rangeOf(first, span + 1, spans.count, chunk);
      next = first[span + 1];
      isWanted = units[span] >= 0;
      top = spanBest[span];
      best = 0;
      held = 0;
    }
    if (!isWanted) continue;
    const weighted = weights[fields[chunk]] * frequencies[i];
    if (weighted === 0) continue;
    const gain = (scale * weighted) / (weighted + base + slope * lengths[chunk]);
    const sum = score[chunk] + gain;
    score[chunk] = sum;
    if (sum > top) top = sum;
    if (gain > best) best = gain;
    held++;
  }
  if (held === 0) return;
  spanBest[span] = top;
  noteSpan(sums, turns[span], units[span], best, isStrong ? held : 0, mark);
}

/** Working memory for groups of several members, one segment at a time; all zero between uses. */
export interface Scratch {
  frequency: Uint32Array;
  value: Float64Array;
  mark: Uint8Array;
  touched: Uint32Array;
  touchedCount: number;
}

/** chunkCount: of the largest segment. */
export function createScratch(chunkCount: number): Scratch {
  return {
    frequency: new Uint32Array(chunkCount),
    value: new Float64Array(chunkCount),
    mark: new Uint8Array(chunkCount),
    touched: new Uint32Array(chunkCount),
    touchedCount: 0,
  };
}

/** Gathers the postings of one member. Members come in falling order of tier. */
export function addMember(scratch: Scratch, postings: Postings, segment: SegmentReader, weights: Float64Array, tier: number, mark: number, norm: Norm): void {
  const { chunks, frequencies, count } = postings;
  const { frequency, value, mark: marks, touched } = scratch;
  const { fields, lengths } = segment;
  const { base, slope } = norm;
  let touchedCount = scratch.touchedCount;
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i];
    const weight = weights[fields[chunk]];
    if (weight === 0) continue;
    const before = frequency[chunk];
    if (before === 0) touched[touchedCount++] = chunk;
    const sum = before + frequencies[i];
    frequency[chunk] = sum;
    const weighted = weight * sum;
    const reached = (tier * weighted) / (weighted + base + slope * lengths[chunk]);
    if (reached > value[chunk]) value[chunk] = reached;
    marks[chunk] |= mark;
  }
  scratch.touchedCount = touchedCount;
}

/** Scores what was gathered, as scorePostings() does, and clears the scratch. */
export function scoreGathered(scratch: Scratch, weight: number, spans: Spans, score: Float64Array, sums: GroupSums): void {
  const { frequency, value, mark: marks } = scratch;
  const touched = scratch.touched.subarray(0, scratch.touchedCount);
  touched.sort();
  const { first, unit: units, turn: turns, best: spanBest } = spans;
  let span = 0;
  let best = 0;
  let strongCount = 0;
  let mark = 0;
  for (let i = 0; i < touched.length; i++) {
    const chunk = touched[i];
    if (chunk >= first[span + 1]) {
      if (best > 0) noteSpan(sums, turns[span], units[span], best, strongCount, mark);
      span = rangeOf(first, span + 1, spans.count, chunk);
      best = 0;
      strongCount = 0;
      mark = 0;
    }
    if (units[span] >= 0) {
      const gain = weight * value[chunk];
      const sum = score[chunk] + gain;
      score[chunk] = sum;
      if (sum > spanBest[span]) spanBest[span] = sum;
      if (gain > best) best = gain;
      if ((marks[chunk] & MARK.strong) !== 0) strongCount++;
      mark |= marks[chunk];
    }
    frequency[chunk] = 0;
    value[chunk] = 0;
    marks[chunk] = 0;
  }
  if (best > 0) noteSpan(sums, turns[span], units[span], best, strongCount, mark);
  scratch.touchedCount = 0;
}

/** Chunks gathered that lie in live rows; clears the scratch. */
export function countGathered(scratch: Scratch, rowStart: Uint32Array, deadRows: Uint8Array | null): number {
  const { frequency, value, mark } = scratch;
  const touched = scratch.touched.subarray(0, scratch.touchedCount);
  touched.sort();
  let count = 0;
  let row = 0;
  for (let i = 0; i < touched.length; i++) {
    const chunk = touched[i];
    if (rowStart[row + 1] <= chunk) row = rangeOf(rowStart, row + 1, rowStart.length - 1, chunk);
    if (deadRows === null || deadRows[row] === 0) count++;
    frequency[chunk] = 0;
    value[chunk] = 0;
    mark[chunk] = 0;
  }
  scratch.touchedCount = 0;
  return count;
}

/**
 * Index of the range that holds a number: the last i in [from, to) with start[i] <= wanted.
 *
 * start: ascending, start[from] <= wanted. Steps double first, so that near ranges are found in few steps.
 */
export function rangeOf(start: Uint32Array, from: number, to: number, wanted: number): number {
  let low = from;
  let step = 1;
  while (low + step < to && start[low + step] <= wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (start[middle] <= wanted) low = middle;
    else high = middle;
  }
  return low;
}
