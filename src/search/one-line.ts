/**
 * Text on one line, cut by columns: for snippets, prompts and openings. Pure.
 *
 * Columns are estimated from code point ranges (wide scripts and emoji take two); cuts are between words
 * if possible, and never inside what a reader takes for one character. The terminal measures again
 * what it prints (terminal/width.ts, terminal/graphemes.ts); here only the amount of text is chosen, with the analyzer's
 * tables, since the regular expressions of the exact rules cost a cold process two to four milliseconds.
 */
import { KIND } from '../analysis/kinds.ts';
import { isPlainWide, kindAt } from './letters.ts';

/** Replaces white space and line feeds by single blanks, none at the ends. Composed (NFC). */
export function flatten(text: string): string {
  return text.replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** The first accent that joins the character before it: all code units below are one column wide, and a character each. */
const FIRST_MARK = 0x300;

/** ASCII, and signs that outputs are full of: dashes, quotes, dots, arrows, lines and blocks. */
const PLAIN = /^[\x20-\x7e\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2713]*$/;

/** True when every UTF-16 unit is one column wide, a character of its own, and folded by toLowerCase(), so that none has to be looked up. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Columns of the code point at text[at]. */
function columnsAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < FIRST_MARK) return 1;
  if (isPlainWide(unit)) return 2;
  const codePoint = text.codePointAt(at) ?? 0;
  if (isWide(codePoint)) return 2;
  const kind = kindAt(text, at);
  return kind === KIND.ignored || kind === KIND.mark || kind === KIND.tripleMark ? 0 : 1;
}

function isWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x1100 && codePoint <= 0x115f) || (codePoint >= 0x2e80 && codePoint <= 0xa4cf) || (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) || (codePoint >= 0xfe30 && codePoint <= 0xfe6f) || (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffe6) || (codePoint >= 0x1f300 && codePoint <= 0x1faff) || (codePoint >= 0x20000 && codePoint <= 0x3fffd)
  );
}

/** A text and its columns: columns[i] = columns before unit i; null when every unit is one column. */
export interface MeasuredText {
  readonly text: string;
  readonly columns: Uint32Array | null;
}

/** Measures a text once, for any number of cuts. */
export function measure(text: string): MeasuredText {
  if (isPlain(text)) return { text, columns: null };
  const columns = new Uint32Array(text.length + 1);
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    // Nearly all are plain, and a call would cost more than everything else.
    before += text.charCodeAt(at) < FIRST_MARK ? 1 : isTail(text, at) ? 0 : columnsAt(text, at);
    columns[at + 1] = before;
  }
  return { text, columns };
}

/** Where text from start on fills the columns: the largest cluster border, at most text.length. */
export function endOfColumns({ text, columns }: MeasuredText, start: number, wanted: number): number {
  if (columns === null) return Math.min(text.length, start + wanted);
  const limit = columns[start] + wanted;
  if (columns[text.length] <= limit) return text.length;
  let end = firstAbove(columns, limit, start) - 1;
  while (end > start && !isClusterBorder(text, end)) end--;
  return end;
}

/** Where text of that many columns begins that ends at `end`: the smallest cluster border, at least 0. */
export function startOfColumns({ text, columns }: MeasuredText, end: number, wanted: number): number {
  if (columns === null) return Math.max(0, end - wanted);
  let start = columns[end] <= wanted ? 0 : firstAbove(columns, columns[end] - wanted - 1, 0);
  while (start < end && !isClusterBorder(text, start)) start++;
  return start;
}

/** First index from `from` on whose value is greater. */
function firstAbove(ascending: Uint32Array, value: number, from: number): number {
  let low = from;
  for (let high = ascending.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The text in at most that many columns, with … where it was cut; expects flat text. */
export function shorten(text: string, columns: number): string {
  const measured = measure(text.slice(0, 4 * columns));
  if (measured.text.length === text.length && endOfColumns(measured, 0, columns) === text.length) return text;
  return `${text.slice(0, wordEnd(text, 0, endOfColumns(measured, 0, columns - 1))).trimEnd()}…`;
}

/** The last blank in the last third of text[start, end), the best place to cut; end when there is none. */
export function wordEnd(text: string, start: number, end: number): number {
  if (end >= text.length || text[end] === ' ') return end;
  const blank = text.lastIndexOf(' ', end - 1);
  return blank > start + ((end - start) * 2) / 3 ? blank : end;
}

function isTail(text: string, at: number): boolean {
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

const JOINER = '\u200d';
const VIRAMAS = '\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1bab\ua9c0\uaaf6';

/** False where a cut would separate a character from its accents, marks or joined pictures. When in doubt, false. */
export function isClusterBorder(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const unit = text.charCodeAt(at);
  if (unit < FIRST_MARK) return true;
  if (isPlainWide(unit)) return text[at - 1] !== JOINER;
  if (isTail(text, at)) return false;
  const before = text[at - 1];
  if (before === JOINER || VIRAMAS.includes(before)) return false;
  const kind = kindAt(text, at);
  if (kind === KIND.ignored || kind === KIND.mark || kind === KIND.tripleMark) return false;
  const codePoint = text.codePointAt(at) ?? 0;
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) return false;
  if (isRegional(codePoint)) return regionalsBefore(text, at) % 2 === 0;
  // Hangul vowels and finals, kana sound marks, voiced marks of half width.
  return !((codePoint >= 0x1160 && codePoint <= 0x11ff) || codePoint === 0x3099 || codePoint === 0x309a || codePoint === 0xff9e || codePoint === 0xff9f);
}

function isRegional(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

/** Two of them make a flag, so this counts how many there are in a row before text[at]. */
function regionalsBefore(text: string, at: number): number {
  let count = 0;
  while (at >= 2 && isRegional(text.codePointAt(at - 2) ?? 0)) {
    count++;
    at -= 2;
  }
  return count;
}
