/**
 * Posting lists, and ranges of ascending numbers. A function returns one number: what else it read is in variables beside it.
 */
import { SOUGHT_AT, SOUGHT_BITS, SOUGHT_CHUNK, SOUGHT_CHUNKS, SOUGHT_COUNT, SOUGHT_FOUND, SOUGHT_FREQUENCY, SOUGHT_LEFT, SOUGHT_NEXT } from './layout.ts';
import { byteAt, clz, ctz, halfAt, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Comes after the last posting. */
export const NO_CHUNK: i32 = 0x7fffffff;

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

/** What readPosting() read: chunks since the previous posting (at least 1), frequency, and where the next posting begins. */
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
 * Finds the positions of wanted chunks below `to` among those of a posting list: writes for each that the list has the bit its positions
 * begin at and their number. sought: SOUGHT, at the begin of a list that is not empty, of chunk -1, or as it was left. lengths: half words by chunk, 0 where the bits are not wanted.
 */
export function findPositions(sought: i32, to: i32, lengths: i32): void {
  const wanted = wordAt(sought + SOUGHT_CHUNKS);
  const wantedCount = wordAt(sought + SOUGHT_COUNT);
  const found = wordAt(sought + SOUGHT_FOUND);
  let at = wordAt(sought + SOUGHT_AT);
  let left = wordAt(sought + SOUGHT_LEFT);
  let chunk = wordAt(sought + SOUGHT_CHUNK);
  let frequency = wordAt(sought + SOUGHT_FREQUENCY);
  let bits = wordAt(sought + SOUGHT_BITS);
  let next = wordAt(sought + SOUGHT_NEXT);
  while (chunk < to) {
    if (chunk >= 0) {
      while (next < wantedCount && wordAt(wanted + (next << 2)) < chunk) next++;
      if (next === wantedCount) chunk = NO_CHUNK;
      else {
        if (wordAt(wanted + (next << 2)) === chunk) {
          setWord(found + (next << 3), bits);
          setWord(found + (next << 3) + 4, frequency);
        }
        if (lengths !== 0) bits += positionBits(halfAt(lengths + (chunk << 1))) * frequency;
        left--;
        if (left === 0) chunk = NO_CHUNK;
      }
      if (chunk === NO_CHUNK) break;
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
  setWord(sought + SOUGHT_AT, at);
  setWord(sought + SOUGHT_LEFT, left);
  setWord(sought + SOUGHT_CHUNK, chunk);
  setWord(sought + SOUGHT_FREQUENCY, frequency);
  setWord(sought + SOUGHT_BITS, bits);
  setWord(sought + SOUGHT_NEXT, next);
}

/** Bits of a position in a chunk of that many tokens (index/codec.ts). */
export function positionBits(length: i32): i32 {
  return length <= 1 ? 0 : 32 - clz(length - 1);
}
