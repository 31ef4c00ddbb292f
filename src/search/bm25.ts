/**
 * The inner loops of scoring: postings to gains per chunk, gains to scores per chunk and turn.
 *
 * In a cold process these loops start interpreted and every page of memory is touched for the first time, so they are
 * small top-level functions over small arrays: no closure, nothing allocated per posting, what a turn gains noted once a
 * span, and scores as whole numbers (four bytes each, and the interpreter allocates for any other number): points of
 * which POINTS are the score that a session could reach. A chunk has one field, so the weighted frequency is the
 * frequency times the weight of the chunk's field (Robertson and Zaragoza 2009, section 3.6: weights before saturation).
 * A word is a group of members (terms that stand for it) with a tier:
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

/** Points of the reachable score. A gain is rounded by less than one; sums stay below 2^31. */
export const POINTS = 2 ** 30;

/** Bits kept beside a frequency. */
export const MARK = {
  /** The word as typed stands in the chunk. */
  exact: 1,
  /** A member of tier >= RANKING.tierStrong stands there. */
  strong: 2,
} as const;

/** Field weights and norms are counted in hundredths, so that weighted frequencies are whole numbers too. */
const UNIT = 100;

/** Weights by field id, in hundredths; 0 for fields that do not count. field: the only one, or -1; mask: 1 by wanted field, or null. */
export function fieldWeights(field: number, mask: Uint8Array | null): Uint32Array {
  return Uint32Array.from(FIELDS, ({ id, weight }) => ((field >= 0 && id !== field) || (mask !== null && mask[id] === 0) ? 0 : Math.round(weight * UNIT)));
}

/** Length normalisation by length in tokens, in hundredths: k1 (1 - b + b L / average L) = base + slope x L. */
export interface Norm {
  readonly base: number;
  readonly slope: number;
  /** Of short lengths. */
  readonly table: Float64Array;
}

/** Lengths in the table; longer ones are seldom. A chunk of text has 100 to 250 tokens. */
const TABLE_LENGTH = 300;

/** averageLength: tokens a chunk; 0 counts as 1. */
export function lengthNorm(averageLength: number): Norm {
  const base = UNIT * RANKING.k1 * (1 - RANKING.b);
  const slope = (UNIT * RANKING.k1 * RANKING.b) / (averageLength || 1);
  const table = new Float64Array(TABLE_LENGTH);
  for (let length = 0; length < TABLE_LENGTH; length++) table[length] = base + slope * length;
  return { base, slope, table };
}

/**
 * Working memory for one group in one segment at a time; all zero between uses.
 *
 * gathered (frequency so far << 2 | marks) and gain (points) are kept by chunk; of a group with one member by place in
 * touched, which stays within few pages of memory.
 */
export interface Scratch {
  readonly gathered: Uint32Array;
  readonly gain: Int32Array;
  /** Chunks gathered: those of the first member, then what the others add. */
  readonly touched: Uint32Array;
  touchedCount: number;
  isSingle: boolean;
}

/** chunkCount: of the largest segment. */
export function createScratch(chunkCount: number): Scratch {
  return { gathered: new Uint32Array(chunkCount), gain: new Int32Array(chunkCount), touched: new Uint32Array(chunkCount), touchedCount: 0, isSingle: false };
}

/**
 * Gathers the postings of one member.
 *
 * weights: by field, 0 where not wanted. most: points of a chunk that is full of the member (group weight x tier). Members
 * come in falling order of tier.
 */
export function addMember(scratch: Scratch, postings: Postings, segment: SegmentReader, weights: Uint32Array, most: number, mark: number, norm: Norm): void {
  const { chunks, frequencies, count } = postings;
  const { gathered, gain: gains, touched } = scratch;
  const { fields, lengths } = segment;
  const { base, slope, table } = norm;
  const { isSingle } = scratch;
  let touchedCount = scratch.touchedCount;
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i];
    const weight = weights[fields[chunk]];
    if (weight === 0) continue;
    const slot = isSingle ? touchedCount : chunk;
    const before = gathered[slot];
    const now = (before | mark) + (frequencies[i] << 2);
    gathered[slot] = now;
    const weighted = weight * (now >>> 2);
    const length = lengths[chunk];
    // Never nothing, so that 0 means untouched everywhere.
    const gain = (((most * weighted) / (weighted + (length < TABLE_LENGTH ? table[length] : base + slope * length))) | 0) + 1;
    if (before === 0) {
      touched[touchedCount++] = chunk;
      gains[slot] = gain;
    } else if (gain > gains[slot]) gains[slot] = gain;
  }
  scratch.touchedCount = touchedCount;
}

