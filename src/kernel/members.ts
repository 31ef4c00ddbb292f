/**
 * The posting lists of several members of a group to scores, by the measure of score.ts.
 *
 * Each chunk is scored once, with what all members have of it. So the chunks are taken piece by piece, a tile at a time: first all lists
 * are read as far as the tile reaches, then each of its chunks is scored. A tile fits into the processor's cache, however large the window.
 */
import {
  CHUNKS_FIELDS, CHUNKS_LENGTHS, CHUNKS_SCORE, MARK_STRONG, MEMBER_AT, MEMBER_BYTES, MEMBER_CHUNK, MEMBER_FREQUENCY, MEMBER_GAINS, MEMBER_LEFT, MEMBER_MARK,
  MEMBER_MOST_POINTS, SPANS_COUNT, SPANS_FIRST, SPANS_UNIT, TILE_CHUNKS, WORD_MOST_POINTS,
} from './layout.ts';
import { NO_CHUNK, rangeOf, readVarint, varintEnd } from './lists.ts';
import { byteAt, ctz, halfAt, realAt, setReal, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';
import { gainOf, keptAt, noteSpan } from './score.ts';

/**
 * Scores what several members of a group, in order of falling tier, have of the chunks [start, end). For each tile it first reads all members,
 * then scores what they have of each chunk, as scoreList() does.
 *
 * members: `memberCount` of MEMBER; tile: TILE_BYTES of zeros; chunks: CHUNKS; spans: SPANS; sums: SUMS; word: WORD.
 */
export function scoreMembers(members: i32, memberCount: i32, start: i32, end: i32, tile: i32, chunks: i32, spans: i32, sums: i32, word: i32): void {
  const score = wordAt(chunks + CHUNKS_SCORE);
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const unit = wordAt(spans + SPANS_UNIT);
  const records = tile + (TILE_CHUNKS >>> 3);
  const membersEnd = members + memberCount * MEMBER_BYTES;
  let span: i32 = 0;
  let next = wordAt(first + 4);
  let isWanted = wordAt(unit) >= 0;
  let best: i32 = 0;
  let strongCount: i32 = 0;
  let marks: i32 = 0;
  for (let from = start; from < end; from += TILE_CHUNKS) {
    let isEmpty = true;
    for (let member = members; member < membersEnd; member += MEMBER_BYTES) {
      if (wordAt(member + MEMBER_CHUNK) >= from + TILE_CHUNKS || wordAt(member + MEMBER_CHUNK) >= end) continue;
      addMember(member, from, from + TILE_CHUNKS < end ? from + TILE_CHUNKS : end, tile, chunks, word);
      isEmpty = false;
    }
    if (isEmpty) continue;
    for (let place: i32 = 0; place < TILE_CHUNKS; place += 32) {
      let bits = wordAt(tile + (place >>> 3));
      if (bits === 0) continue;
      setWord(tile + (place >>> 3), 0);
      for (; bits !== 0; bits &= bits - 1) {
        const inTile = place + ctz(bits);
        const record = records + (inTile << 3);
        const chunk = from + inTile;
        const mark = wordAt(record);
        const gain = wordAt(record + 4);
        setWord(record, 0);
        setWord(record + 4, 0);
        if (chunk >= next) {
          if (best > 0) noteSpan(spans, span, sums, best, strongCount, marks);
          span++;
          next = wordAt(first + ((span + 1) << 2));
          if (chunk >= next) {
            span = rangeOf(first, span, spanCount, chunk);
            next = wordAt(first + ((span + 1) << 2));
          }
          isWanted = wordAt(unit + (span << 2)) >= 0;
          best = 0;
          strongCount = 0;
          marks = 0;
        }
        if (!isWanted) continue;
        setWord(score + (chunk << 2), wordAt(score + (chunk << 2)) + gain);
        if (gain > best) best = gain;
        strongCount += (mark & MARK_STRONG) >>> 1;
        marks |= mark;
      }
    }
  }
  if (best > 0) noteSpan(spans, span, sums, best, strongCount, marks);
}

/** Adds what a member has of the chunks [from, to), at most a tile, to the tile: by chunk the frequency so far << 2 | marks, and the points. */
function addMember(member: i32, from: i32, to: i32, tile: i32, chunks: i32, word: i32): void {
  const fields = wordAt(chunks + CHUNKS_FIELDS);
  const lengths = wordAt(chunks + CHUNKS_LENGTHS);
  const records = tile + (TILE_CHUNKS >>> 3) - (from << 3);
  const mark = wordAt(member + MEMBER_MARK);
  const gains = wordAt(member + MEMBER_GAINS);
  setReal(word + WORD_MOST_POINTS, realAt(member + MEMBER_MOST_POINTS));
  let at = wordAt(member + MEMBER_AT);
  let left = wordAt(member + MEMBER_LEFT);
  let chunk = wordAt(member + MEMBER_CHUNK);
  let frequency = wordAt(member + MEMBER_FREQUENCY);
  while (chunk < to) {
    const record = records + (chunk << 3);
    const before = wordAt(record);
    const now = (before | mark) + (frequency << 2);
    const field = byteAt(fields + chunk);
    const length = halfAt(lengths + (chunk << 1));
    const kept = keptAt(gains, now >>> 2, field, length);
    let gain = wordAt(kept);
    if (kept === 0 || gain === 0) {
      gain = gainOf(word, now >>> 2, field, length);
      if (kept !== 0) setWord(kept, gain);
    }
    if (gain > 0) {
      setWord(record, now);
      if (before === 0) {
        const bits = tile + (((chunk - from) >>> 5) << 2);
        setWord(bits, wordAt(bits) | (1 << ((chunk - from) & 31)));
      }
      if (gain > wordAt(record + 4)) setWord(record + 4, gain);
    }
    left--;
    if (left === 0) {
      chunk = NO_CHUNK;
      break;
    }
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
  setWord(member + MEMBER_AT, at);
  setWord(member + MEMBER_LEFT, left);
  setWord(member + MEMBER_CHUNK, chunk);
  setWord(member + MEMBER_FREQUENCY, frequency);
}
