/**
 * How many terminal columns a text takes, and cutting it to fit. Pure.
 *
 * The text must be sanitized and without colour codes. Measured by grapheme cluster: wide (East
 * Asian wide and fullwidth, pictographs, flags) 2, combining 0, everything else 1. Where terminals
 * disagree (spacing marks, joined emoji, text pictographs made colourful) the larger number is
 * taken: a row that is a column too short looks fine, one that is too long breaks the screen.
 */
import { lazy } from '../lazy.ts';
import { graphemes, isSimple, isWideSimple } from './graphemes.ts';

/**
 * East_Asian_Width W and F, as [first, last] pairs; assigned neighbours merged over unassigned gaps.
 * Source: Unicode 15.1 EastAsianWidth.txt; U+3248 to U+324F, which it calls ambiguous, are wide to xterm and tmux.
 */
const WIDE: readonly number[] = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3, 0x25fd, 0x25fe,
  0x2614, 0x2615, 0x2648, 0x2653, 0x267f, 0x267f, 0x2693, 0x2693, 0x26a1, 0x26a1, 0x26aa, 0x26ab, 0x26bd, 0x26be,
  0x26c4, 0x26c5, 0x26ce, 0x26ce, 0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa,
  0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755,
  0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55,
  0x2e80, 0x303e, 0x3041, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19,
  0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18d08, 0x1aff0, 0x1b2fb, 0x1f004, 0x1f004, 0x1f0cf,
  0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f1e6, 0x1f202, 0x1f210, 0x1f23b, 0x1f240, 0x1f248, 0x1f250, 0x1f251,
  0x1f260, 0x1f265, 0x1f300, 0x1f64f, 0x1f680, 0x1f6fc, 0x1f7e0, 0x1f7f0, 0x1f900, 0x1f9ff, 0x1fa70, 0x1faff,
  0x20000, 0x2fffd, 0x30000, 0x3fffd,
];

/** Combining marks, and what is invisible. Format characters that are seen (signs in front of Arabic numbers) take a column. */
const zero = lazy(() => /^[\p{Mn}\p{Me}\p{Cc}\p{DI}\u1160-\u11ff\ud7b0-\ud7fb]$/u);
/** Makes a text pictograph of one column a picture of two. */
const EMOJI_STYLE = '\ufe0f';
const ELLIPSIS = '…';

/** Columns of a sanitized text. Cost: one pass; plain text is answered by its length. */
export function width(text: string): number {
  if (isSimple(text)) return text.length;
  let columns = 0;
  for (const cluster of graphemes(text)) columns += clusterWidth(cluster);
  return columns;
}

/**
 * The text when it fits in that many columns, else its beginning with an ellipsis; never cuts a
 * grapheme. width(truncate(text, columns)) <= columns down to 0, where the answer is empty.
 */
export function truncate(text: string, columns: number): string {
  // A code unit takes at most two columns, so a short text needs no measuring.
  if (text.length * 2 <= columns || width(text) <= columns) return text;
  if (columns < 1) return '';
  return cutAt(text, columns - 1) + ELLIPSIS;
}

/** The longest beginning of whole graphemes that fits in that many columns. */
export function cutAt(text: string, columns: number): string {
  if (isSimple(text)) return text.slice(0, Math.max(0, columns));
  let used = 0;
  let kept = '';
  for (const cluster of graphemes(text)) {
    used += clusterWidth(cluster);
    if (used > columns) break;
    kept += cluster;
  }
  return kept;
}

function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && cluster < '\u0300') return cluster < ' ' ? 0 : 1;
  if (isSimple(cluster)) return 1;
  if (isWideSimple(cluster)) return 2;
  let columns = 0;
  for (const char of cluster) {
    const code = char.codePointAt(0) as number; // of a non-empty string
    columns += char === EMOJI_STYLE ? 1 : zero().test(char) ? 0 : isWide(code) ? 2 : 1;
  }
  const isFlag = columns === 4 && cluster.length === 4 && cluster >= '\u{1f1e6}' && cluster <= '\u{1f1ff}\u{1f1ff}';
  return isFlag ? 2 : columns;
}

function isWide(code: number): boolean {
  if (code < WIDE[0]) return false;
  let low = 0;
  let high = WIDE.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < WIDE[2 * middle]) high = middle - 1;
    else if (code > WIDE[2 * middle + 1]) low = middle + 1;
    else return true;
  }
  return false;
}
