/**
 * The inner loops of scoring: a word's postings to scores per chunk and sums per turn.
 *
 * In a cold process these loops start interpreted and every page of memory is touched for the first time, so they are
 * small top-level functions over small arrays: the list of the word as typed is read and scored in one pass, gains come from a table
 * (gains.ts), what a turn gains is noted once a span, and scores are whole numbers. A word is a group of members (terms that
 * stand for it) with a tier:
 *
 *   F(m)  = weight x frequency of all members of tier >= m
 *   value = max over m of m x F(m) / (F(m) + k1 (1 - b + b L / average L))
 *
 * Members come in falling order of tier; within a tier F only grows, so the maximum may be taken posting
 * by posting. Where several members may stand, the chunks of all but the first are gathered: there the first one's
 * postings are not scored but handed over.
 */
import { readVarint, varintEnd } from '../index/codec.ts';
import { IndexDamage } from '../index/damage.ts';
import type { PostingList, Postings, SegmentReader } from '../index/reader-types.ts';
import { FIELD_BITS, LENGTH_BITS, MAX_FREQUENCY, gainOf, type Gains } from './gains.ts';
import type { Spans } from './scope.ts';

/** Bits kept beside a frequency. */
export const MARK = {
  /** The word as typed stands in the chunk. */
  exact: 1,
  /** A member of tier >= RANKING.tierStrong stands there. */
  strong: 2,
} as const;

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

/** Where a group's postings of one segment go. */
export interface Target {
  readonly segment: SegmentReader;
  readonly spans: Spans;
  /** Points by chunk. */
  readonly score: Int32Array;
  readonly sums: TurnSums;
}

/** Chunks of one segment in which several members of a group may stand, ascending, and what is known of each. */
export interface Gathered {
  readonly count: number;
  readonly chunks: Uint32Array;
  /** Frequency of the members so far << 2 | their marks; 0 for none. */
  readonly found: Uint32Array;
  /** Points. */
  readonly gain: Int32Array;
}

/** The distinct chunks of those lists. */
export function gatherChunks(lists: readonly Postings[]): Gathered {
  const total = lists.reduce((sum, { count }) => sum + count, 0);
  const chunks = new Uint32Array(total);
  let count = 0;
  for (const list of lists) {
    chunks.set(list.chunks.subarray(0, list.count), count);
    count += list.count;
  }
  if (lists.length > 1) count = sortDistinct(chunks);
  return { count, chunks, found: new Uint32Array(count), gain: new Int32Array(count) };
}

/** Sorts numbers and drops repeated ones; returns how many are left. */
function sortDistinct(numbers: Uint32Array): number {
  numbers.sort();
  let count = 0;
  for (let i = 0; i < numbers.length; i++) if (i === 0 || numbers[i] !== numbers[i - 1]) numbers[count++] = numbers[i];
  return count;
}

/** Adds postings of the next member to what was gathered. Members come in falling order of tier. */
export function addPostings(gathered: Gathered, postings: Postings, segment: SegmentReader, gains: Gains, mark: number): void {
  const { chunks, found, gain: gained, count } = gathered;
  const { fields, lengths } = segment;
  let place = 0;
  for (let i = 0; i < postings.count; i++) {
    const chunk = postings.chunks[i];
    if (chunks[place] !== chunk) place = rangeOf(chunks, place, count, chunk);
    const now = (found[place] | mark) + (postings.frequencies[i] << 2);
    const gain = gainOf(gains, now >>> 2, fields[chunk], lengths[chunk]);
    if (gain < 0) continue;
    found[place] = now;
    if (gain > gained[place]) gained[place] = gain;
  }
}

/**
 * Scores the list of the first member. Where a chunk was gathered for other members too, its posting goes there instead.
 *
 * Adds the gain to the score of each wanted chunk; keeps the best score of each span in spans.best, and the group's gains in sums.
 */
