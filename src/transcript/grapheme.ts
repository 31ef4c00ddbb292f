/**
 * Whether text may be cut at a place without tearing what a person sees as one character.
 *
 * Source: UAX 29, section 3.1, on UTF-8 bytes. Where the rules need more context or newer tables than is
 * worth carrying, the answer is "no border": a cut a little earlier costs nothing, a torn character
 * is visible. So every border found here is one by UAX 29, but not the reverse (marks that do not
 * extend, an emoji behind a stray joiner, a letter behind a virama in scripts that form no conjuncts).
 */

import { lazy } from '../lazy.ts';
import { previousSequence, readCodePoint } from '../utf8.ts';

const JOINER = 0x200d;
/** Extend, SpacingMark and ZWJ, a little widened. Emoji modifiers and tags are extenders too. */
const extending = lazy(() => /^[\p{M}\p{Emoji_Modifier}\u200c\u200d\u0e33\u0eb3\uff9e\uff9f\u{e0020}-\u{e007f}]$/u);
/** Prepend: signs that enclose or precede the next letter. */
const prepended = lazy(() => /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]$/u);
const pictograph = lazy(() => /^\p{Extended_Pictographic}$/u);
/** Viramas and their like: the letter behind one may form a conjunct with the letter before it. */
const linking = lazy(() => /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6\u{10a3f}\u{11046}\u{11133}\u{111c0}\u{11235}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{11839}\u{1193e}\u{119e0}\u{11a47}\u{11c3f}\u{11d45}\u{11d97}\u{11f42}]$/u);

/**
 * True when valid UTF-8 bytes[start, end) may be cut before `at`. `start` and `end` themselves are borders; the text before
 * `start` is ignored. Cost: constant for most text, else the length of the run of marks before `at`.
 */
export function isGraphemeBorder(bytes: Uint8Array, start: number, at: number, end: number): boolean {
  if (at <= start || at >= end) return true;
  const before = bytes[at - 1];
  const lead = bytes[at];
  if (before < 0x80 && lead < 0x80) return before !== 0x0d || lead !== 0x0a;
  if (before < 0x20) return true;
  if ((lead & 0xc0) === 0x80) return false;
  const next = readCodePoint(bytes, at);
  const place = previousSequence(bytes, at, start);
  const previous = readCodePoint(bytes, place);
  if (isExtending(next)) return false;
  if (previous >= 0x600 && prepended().test(String.fromCodePoint(previous))) return false;
  if (next < 0x300) return true;
  if (joinsSyllable(previous, next)) return false;
  if (isRegional(next) && isRegional(previous)) return countRegionals(bytes, place, start) % 2 === 0;
  if (previous === JOINER && pictograph().test(String.fromCodePoint(next))) return false;
  return !isExtending(previous) || !endsInLink(bytes, start, at);
}

function isExtending(code: number): boolean {
  return code >= 0x300 && !(code >= 0x3400 && code < 0xa000) && extending().test(String.fromCodePoint(code));
}

/** Whether the run of marks before `at` holds a virama. */
function endsInLink(bytes: Uint8Array, start: number, at: number): boolean {
  while (at > start) {
    at = previousSequence(bytes, at, start);
    const code = readCodePoint(bytes, at);
    if (!isExtending(code)) return false;
    if (linking().test(String.fromCodePoint(code))) return true;
  }
  return false;
}

function isRegional(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

/** Number of regional indicators in a row that end with the one at `at`. */
function countRegionals(bytes: Uint8Array, at: number, start: number): number {
  let count = 1;
  while (at > start) {
    at = previousSequence(bytes, at, start);
    if (!isRegional(readCodePoint(bytes, at))) break;
    count++;
  }
  return count;
}

const LEADING = 1;
const VOWEL = 2;
const TRAILING = 3;
const LEADING_VOWEL = 4;
const WHOLE = 5;

/** Kind of Hangul syllable or jamo; 0 for anything else. */
function hangulKind(code: number): number {
  if (code >= 0xac00 && code <= 0xd7a3) return (code - 0xac00) % 28 === 0 ? LEADING_VOWEL : WHOLE;
  if ((code >= 0x1100 && code <= 0x115f) || (code >= 0xa960 && code <= 0xa97c)) return LEADING;
  if ((code >= 0x1160 && code <= 0x11a7) || (code >= 0xd7b0 && code <= 0xd7c6)) return VOWEL;
  if ((code >= 0x11a8 && code <= 0x11ff) || (code >= 0xd7cb && code <= 0xd7fb)) return TRAILING;
  return 0;
}

/** Rules GB6 to GB8. */
function joinsSyllable(previous: number, next: number): boolean {
  const right = hangulKind(next);
  if (right === 0) return false;
  const left = hangulKind(previous);
  if (left === LEADING) return right !== TRAILING;
  if (right === VOWEL) return left === VOWEL || left === LEADING_VOWEL;
  return right === TRAILING && left !== 0;
}
