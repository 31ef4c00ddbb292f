/**
 * Posting lists to scores: BM25 with field weights.
 *
 *   F(m)  = weight x frequency of all members of tier >= m
 *   value = max over m of m x F(m) / (F(m) + k1 (1 - b + b L / average L))
 *
 * A word is a group of members (terms that stand for it), which come in falling order of tier; within a tier F only grows, so the
 * maximum may be taken posting by posting. A word of one member is scored here, one of several in members.ts, window by window
 * (window.ts). A chunk has one field, so the weighted frequency is the frequency times the field's weight (Robertson and Zaragoza
 * 2009, section 3.6: weights before saturation). Scores are whole numbers, called points.
 */
import {
  CHUNKS_FIELDS, CHUNKS_LENGTHS, CHUNKS_SCORE, GATHERED_CHUNKS, GATHERED_COUNT, GATHERED_FREQUENCIES, GATHERED_NEXT, KEPT_FREQUENCIES, KEPT_LENGTHS, MARKS, MARK_STRONG,
  MEMBER_AT, MEMBER_CHUNK, MEMBER_FREQUENCY, MEMBER_GAINS, MEMBER_LEFT, MEMBER_MARK, MEMBER_MOST_POINTS, SPANS_COUNT, SPANS_FIRST, SPANS_TURN, SPANS_UNIT, SUMS_BEST,
  SUMS_MARKS, SUMS_STRONG, SUMS_TURN_MAP, WORD_BASE, WORD_MOST_POINTS, WORD_SLOPE, WORD_WEIGHTS,
} from './layout.ts';
import { NO_CHUNK, rangeOf, readVarint, varintEnd } from './lists.ts';
import { byteAt, f64, halfAt, i32, realAt, setByte, setReal, setWord, wordAt } from './memory.ts';

/** Points of a chunk; below 0 when its field does not count. Never 0, so that 0 means untouched everywhere. */
export function gainOf(word: i32, frequency: i32, field: i32, length: i32): i32 {
  const weighted = wordAt(word + WORD_WEIGHTS + (field << 2)) * frequency;
  if (weighted === 0) return -1;
  const norm = realAt(word + WORD_BASE) + realAt(word + WORD_SLOPE) * f64(length);
  return i32((realAt(word + WORD_MOST_POINTS) * f64(weighted)) / (f64(weighted) + norm)) + 1;
}

/** Notes what a group gained in one span, or in a part of it. */
export function noteSpan(spans: i32, span: i32, sums: i32, best: i32, strongCount: i32, marks: i32): void {
  const turn = wordAt(wordAt(spans + SPANS_TURN) + (span << 2));
  const unit = wordAt(wordAt(spans + SPANS_UNIT) + (span << 2));
  const turnBest = wordAt(sums + SUMS_BEST) + (turn << 2);
  const before = wordAt(turnBest);
  if (before === 0) {
    const bits = wordAt(sums + SUMS_TURN_MAP) + ((turn >>> 5) << 2);
    setWord(bits, wordAt(bits) | (1 << (turn & 31)));
  }
  if (best > before) setWord(turnBest, best);
  const unitStrong = wordAt(sums + SUMS_STRONG) + (unit << 2);
  setWord(unitStrong, wordAt(unitStrong) + strongCount);
  const unitMarks = wordAt(sums + SUMS_MARKS) + unit;
  setByte(unitMarks, byteAt(unitMarks) | (marks & MARKS));
}

/** Where the gain of a chunk is kept; 0 when it is not. gains: address of KEPT_BYTES, or 0. */
export function keptAt(gains: i32, frequency: i32, field: i32, length: i32): i32 {
  return gains !== 0 && frequency < KEPT_FREQUENCIES && length < KEPT_LENGTHS ? gains + (((((frequency << 3) + field) << 8) + length) << 2) : 0;
}

/**
 * Scores what a member has of the chunks below `to`, and reads on to the posting after them.
 *
 * member: MEMBER; chunks: CHUNKS; spans: SPANS; sums: SUMS; word: WORD. The member may keep gains: a division for each chunk costs more than the rest.
 */
