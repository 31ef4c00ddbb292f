/**
 * 64-bit keys of short byte strings, as two 32-bit halves, for identities (not for security).
 *
 * Two murmur3-style lanes with different seeds; the chance that any two of ten million keys meet is
 * about 3 in a million. Pure. Keys are part of the on-disk format: change the function, raise the format version.
 */

/** Two unsigned 32-bit halves. */
export interface Key {
  readonly hi: number;
  readonly lo: number;
}

/** Stands for a missing key; compare it by isSameKey, or by identity where it was never stored. */
export const NO_KEY: Key = { hi: 0, lo: 0 };

/** True for equal halves. */
export function isSameKey(a: Key, b: Key): boolean {
  return a.hi === b.hi && a.lo === b.lo;
}

const SEED_HI = 0x9747b28c;
const SEED_LO = 0x3c6ef372;

/** 32-bit murmur3 of bytes[start, end); unsigned. Source: Appleby, MurmurHash3 (public domain algorithm). */
export function hash32(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let h = seed | 0;
  let i = start;
  for (const last = end - 3; i < last; i += 4) {
    let k = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    k = Math.imul(k, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let shift = 0; i < end; i++, shift += 8) tail |= bytes[i] << shift;
  if (tail !== 0) {
    tail = Math.imul(tail, 0xcc9e2d51);
    tail = (tail << 15) | (tail >>> 17);
    h ^= Math.imul(tail, 0x1b873593);
  }
  h ^= end - start;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Key of bytes[start, end). Never NO_KEY. */
export function keyOfBytes(bytes: Uint8Array, start: number, end: number): Key {
  const hi = hash32(bytes, start, end, SEED_HI);
  const lo = hash32(bytes, start, end, SEED_LO);
  return hi === 0 && lo === 0 ? { hi: 0, lo: 1 } : { hi, lo };
}

/** Key of a string's UTF-8 bytes. Never NO_KEY. */
export function keyOfText(text: string): Key {
  const bytes = Buffer.from(text, 'utf8');
  return keyOfBytes(bytes, 0, bytes.length);
}
