/**
 * What the tokenizer asks about characters beyond ASCII: the slow answers, written into its memory. They are the imports of its
 * WebAssembly form.
 */
import { byteAt, setByte, setWord } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { writeCodePoint } from '../utf8.ts';
import { foldEntry, foldedBytes, foldedLength, foldedStart } from './fold.ts';
import { FOLDS, FOLD_BYTES, FOLD_SLOTS, LONG_FOLD, SHORT_FOLD } from './places.ts';

/** Writes what the code point is and folds to; returns the address (see places.ts: FOLDS). */
export function learn(codePoint: i32): i32 {
  const entry = foldEntry(codePoint);
  const length = foldedLength(entry);
  const at = length > SHORT_FOLD ? LONG_FOLD : FOLDS + (codePoint & (FOLD_SLOTS - 1)) * FOLD_BYTES;
  setWord(at, codePoint + 1);
  setWord(at + 4, entry);
  const from = foldedStart(codePoint);
  for (let i = 0; i < length; i++) setByte(at + 8 + i, foldedBytes[from + i]);
  return at;
}

/** Joins a sign to the character before it, bytes [start, end), when Unicode has one character for both; returns where that ends, or 0. */
export function compose(start: i32, end: i32, sign: i32): i32 {
  const letter = Buffer.from(Array.from({ length: end - start }, (_, i) => byteAt(start + i))).toString('utf8');
  const composed = (letter + String.fromCodePoint(sign).normalize('NFKC')).normalize('NFC');
  const codePoint = composed.codePointAt(0) ?? 0;
  if (composed.length !== (codePoint > 0xffff ? 2 : 1)) return 0;
  const bytes = new Uint8Array(4);
  const length = writeCodePoint(bytes, 0, codePoint);
  for (let i = 0; i < length; i++) setByte(start + i, bytes[i]);
  return start + length;
}
