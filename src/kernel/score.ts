/**
 * Posting lists to scores: BM25 with field weights.
 *
 *   F(m)  = weight x frequency of all members of tier >= m
 *   value = max over m of m x F(m) / (F(m) + k1 (1 - b + b L / average L))
 *
 * A word is a group of members (terms that stand for it), which come in falling order of tier; within a tier F only grows, so the
 * maximum may be taken posting by posting. A word of one member is scored here, one of several in members.ts. A chunk has one field, so
 * the weighted frequency is the frequency times the field's weight (Robertson and Zaragoza 2009, section 3.6: weights before saturation). Scores are whole numbers, points.
 */
import {
  CHUNKS_FIELDS, CHUNKS_LENGTHS, CHUNKS_SCORE, GATHERED_CHUNKS, GATHERED_COUNT, GATHERED_FOUND, GATHERED_GAIN, KEPT_FREQUENCIES, KEPT_LENGTHS,
  MARKS, MARK_STRONG, SPANS_BEST, SPANS_COUNT, SPANS_FIRST, SPANS_TOUCHED, SPANS_TOUCHED_COUNT, SPANS_TURN, SPANS_UNIT, SUMS_BEST, SUMS_MARKS, SUMS_STRONG,
  SUMS_TOUCHED, SUMS_TOUCHED_COUNT, WORD_BASE, WORD_MARK, WORD_MOST, WORD_SLOPE, WORD_WEIGHTS,
} from './layout.ts';
import { rangeOf, readVarint, varintEnd } from './lists.ts';
import { byteAt, f64, halfAt, i32, realAt, setByte, setWord, wordAt } from './memory.ts';

/** Points of a chunk; below 0 where its field does not count. Never 0, so that 0 means untouched everywhere. */
export function gainOf(word: i32, frequency: i32, field: i32, length: i32): i32 {
  const weighted = wordAt(word + WORD_WEIGHTS + (field << 2)) * frequency;
  if (weighted === 0) return -1;
  const norm = realAt(word + WORD_BASE) + realAt(word + WORD_SLOPE) * f64(length);
  return i32((realAt(word + WORD_MOST) * f64(weighted)) / (f64(weighted) + norm)) + 1;
}

/** Notes what a group gained in one span. */
export function noteSpan(spans: i32, span: i32, top: i32, sums: i32, best: i32, strongCount: i32, marks: i32): void {
  const spanBest = wordAt(spans + SPANS_BEST) + (span << 2);
  if (wordAt(spanBest) === 0) {
    const touched = wordAt(spans + SPANS_TOUCHED_COUNT);
    setWord(wordAt(spans + SPANS_TOUCHED) + (touched << 2), span);
    setWord(spans + SPANS_TOUCHED_COUNT, touched + 1);
  }
  setWord(spanBest, top);
  const turn = wordAt(wordAt(spans + SPANS_TURN) + (span << 2));
  const turnBest = wordAt(sums + SUMS_BEST) + (turn << 2);
  const before = wordAt(turnBest);
  if (before === 0) {
    const touched = wordAt(sums + SUMS_TOUCHED_COUNT);
    setWord(wordAt(sums + SUMS_TOUCHED) + (touched << 2), turn);
    setWord(sums + SUMS_TOUCHED_COUNT, touched + 1);
  }
  if (best > before) setWord(turnBest, best);
  const turnStrong = wordAt(sums + SUMS_STRONG) + (turn << 2);
  setWord(turnStrong, wordAt(turnStrong) + strongCount);
  const turnMarks = wordAt(sums + SUMS_MARKS) + turn;
  setByte(turnMarks, byteAt(turnMarks) | (marks & MARKS));
}

/** Where the gain of a chunk is kept; 0 where it is not. gains: address of KEPT_BYTES, or 0. */
export function keptAt(gains: i32, frequency: i32, field: i32, length: i32): i32 {
  return gains !== 0 && frequency < KEPT_FREQUENCIES && length < KEPT_LENGTHS ? gains + (((((frequency << 3) + field) << 9) + length) << 2) : 0;
}

/**
 * Scores a posting list of `count` postings at `list`; returns where it ends.
 *
 * chunks: CHUNKS; spans: SPANS; sums: SUMS; word: WORD; gains: KEPT_BYTES of zeros, or 0: a division for each chunk costs more than the rest.
 */