export function scoreList(member: i32, to: i32, chunks: i32, spans: i32, sums: i32, word: i32): void {
  let chunk = wordAt(member + MEMBER_CHUNK);
  if (chunk >= to) return;
  const fields = wordAt(chunks + CHUNKS_FIELDS);
  const lengths = wordAt(chunks + CHUNKS_LENGTHS);
  const score = wordAt(chunks + CHUNKS_SCORE);
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const unit = wordAt(spans + SPANS_UNIT);
  const mark = wordAt(member + MEMBER_MARK);
  const isStrong = (mark & MARK_STRONG) >>> 1;
  const gains = wordAt(member + MEMBER_GAINS);
  setReal(word + WORD_MOST_POINTS, realAt(member + MEMBER_MOST_POINTS));
  let at = wordAt(member + MEMBER_AT);
  let left = wordAt(member + MEMBER_LEFT);
  let frequency = wordAt(member + MEMBER_FREQUENCY);
  let span = rangeOf(first, 0, spanCount, chunk);
  let next = wordAt(first + ((span + 1) << 2));
  let isWanted = wordAt(unit + (span << 2)) >= 0;
  let best: i32 = 0;
  let holding: i32 = 0;
  while (chunk < to) {
    if (chunk >= next) {
      if (best > 0) noteSpan(spans, span, sums, best, isStrong * holding, mark);
      span++;
      next = wordAt(first + ((span + 1) << 2));
      if (chunk >= next) {
        span = rangeOf(first, span, spanCount, chunk);
        next = wordAt(first + ((span + 1) << 2));
      }
      isWanted = wordAt(unit + (span << 2)) >= 0;
      best = 0;
      holding = 0;
    }
    if (isWanted) {
      const field = byteAt(fields + chunk);
      const length = halfAt(lengths + (chunk << 1));
      const kept = keptAt(gains, frequency, field, length);
      let gain = wordAt(kept);
      if (kept === 0 || gain === 0) {
        gain = gainOf(word, frequency, field, length);
        if (kept !== 0) setWord(kept, gain);
      }
      if (gain > 0) {
        const place = score + (chunk << 2);
        setWord(place, wordAt(place) + gain);
        if (gain > best) best = gain;
        holding++;
      }
    }
    left--;
    if (left === 0) {
      chunk = NO_CHUNK;
      break;
    }
    // readPosting() written out: a call for each posting costs too much.
    let gap = byteAt(at);
    at++;
    if (gap > 0x7f) {
      gap = readVarint(at - 1);
      at = varintEnd;
    }
    frequency = 1;
    if ((gap & 1) !== 0) {
      frequency = byteAt(at);
      at++;
      if (frequency > 0x7f) {
        frequency = readVarint(at - 1);
        at = varintEnd;
      }
    }
    chunk += (gap >>> 1) + 1;
  }
  if (best > 0) noteSpan(spans, span, sums, best, isStrong * holding, mark);
  setWord(member + MEMBER_AT, at);
  setWord(member + MEMBER_LEFT, left);
  setWord(member + MEMBER_CHUNK, chunk);
  setWord(member + MEMBER_FREQUENCY, frequency);
}

/** Scores gathered chunks below `to` in the same way; with frequency 0 (it holds the literal, nobody knows how often) a chunk gets the least possible. */
export function scoreGathered(gathered: i32, to: i32, chunks: i32, spans: i32, sums: i32, word: i32): void {
  const score = wordAt(chunks + CHUNKS_SCORE);
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const unit = wordAt(spans + SPANS_UNIT);
  const count = wordAt(gathered + GATHERED_COUNT);
  const places = wordAt(gathered + GATHERED_CHUNKS);
  const frequencies = wordAt(gathered + GATHERED_FREQUENCIES);
  let i = wordAt(gathered + GATHERED_NEXT);
  let span: i32 = 0;
  let next = wordAt(first + 4);
  let best: i32 = 0;
  let holding: i32 = 0;
  for (; i < count && wordAt(places + (i << 2)) < to; i++) {
    const chunk = wordAt(places + (i << 2));
    if (chunk >= next) {
      if (best > 0) noteSpan(spans, span, sums, best, holding, MARKS);
      span = rangeOf(first, span + 1, spanCount, chunk);
      next = wordAt(first + ((span + 1) << 2));
      best = 0;
      holding = 0;
    }
    if (wordAt(unit + (span << 2)) < 0) continue;
    const frequency = wordAt(frequencies + (i << 2));
    let gain = gainOf(word, frequency > 0 ? frequency : 1, byteAt(wordAt(chunks + CHUNKS_FIELDS) + chunk), halfAt(wordAt(chunks + CHUNKS_LENGTHS) + (chunk << 1)));
    if (gain < 0) continue;
    if (frequency === 0) gain = 1;
    setWord(score + (chunk << 2), wordAt(score + (chunk << 2)) + gain);
    if (gain > best) best = gain;
    holding++;
  }
  if (best > 0) noteSpan(spans, span, sums, best, holding, MARKS);
  setWord(gathered + GATHERED_NEXT, i);
}
