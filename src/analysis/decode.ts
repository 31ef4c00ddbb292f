/**
 * Reads characters from the memory that the tokenizer works on: classes of bytes, code points, and what a code point is and folds to.
 *
 * Invalid UTF-8 never throws: a byte that begins no valid sequence decodes to -1 with length 1, a separator.
 */
import { byteAt, wordAt } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { learn } from './beyond.ts';
import { CLASS, KIND } from './kinds.ts';
import { CLASSES, FOLDS, FOLD_BYTES, FOLD_SLOTS } from './places.ts';

/** CLASS of the byte at that address. */
export function classAt(at: i32): i32 {
  return byteAt(CLASSES + byteAt(at));
}

/** True at a byte of JOINERS (characters.ts). */
export function isJoinerAt(at: i32): boolean {
  const kind = classAt(at);
  return kind >= CLASS.name && kind <= CLASS.colon;
}

/** True at a letter or digit of ASCII, or a byte of something else that may be one. */
export function isWordAt(at: i32): boolean {
  return classAt(at) <= CLASS.high;
}

/** Length in bytes of the sequence that decodeAt read last. */
export let decodedLength: i32 = 1;

/** Code point at that address, where a byte >= 0x80 must be; -1 when it is no valid UTF-8. Sets decodedLength. */
export function decodeAt(at: i32, end: i32): i32 {
  const lead = byteAt(at);
  decodedLength = 1;
  if (lead < 0xc2 || lead > 0xf4 || at + 1 >= end) return -1;
  const second = byteAt(at + 1);
  if ((second & 0xc0) !== 0x80) return -1;
  if (lead < 0xe0) {
    decodedLength = 2;
    return ((lead & 0x1f) << 6) | (second & 0x3f);
  }
  if (at + 2 >= end) return -1;
  const third = byteAt(at + 2);
  if ((third & 0xc0) !== 0x80) return -1;
  if (lead < 0xf0) {
    const codePoint = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
    if (codePoint < 0x800 || (codePoint >= 0xd800 && codePoint < 0xe000)) return -1;
    decodedLength = 3;
    return codePoint;
  }
  if (at + 3 >= end) return -1;
  const fourth = byteAt(at + 3);
  if ((fourth & 0xc0) !== 0x80) return -1;
  const codePoint = ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
  if (codePoint < 0x10000 || codePoint > 0x10ffff) return -1;
  decodedLength = 4;
  return codePoint;
}

/** Address of what the code point is (places.ts: FOLDS); for -1, a separator, 0. Valid until the next call. */
export function foldAt(codePoint: i32): i32 {
  if (codePoint < 0) return 0;
  const at = FOLDS + (codePoint & (FOLD_SLOTS - 1)) * FOLD_BYTES;
  return wordAt(at) === codePoint + 1 ? at : learn(codePoint);
}

/** KIND of what foldAt found. */
export function kindAt(fold: i32): i32 {
  return fold === 0 ? KIND.separator : wordAt(fold + 4) & 15;
}

/** SCRIPT, likewise. */
export function scriptAt(fold: i32): i32 {
  return (wordAt(fold + 4) >>> 4) & 0x1fff;
}

/** Bytes of the folded form, which is 8 bytes further on; 0 when the code point stays as it is. */
export function foldedLengthAt(fold: i32): i32 {
  return (wordAt(fold + 4) >>> 17) & 0xff;
}