export function scoreList(list: i32, count: i32, chunks: i32, spans: i32, sums: i32, word: i32, gains: i32): i32 {
  const fields = wordAt(chunks + CHUNKS_FIELDS);
  const lengths = wordAt(chunks + CHUNKS_LENGTHS);
  const score = wordAt(chunks + CHUNKS_SCORE);
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const unit = wordAt(spans + SPANS_UNIT);
  const spanBest = wordAt(spans + SPANS_BEST);
  const mark = wordAt(word + WORD_MARK);
  const isStrong = (mark & MARK_STRONG) >>> 1;
  let at = list;
  let chunk: i32 = -1;
  let span: i32 = 0;
  let next = wordAt(first + 4);
  let isWanted = wordAt(unit) >= 0;
  let top = wordAt(spanBest);
  let best: i32 = 0;
  let holding: i32 = 0;
  for (let left = count; left > 0; left--) {
    // As readPosting() does it, which would be a call.
    let gap = byteAt(at);
    at++;
    if (gap > 0x7f) {
      gap = readVarint(at - 1);
      at = varintEnd;
    }
    let frequency: i32 = 1;
    if ((gap & 1) !== 0) {
      frequency = byteAt(at);
      at++;
      if (frequency > 0x7f) {
        frequency = readVarint(at - 1);
        at = varintEnd;
      }
    }
    chunk += (gap >>> 1) + 1;
    if (chunk >= next) {
      if (best > 0) noteSpan(spans, span, top, sums, best, isStrong * holding, mark);
      span++;
      next = wordAt(first + ((span + 1) << 2));
      if (chunk >= next) {
        span = rangeOf(first, span, spanCount, chunk);
        next = wordAt(first + ((span + 1) << 2));
      }
      isWanted = wordAt(unit + (span << 2)) >= 0;
      top = wordAt(spanBest + (span << 2));
      best = 0;
      holding = 0;
    }
    if (!isWanted) continue;
    const field = byteAt(fields + chunk);
    const length = halfAt(lengths + (chunk << 1));
    const kept = keptAt(gains, frequency, field, length);
    let gain = wordAt(kept);
    if (kept === 0 || gain === 0) {
      gain = gainOf(word, frequency, field, length);
      if (kept !== 0) setWord(kept, gain);
    }
    if (gain < 0) continue;
    const sum = wordAt(score + (chunk << 2)) + gain;
    setWord(score + (chunk << 2), sum);
    if (sum > top) top = sum;
    if (gain > best) best = gain;
    holding++;
  }
  if (best > 0) noteSpan(spans, span, top, sums, best, isStrong * holding, mark);
  return at;
}

/** Scores what was gathered, in the same way as scoreList(). */
export function scoreGathered(gathered: i32, chunks: i32, spans: i32, sums: i32): void {
  const score = wordAt(chunks + CHUNKS_SCORE);
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const unit = wordAt(spans + SPANS_UNIT);
  const spanBest = wordAt(spans + SPANS_BEST);
  const count = wordAt(gathered + GATHERED_COUNT);
  const places = wordAt(gathered + GATHERED_CHUNKS);
  const found = wordAt(gathered + GATHERED_FOUND);
  const gains = wordAt(gathered + GATHERED_GAIN);
  let span: i32 = 0;
  let next = wordAt(first + 4);
  let top = wordAt(spanBest);
  let best: i32 = 0;
  let strongCount: i32 = 0;
  let marks: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const chunk = wordAt(places + (i << 2));
    if (chunk >= next) {
      if (best > 0) noteSpan(spans, span, top, sums, best, strongCount, marks);
      span = rangeOf(first, span + 1, spanCount, chunk);
      next = wordAt(first + ((span + 1) << 2));
      top = wordAt(spanBest + (span << 2));
      best = 0;
      strongCount = 0;
      marks = 0;
    }
    const gain = wordAt(gains + (i << 2));
    if (gain === 0 || wordAt(unit + (span << 2)) < 0) continue;
    const sum = wordAt(score + (chunk << 2)) + gain;
    setWord(score + (chunk << 2), sum);
    if (sum > top) top = sum;
    if (gain > best) best = gain;
    const mark = wordAt(found + (i << 2));
    strongCount += (mark & MARK_STRONG) >>> 1;
    marks |= mark;
  }
  if (best > 0) noteSpan(spans, span, top, sums, best, strongCount, marks);
}

/** The gain of each chunk that was gathered with its frequency and marks alone; of frequency 0 (it holds the word, who knows how often) the least there is. */
export function gainGathered(gathered: i32, chunks: i32, word: i32): void {
  const count = wordAt(gathered + GATHERED_COUNT);
  for (let i: i32 = 0; i < count; i++) {
    const chunk = wordAt(wordAt(gathered + GATHERED_CHUNKS) + (i << 2));
    const frequency = wordAt(wordAt(gathered + GATHERED_FOUND) + (i << 2)) >>> 2;
    const least: i32 = frequency > 0 ? frequency : 1;
    const gain = gainOf(word, least, byteAt(wordAt(chunks + CHUNKS_FIELDS) + chunk), halfAt(wordAt(chunks + CHUNKS_LENGTHS) + (chunk << 1)));
    setWord(wordAt(gathered + GATHERED_GAIN) + (i << 2), gain < 0 ? 0 : frequency > 0 ? gain : 1);
  }
}