export function scoreList(list: PostingList, { segment, spans, score, sums }: Target, gains: Gains, mark: number, gathered: Gathered | null): void {
  const { bytes, count } = list;
  const { fields, lengths } = segment;
  const { first, best: spanBest, unit } = spans;
  const { table } = gains;
  const isStrong = (mark & MARK.strong) !== 0;
  let place = 0;
  let nextGathered = gathered === null || gathered.count === 0 ? Infinity : gathered.chunks[0];
  let at = list.start;
  let chunk = -1;
  let span = 0;
  let next = first[1];
  let isWanted = unit[0] >= 0;
  let top = spanBest[0];
  let best = 0;
  let holding = 0;
  for (let i = 0; i < count; i++) {
    let value = bytes[at++];
    if (value > 0x7f) {
      value = readVarint(bytes, at - 1);
      at = varintEnd;
    }
    chunk += (value >>> 1) + 1;
    let frequency = 1;
    if ((value & 1) !== 0) {
      frequency = bytes[at++];
      if (frequency > 0x7f) {
        frequency = readVarint(bytes, at - 1);
        at = varintEnd;
      }
    }
    if (chunk >= next) {
      if (best > 0) {
        noteSpan(spans, span, top, sums, best, isStrong ? holding : 0, mark);
        best = 0;
        holding = 0;
      }
      span = chunk < first[span + 2] ? span + 1 : rangeOf(first, span + 1, spans.count, chunk);
      next = first[span + 1];
      isWanted = unit[span] >= 0;
      top = spanBest[span];
    }
    if (gathered !== null && chunk >= nextGathered) {
      place = rangeOf(gathered.chunks, place, gathered.count, chunk);
      nextGathered = place + 1 < gathered.count ? gathered.chunks[place + 1] : Infinity;
      if (gathered.chunks[place] === chunk) {
        const gain = gainOf(gains, frequency, fields[chunk], lengths[chunk]);
        if (gain < 0) continue;
        gathered.found[place] = (frequency << 2) | mark;
        gathered.gain[place] = gain;
        continue;
      }
    }
    if (!isWanted) continue;
    const length = lengths[chunk];
    const slot = (((frequency << FIELD_BITS) | fields[chunk]) << LENGTH_BITS) | length;
    let gain = length >>> LENGTH_BITS === 0 && frequency <= MAX_FREQUENCY ? table[slot] : 0;
    if (gain === 0) {
      gain = gainOf(gains, frequency, fields[chunk], length);
      if (length >>> LENGTH_BITS === 0 && frequency <= MAX_FREQUENCY) table[slot] = gain;
    }
    if (gain < 0) continue;
    const sum = score[chunk] + gain;
    score[chunk] = sum;
    if (sum > top) top = sum;
    if (gain > best) best = gain;
    holding++;
  }
  if (at !== list.end) throw new IndexDamage(`${segment.name}: a posting list has the wrong length`);
  if (best > 0) noteSpan(spans, span, top, sums, best, isStrong ? holding : 0, mark);
}

/** Scores what was gathered, in the same way. */
export function scoreGathered({ chunks, count, found, gain: gains }: Gathered, { spans, score, sums }: Target): void {
  const { first, best: spanBest, unit } = spans;
  let span = 0;
  let next = first[1];
  let isWanted = unit[0] >= 0;
  let top = spanBest[0];
  let best = 0;
  let strongCount = 0;
  let marks = 0;
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i];
    if (chunk >= next) {
      if (best > 0) noteSpan(spans, span, top, sums, best, strongCount, marks);
      span = rangeOf(first, span + 1, spans.count, chunk);
      next = first[span + 1];
      isWanted = unit[span] >= 0;
      top = spanBest[span];
      best = 0;
      strongCount = 0;
      marks = 0;
    }
    const gain = gains[i];
    if (!isWanted || gain === 0) continue;
    const sum = score[chunk] + gain;
    score[chunk] = sum;
    if (sum > top) top = sum;
    if (gain > best) best = gain;
    strongCount += (found[i] >>> 1) & 1;
    marks |= found[i];
  }
  if (best > 0) noteSpan(spans, span, top, sums, best, strongCount, marks);
}

/** Notes what a group gained in one span. */
function noteSpan(spans: Spans, span: number, top: number, sums: TurnSums, best: number, strongCount: number, marks: number): void {
  if (spans.best[span] === 0) spans.touched[spans.touchedCount++] = span;
  spans.best[span] = top;
  const turn = spans.turn[span];
  const before = sums.best[turn];
  if (before === 0) sums.touched[sums.touchedCount++] = turn;
  if (best > before) sums.best[turn] = best;
  sums.strongCount[turn] += strongCount;
  sums.marks[turn] |= marks & 3;
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
