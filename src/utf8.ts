/**
 * UTF-8 as bytes: where a sequence ends, and how a code point is written.
 *
 * Bytes that are not UTF-8 are counted as by the WHATWG decoder (and Buffer.toString): the longest beginning
 * that could have become a sequence is one error. Overlong forms, surrogates and whatever lies
 * above U+10FFFF are errors. Pure. Source: Unicode 15, table 3-7; WHATWG Encoding, section 8.1.1.
 */

/** U+FFFD, the replacement character. */
export const REPLACEMENT = 0xfffd;

/**
 * Length of the sequence that starts at `at` (bytes[at] >= 0x80): 2 to 4 where it is valid, else minus
 * the number of bytes (1 to 3) that are one error.
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at];
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (at + 1 >= end || bytes[at + 1] < low || bytes[at + 1] > high) return -1;
  for (let i = 2; i < length; i++) if (at + i >= end || (bytes[at + i] & 0xc0) !== 0x80) return -i;
  return length;
}

/** Writes a code point (no surrogate) at `at`, where there must be room for 4 bytes; returns the position behind it. */
export function writeCodePoint(bytes: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    bytes[at++] = code;
    return at;
  }
  if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12);
    else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
    }
    bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (code & 0x3f);
  return at;
}

/** The code point that starts at `at` in valid UTF-8. */
export function readCodePoint(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | (bytes[at + 1] & 0x3f);
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f);
  return ((lead & 0x07) << 18) | ((bytes[at + 1] & 0x3f) << 12) | ((bytes[at + 2] & 0x3f) << 6) | (bytes[at + 3] & 0x3f);
}

/** Start of the sequence that ends before `at`, not before `start`. */
export function previousSequence(bytes: Uint8Array, at: number, start: number): number {
  do at--;
  while (at > start && (bytes[at] & 0xc0) === 0x80);
  return at;
}
