/**
 * The inner loops of scoring: postings to values per chunk, values to scores per chunk, turn and session.
 *
 * In a cold process these loops start interpreted, so they are small top-level functions over typed
 * arrays: no closure per posting, nothing allocated per chunk. A chunk has one field, so the weighted
 * frequency is the frequency times the weight of the chunk's field (Robertson and Zaragoza 2009, section
 * 3.6: weights before saturation). A word is a group of members (terms that stand for it) with a tier:
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

const FIELD_WEIGHTS = Float64Array.from(FIELDS, (field) => field.weight);

/** Length normalisation: k1 (1 - b + b L / average L) = base + slope x L. */
export interface Norm {
  readonly base: number;
  readonly slope: number;
}

/** averageLength: tokens a chunk; 0 counts as 1. */
export function lengthNorm(averageLength: number): Norm {
  return { base: RANKING.k1 * (1 - RANKING.b), slope: (RANKING.k1 * RANKING.b) / (averageLength || 1) };
}

/** Working memory of one segment at a time, all zero between uses; grows to the largest segment. */
export interface Scratch {
  frequency: Uint32Array;
  value: Float64Array;
  mark: Uint8Array;
  touched: Uint32Array;
  touchedCount: number;
}

export function createScratch(chunkCount: number): Scratch {
  return {
    frequency: new Uint32Array(chunkCount),
    value: new Float64Array(chunkCount),
    mark: new Uint8Array(chunkCount),
    touched: new Uint32Array(chunkCount),
    touchedCount: 0,
  };
}

/** Adds the postings of one member. field: only chunks of that field, -1 for all. */
export function addMember(scratch: Scratch, postings: Postings, segment: SegmentReader, tier: number, mark: number, field: number, norm: Norm): void {
  const { chunks, frequencies, count } = postings;
  const { frequency, value, touched } = scratch;
  const marks = scratch.mark;
  const { fields, lengths } = segment;
  const { base, slope } = norm;
  let touchedCount = scratch.touchedCount;
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i];
    const chunkField = fields[chunk];
    if (field >= 0 && chunkField !== field) continue;
    const before = frequency[chunk];
    if (before === 0) touched[touchedCount++] = chunk;
    const sum = before + frequencies[i];
    frequency[chunk] = sum;
    const weighted = FIELD_WEIGHTS[chunkField] * sum;
    const reached = (tier * weighted) / (weighted + base + slope * lengths[chunk]);
    if (reached > value[chunk]) value[chunk] = reached;
    marks[chunk] |= mark;
  }
  scratch.touchedCount = touchedCount;
}

/** Chunks gathered that hold a strong member and lie in live rows; clears the scratch. */
export function countStrong(scratch: Scratch, rowStart: Uint32Array, deadRows: Uint8Array | null): number {
  const { frequency, value, mark } = scratch;
  const touched = scratch.touched.subarray(0, scratch.touchedCount);
  touched.sort();
  let count = 0;
  let row = 0;
  for (let i = 0; i < touched.length; i++) {
    const chunk = touched[i];
    if (rowStart[row + 1] <= chunk) row = rangeOf(rowStart, row + 1, rowStart.length - 1, chunk);
    if ((mark[chunk] & MARK.strong) !== 0 && (deadRows === null || deadRows[row] === 0)) count++;
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

/** What a group leaves in each unit (session) and turn while it is scored; all zero between groups. */
export interface GroupSums {
  /** Best chunk of the turn for this group, touched turns. */
  turnBest: Float64Array;
  touchedTurns: Uint32Array;
  touchedTurnCount: number;
  unitBest: Float64Array;
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

/**
 * Adds weight x value to every wanted chunk gathered of one segment, keeps the group's best per turn and unit, and clears the
 * scratch. isSorted: chunks were gathered in order. fieldMask: 1 by wanted field id, or null for all.
 */
export function scoreGathered(
  scratch: Scratch, isSorted: boolean, weight: number, spans: Spans, fields: Uint8Array, fieldMask: Uint8Array | null, score: Float64Array, sums: GroupSums,
): void {
  const { frequency, value, mark } = scratch;
  const touched = scratch.touched.subarray(0, scratch.touchedCount);
  if (!isSorted) touched.sort();
  const { first, unit: units, turn: turns, isTouched, count } = spans;
  const { turnBest, touchedTurns, unitBest, unitCount, unitMark, touchedUnits } = sums;
  let touchedTurnCount = sums.touchedTurnCount;
  let touchedUnitCount = sums.touchedUnitCount;
  let span = 0;
  for (let i = 0; i < touched.length; i++) {
    const chunk = touched[i];
    const gain = weight * value[chunk];
    const found = mark[chunk];
    frequency[chunk] = 0;
    value[chunk] = 0;
    mark[chunk] = 0;
    if (first[span + 1] <= chunk) span = rangeOf(first, span + 1, count, chunk);
    const unit = units[span];
    if (unit < 0 || (fieldMask !== null && fieldMask[fields[chunk]] === 0)) continue;
    score[chunk] += gain;
    isTouched[span] = 1;
    const turn = turns[span];
    if (gain > turnBest[turn]) {
      if (turnBest[turn] === 0) touchedTurns[touchedTurnCount++] = turn;
      turnBest[turn] = gain;
    }
    if (gain > unitBest[unit]) {
      if (unitBest[unit] === 0) touchedUnits[touchedUnitCount++] = unit;
      unitBest[unit] = gain;
    }
    unitMark[unit] |= found;
    if ((found & MARK.strong) !== 0) unitCount[unit]++;
  }
  scratch.touchedCount = 0;
  sums.touchedTurnCount = touchedTurnCount;
  sums.touchedUnitCount = touchedUnitCount;
}
