/**
 * The terms that begin alike, judged by their bytes: a large dictionary has thousands, nearly all of them compounds that nobody asked for.
 */
import { TERMS_DIGITS, TERMS_SIGNS, TERM_END } from './layout.ts';
import { byteAt, setWord } from './memory.ts';
import type { i32 } from './memory.ts';

/** What a term may contain: letters; and digits, or anything. Bytes beyond ASCII are taken for letters. */
function isAllowed(byte: i32, allowed: i32): boolean {
  if (byte >= 0x80 || (byte >= 0x61 && byte <= 0x7a)) return true;
  return allowed === TERMS_SIGNS || (allowed === TERMS_DIGITS && byte >= 0x30 && byte <= 0x39);
}

/**
 * Finds those of bytes[start, end) (whole terms in order, each ended by its separator) that begin as begin[0, beginLength) does and go on with
 * what is allowed (0 for letters alone, or TERMS_…). Writes of each its number among the terms, its offset, its length << 1 | 1 where all behind
 * the beginning is ASCII. Returns how many; their complement when it met a term that does not begin so, behind which none does.
 */
export function termsWithin(start: i32, end: i32, begin: i32, beginLength: i32, allowed: i32, into: i32): i32 {
  let found: i32 = 0;
  let number: i32 = 0;
  for (let at = start; at < end; number++) {
    const from = at;
    for (let i: i32 = 0; i < beginLength; i++, at++) if (byteAt(at) !== byteAt(begin + i)) return ~found;
    let isWanted = true;
    let highest: i32 = 0;
    for (let byte = byteAt(at); byte !== TERM_END; byte = byteAt(++at)) {
      if (!isAllowed(byte, allowed)) isWanted = false;
      highest |= byte;
    }
    if (isWanted) {
      setWord(into + 12 * found, number);
      setWord(into + 12 * found + 4, from - start);
      setWord(into + 12 * found++ + 8, ((at - from) << 1) | (highest < 0x80 ? 1 : 0));
    }
    at++;
  }
  return found;
}
