/**
 * Quotations: where their words have the right distances.
 *
 * The tokens of a segment are numbered through, chunk after chunk, so that a distance is also right across the border of two chunks. A map
 * has a bit for every token: whether the quotation may have its first word there.
 */
import { positionBits, rangeOf, readVarint, varintEnd } from './lists.ts';
import { byteAt, clearBytes, halfAt, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Writes the number of each chunk's first token, one more than `count`; returns the number of all. lengths: half words by chunk. */
export function numberTokens(lengths: i32, count: i32, into: i32): i32 {
  let token: i32 = 0;
  for (let chunk: i32 = 0; chunk < count; chunk++) {
    setWord(into + (chunk << 2), token);
    token += halfAt(lengths + (chunk << 1));
  }
  setWord(into + (count << 2), token);
  return token;
}

/**
 * Marks in a map where the first word must be if this term is `shift` tokens after it; returns how many bits were set.
 *
 * positions: as stored (index/codec.ts); first: from numberTokens(). Of a chunk only what is among its first `atStart` tokens or its
 * last `atEnd` ones counts. among: a map in which the bit must be set too, or 0.
 */
export function markPlaces(list: i32, count: i32, positions: i32, lengths: i32, first: i32, shift: i32, atStart: i32, atEnd: i32, among: i32, map: i32): i32 {
  let at = list;
  let chunk: i32 = -1;
  let bit: i32 = 0;
  let found: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    // readPosting() written out: a call for each posting costs too much.
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
    const length = halfAt(lengths + (chunk << 1));
    const width = positionBits(length);
    const mask: i32 = (1 << width) - 1;
    const start = wordAt(first + (chunk << 2)) - shift;
    for (let k: i32 = 0; k < frequency; k++, bit += width) {
      const byte = positions + (bit >>> 3);
      const position = ((byteAt(byte) | (byteAt(byte + 1) << 8) | (byteAt(byte + 2) << 16)) >>> (bit & 7)) & mask;
      const place = start + position;
      if (place < 0 || (position >= atStart && position < length - atEnd)) continue;
      const word = (place >>> 5) << 2;
      const flag: i32 = 1 << (place & 31);
      if ((among !== 0 && (wordAt(among + word) & flag) === 0) || (wordAt(map + word) & flag) !== 0) continue;
      setWord(map + word, wordAt(map + word) | flag);
      found++;
    }
  }
  return found;
}

/** Clears a map of that many words. */
export function clearWords(map: i32, wordCount: i32): void {
  clearBytes(map, wordCount << 2);
}

/** Writes three chunks for each of those tokens (ascending): that of the token `before` it, its own, that of the token `after` it. first: of `chunkCount` chunks. */
export function chunksAround(tokens: i32, count: i32, first: i32, chunkCount: i32, before: i32, after: i32, into: i32): void {
  let own: i32 = 0;
  let low: i32 = 0;
  let high: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const token = wordAt(tokens + (i << 2));
    low = token < before ? 0 : rangeOf(first, low, chunkCount, token - before);
    own = rangeOf(first, own, chunkCount, token);
    high = rangeOf(first, high, chunkCount, token + after);
    setWord(into + 12 * i, low);
    setWord(into + 12 * i + 4, own);
    setWord(into + 12 * i + 8, high);
  }
}
