/**
 * Posting lists, and ranges of ascending numbers. A function gives one number back: what else it read stands in variables beside it.
 */
import { byteAt, clz, ctz, halfAt, setByte, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Where readVarint() stopped. */
export let varintEnd: i32 = 0;

/** The varint at that address (index/codec.ts). Sets varintEnd. */
export function readVarint(at: i32): i32 {
  let byte: i32 = byteAt(at);
  at++;
  let value: i32 = byte & 0x7f;
  for (let shift: i32 = 7; byte > 0x7f && shift < 35; shift += 7) {
    byte = byteAt(at);
    at++;
    value |= (byte & 0x7f) << shift;
  }
  varintEnd = at;
  return value;
}

/** What readPosting() read: chunks since the posting before (at least 1), frequency, and where the next posting begins. */
export let postingGap: i32 = 0;
export let postingFrequency: i32 = 0;
export let postingEnd: i32 = 0;

/** The posting at that address (index/codec.ts). */
export function readPosting(at: i32): void {
  const value = readVarint(at);
  postingGap = (value >>> 1) + 1;
  postingFrequency = (value & 1) === 0 ? 1 : readVarint(varintEnd);
  postingEnd = varintEnd;
}

/** The last i in [from, to) with start[i] <= wanted. Steps double first, so that near ranges are found in few steps. */
export function rangeOf(start: i32, from: i32, to: i32, wanted: i32): i32 {
  let low = from;
  let step: i32 = 1;
  while (low + step < to && wordAt(start + ((low + step) << 2)) <= wanted) {
    low += step;
    step <<= 1;
  }
  let high = low + step < to ? low + step : to;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (wordAt(start + (middle << 2)) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}

/** Sets the bit of each chunk of a posting list in a map of bits; returns where the list ends. */
export function markChunks(list: i32, count: i32, map: i32): i32 {
  let at = list;
  let chunk: i32 = -1;
  for (let i: i32 = 0; i < count; i++) {
    readPosting(at);
    at = postingEnd;
    chunk += postingGap;
    const word = map + ((chunk >>> 5) << 2);
    setWord(word, wordAt(word) | (1 << (chunk & 31)));
  }
  return at;
}

/** Writes the numbers of the bits that are set, ascending, and clears the map of `wordCount` words; returns how many. */
export function takeMarked(map: i32, wordCount: i32, into: i32): i32 {
  let count: i32 = 0;
  for (let i: i32 = 0; i < wordCount; i++) {
    let bits = wordAt(map + (i << 2));
    if (bits === 0) continue;
    setWord(map + (i << 2), 0);
    for (; bits !== 0; bits &= bits - 1) setWord(into + (count++ << 2), (i << 5) + ctz(bits));
  }
  return count;
}

/**
 * Finds the positions of wanted chunks (ascending) among those of a posting list: writes for each the bit its positions begin at and
 * their number, which is 0 where the list lacks the chunk. lengths: half words by chunk. Returns the number of wanted chunks looked at.
 */
export function findPositions(list: i32, count: i32, lengths: i32, wanted: i32, wantedCount: i32, into: i32): i32 {
  let at = list;
  let chunk: i32 = -1;
  let bits: i32 = 0;
  let next: i32 = 0;
  if (wantedCount === 0) return 0;
  let sought = wordAt(wanted);
  for (let i: i32 = 0; i < count; i++) {
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
    while (chunk > sought) {
      setWord(into + (next++ << 3) + 4, 0);
      if (next === wantedCount) return next;
      sought = wordAt(wanted + (next << 2));
    }
    if (chunk === sought) {
      setWord(into + (next << 3), bits);
      setWord(into + (next++ << 3) + 4, frequency);
      if (next === wantedCount) return next;
      sought = wordAt(wanted + (next << 2));
    }
    const length = halfAt(lengths + (chunk << 1));
    // positionBits()
    if (length > 1) bits += (32 - clz(length - 1)) * frequency;
  }
  while (next < wantedCount) setWord(into + (next++ << 3) + 4, 0);
  return next;
}

/** Bits of a position in a chunk of that many tokens (index/codec.ts). */
export function positionBits(length: i32): i32 {
  return length <= 1 ? 0 : 32 - clz(length - 1);
}

/** Writes a zero into each page of zeros. */
export function touchPages(at: i32, bytes: i32, pageBytes: i32): void {
  for (let page = at; page < at + bytes; page += pageBytes) setByte(page, 0);
}