/** What a group leaves in each turn while it is scored; all zero between groups. */
export interface TurnSums {
  /** Points of the best chunk. */
  readonly best: Int32Array;
  /** Chunks with a strong member. */
  readonly strongCount: Uint32Array;
  readonly marks: Uint8Array;
  /** Turns with anything, in no particular order, each once. */
  readonly touched: Uint32Array;
  touchedCount: number;
}

/** turnCount: as in Scope. */
export function createTurnSums(turnCount: number): TurnSums {
  const columns = { best: new Int32Array(turnCount), strongCount: new Uint32Array(turnCount), marks: new Uint8Array(turnCount) };
  return { ...columns, touched: new Uint32Array(turnCount), touchedCount: 0 };
}

/**
 * Scores what was gathered of a segment and clears the scratch.
 *
 * inOrder: how many of the first chunks ascend, those of the first member; the few others are sorted and scored by themselves, for
 * nothing here hangs on the order in which spans come. Adds the gain to the score of each wanted chunk; keeps the best score of
 * each span in spans.best, and the group's gains in sums.
 */
export function scoreGathered(scratch: Scratch, inOrder: number, spans: Spans, score: Int32Array, sums: TurnSums): void {
  const { touched, touchedCount } = scratch;
  scoreRun(scratch, 0, inOrder, spans, score, sums);
  if (inOrder < touchedCount) {
    touched.subarray(inOrder, touchedCount).sort();
    scoreRun(scratch, inOrder, touchedCount, spans, score, sums);
  }
  scratch.touchedCount = 0;
}

/** Scores chunks touched[from, to), which ascend. */
function scoreRun(scratch: Scratch, from: number, to: number, spans: Spans, score: Int32Array, sums: TurnSums): void {
  const { gathered, gain: gains, touched, isSingle } = scratch;
  const { first, best: spanBest } = spans;
  let span = 0;
  let next = first[1];
  let isWanted = spans.unit[0] >= 0;
  let top = spanBest[0];
  let best = 0;
  let strongCount = 0;
  let marks = 0;
  for (let i = from; i < to; i++) {
    const chunk = touched[i];
    if (chunk >= next) {
      if (best > 0) noteSpan(spans, span, top, sums, best, strongCount, marks);
      span = rangeOf(first, span + 1, spans.count, chunk);
      next = first[span + 1];
      isWanted = spans.unit[span] >= 0;
      top = spanBest[span];
      best = 0;
      strongCount = 0;
      marks = 0;
    }
    const slot = isSingle ? i : chunk;
    if (isWanted) {
      const gain = gains[slot];
      const sum = score[chunk] + gain;
      score[chunk] = sum;
      if (sum > top) top = sum;
      if (gain > best) best = gain;
      const found = gathered[slot];
      strongCount += (found >>> 1) & 1;
      marks |= found;
    }
    gains[slot] = 0;
    gathered[slot] = 0;
  }
  if (best > 0) noteSpan(spans, span, top, sums, best, strongCount, marks);
}

/** Notes what a group gained in one span. */
function noteSpan(spans: Spans, span: number, top: number, sums: TurnSums, best: number, strongCount: number, marks: number): void {
  spans.best[span] = top;
  const turn = spans.turn[span];
  const before = sums.best[turn];
  if (before === 0) sums.touched[sums.touchedCount++] = turn;
  if (best > before) sums.best[turn] = best;
  sums.strongCount[turn] += strongCount;
  sums.marks[turn] |= marks & 3;
}

/** Chunks gathered that lie in live rows; clears the scratch. */
export function countGathered(scratch: Scratch, rowStart: Uint32Array, deadRows: Uint8Array | null): number {
  const { gathered, gain, isSingle } = scratch;
  const touched = scratch.touched.subarray(0, scratch.touchedCount);
  let count = touched.length;
  for (let i = 0; i < touched.length; i++) {
    const chunk = touched[i];
    if (deadRows !== null && deadRows[rangeOf(rowStart, 0, deadRows.length, chunk)] !== 0) count--;
    const slot = isSingle ? i : chunk;
    gathered[slot] = 0;
    gain[slot] = 0;
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
