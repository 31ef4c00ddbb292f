/**
 * What one code point is to the tokenizer, and what it folds to. Slow and obvious; fold.ts remembers the answers.
 *
 * Folding = compatibility decomposition (NFKD), lower case, accents dropped where the accent is no letter of its own
 * (Latin, Greek, Cyrillic, Arabic, Hebrew), a few letters spelt out (ß → ss), digits of every script → 0-9.
 * Decomposed and precomposed text fold to the same bytes. Most code points are decided by ranges: regular
 * expressions over Unicode properties take milliseconds to compile, so they are made when a rare one turns up.
 * Changing anything here changes the index: raise ANALYZER_VERSION.
 */

import { KIND, SCRIPT } from './kinds.ts';

/** What foldCodePoint says. */
export interface CodePointFold {
  readonly kind: number;
  readonly script: number;
  /** Its form in a term; '' when kind is separator or ignored. */
  readonly folded: string;
}

const SEPARATOR: CodePointFold = { kind: KIND.separator, script: SCRIPT.none, folded: '' };
const IGNORED: CodePointFold = { kind: KIND.ignored, script: SCRIPT.none, folded: '' };

/** [first, last, script, kind of its letters]. Ranges outside the table: script = 32 + block of 256. */
const SCRIPTS: readonly (readonly [number, number, number, number])[] = [
  [0x0000, 0x02af, SCRIPT.latin, 0],
  [0x0370, 0x03ff, SCRIPT.greek, 0],
  [0x0400, 0x052f, SCRIPT.cyrillic, 0],
  [0x0530, 0x058f, SCRIPT.armenian, 0],
  [0x0590, 0x05ff, SCRIPT.hebrew, 0],
  [0x0600, 0x06ff, SCRIPT.arabic, 0],
  [0x0750, 0x077f, SCRIPT.arabic, 0],
  [0x0870, 0x08ff, SCRIPT.arabic, 0],
  [0x0e00, 0x0e7f, 21, KIND.triple],
  [0x0e80, 0x0eff, 22, KIND.triple],
  [0x1000, 0x109f, 23, KIND.triple],
  [0x1100, 0x11ff, SCRIPT.hangul, KIND.pair],
  [0x1400, 0x167f, 24, 0],
  [0x1780, 0x17ff, 25, KIND.triple],
  [0x1950, 0x1aaf, 26, KIND.triple],
  [0x1c80, 0x1c8f, SCRIPT.cyrillic, 0],
  [0x1e00, 0x1eff, SCRIPT.latin, 0],
  [0x1f00, 0x1fff, SCRIPT.greek, 0],
  [0x2c60, 0x2c7f, SCRIPT.latin, 0],
  [0x2de0, 0x2dff, SCRIPT.cyrillic, 0],
  [0x3005, 0x3007, SCRIPT.han, KIND.pair],
  [0x3021, 0x303b, SCRIPT.han, KIND.pair],
  [0x3041, 0x309f, SCRIPT.hiragana, KIND.pair],
  [0x30a0, 0x30ff, SCRIPT.katakana, KIND.pair],
  [0x3100, 0x312f, SCRIPT.bopomofo, KIND.pair],
  [0x3130, 0x318f, SCRIPT.hangul, KIND.pair],
  [0x31a0, 0x31bf, SCRIPT.bopomofo, KIND.pair],
  [0x31f0, 0x31ff, SCRIPT.katakana, KIND.pair],
  [0x3400, 0x9fff, SCRIPT.han, KIND.pair],
  [0xa000, 0xa4cf, 27, KIND.pair],
  [0xa640, 0xa69f, SCRIPT.cyrillic, 0],
  [0xa720, 0xa7ff, SCRIPT.latin, 0],
  [0xa960, 0xa97f, SCRIPT.hangul, KIND.pair],
  [0xa9e0, 0xa9ff, 23, KIND.triple],
  [0xaa60, 0xaadf, 23, KIND.triple],
  [0xab30, 0xab6f, SCRIPT.latin, 0],
  [0xac00, 0xd7ff, SCRIPT.hangul, KIND.pair],
  [0xf900, 0xfaff, SCRIPT.han, KIND.pair],
  [0x1b000, 0x1b16f, SCRIPT.katakana, KIND.pair],
  [0x20000, 0x323af, SCRIPT.han, KIND.pair],
];

/** Ranges that hold no letter or digit, so that the property expressions are seldom needed. */
const SEPARATORS: readonly (readonly [number, number])[] = [
  [0x0080, 0x00a9], [0x00ab, 0x00ac], [0x00ae, 0x00b1], [0x00b4, 0x00b4], [0x00b6, 0x00b8], [0x00bb, 0x00bf], [0x00d7, 0x00d7], [0x00f7, 0x00f7],
  [0x2000, 0x200b], [0x2010, 0x2029], [0x202f, 0x205f], [0x2190, 0x245f], [0x249c, 0x2bff], [0x2e00, 0x2e7f], [0x2e80, 0x3004], [0x3008, 0x3020],
  [0x3030, 0x3030], [0x30a0, 0x30a0], [0x30fb, 0x30fb], [0xd800, 0xf8ff], [0xfe10, 0xfe1f], [0xfe30, 0xfe6f], [0xff01, 0xff0f], [0xff1a, 0xff20],
  [0xff3b, 0xff40], [0xff5b, 0xff65], [0xffe0, 0xffff], [0x1f000, 0x1fbef],
];

/** Ranges that hold nothing but letters (with case or without). */
const LETTERS: readonly (readonly [number, number])[] = [
  [0x00c0, 0x02af], [0x03a3, 0x03ff], [0x0400, 0x0481], [0x048a, 0x052f], [0x3005, 0x3006], [0x3041, 0x3096], [0x309d, 0x309f], [0x30a1, 0x30fa], [0x30fc, 0x30ff], [0x3400, 0x4dbf], [0x4e00, 0x9fff], [0xac00, 0xd7a3],
];

/** Signs of no width inside words: joiners, direction marks, variation selectors, soft hyphen, byte order mark, tatweel. */
const IGNORABLES: readonly (readonly [number, number])[] = [
  [0x00ad, 0x00ad], [0x034f, 0x034f], [0x061c, 0x061c], [0x0640, 0x0640], [0x180b, 0x180f], [0x200c, 0x200f], [0x202a, 0x202e], [0x2060, 0x206f], [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff], [0xe0000, 0xe0fff],
];

/** Combining marks that carry no letter of their own: accents, and the points of Hebrew and Arabic. */
const DROPPED_MARKS: readonly (readonly [number, number])[] = [
  [0x0300, 0x036f], [0x0483, 0x0489], [0x0591, 0x05c7], [0x0610, 0x061a], [0x064b, 0x065f], [0x0670, 0x0670], [0x06d6, 0x06ed], [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff], [0x20d0, 0x20ff], [0xfe20, 0xfe2f],
];

/** Letters that look like base and accent but are letters of their alphabets. */
const KEPT_WHOLE = 'йўїѓќ';

/** Letters with no decomposition that people type otherwise. The micro sign is a unit, not Greek. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ', µ: 'u', ی: 'ي', ى: 'ي', ک: 'ك',
};

const expressions = new Map<string, RegExp>();

function hasProperty(text: string, property: string): boolean {
  let expression = expressions.get(property);
  if (expression === undefined) expressions.set(property, (expression = new RegExp(`^\\p{${property}}$`, 'u')));
  return expression.test(text);
}

function isIn(codePoint: number, ranges: readonly (readonly [number, number])[]): boolean {
  for (const [first, last] of ranges) if (codePoint >= first && codePoint <= last) return true;
  return false;
}

/** Kind, script and folded form of a code point (any number; what is no code point is a separator). */
export function foldCodePoint(codePoint: number): CodePointFold {
  if (isIn(codePoint, IGNORABLES)) return IGNORED;
  if (isIn(codePoint, SEPARATORS) || codePoint > 0x10ffff) return SEPARATOR;
  if (isIn(codePoint, DROPPED_MARKS)) return IGNORED;
  const text = String.fromCodePoint(codePoint);
  if (isIn(codePoint, LETTERS) || hasProperty(text, 'L')) return foldLetter(text);
  if (hasProperty(text, 'N')) return foldNumber(codePoint, text);
  if (!hasProperty(text, 'M')) return SEPARATOR;
  const [script, kind] = scriptOf(codePoint);
  return { kind: kind === KIND.triple ? KIND.tripleMark : kind === KIND.pair ? KIND.pair : KIND.mark, script, folded: text.normalize(kind === 0 ? 'NFKD' : 'NFKC') };
}

function foldLetter(text: string): CodePointFold {
  const composed = text.normalize('NFKC');
  const [script, kind] = scriptOf(composed.codePointAt(0) ?? 0);
  if (kind === KIND.pair && composed.length <= 2) return { kind, script, folded: composed };
  let folded = '';
  for (const letter of SPELT[text] ?? composed.toLowerCase()) folded += KEPT_WHOLE.includes(letter) ? letter : spell(letter);
  if (folded === '') return SEPARATOR;
  return { kind: kind !== 0 ? kind : text.toLowerCase() === text ? KIND.lower : KIND.upper, script: scriptOf(folded.codePointAt(0) ?? 0)[0], folded };
}

function spell(letter: string): string {
  let spelt = '';
  for (const part of letter.normalize('NFKD').toLowerCase()) {
    const codePoint = part.codePointAt(0) ?? 0;
    // Modifier letters (02B0-02FF) and what a compatibility form brings along (spaces, dots) are no letters of a word.
    if ((codePoint >= 0x02b0 && codePoint <= 0x036f) || isIn(codePoint, DROPPED_MARKS) || (codePoint < 0x80 && !/[a-z0-9]/.test(part))) continue;
    spelt += SPELT[part] ?? part;
  }
  return spelt;
}

function foldNumber(codePoint: number, text: string): CodePointFold {
  const plain = text.normalize('NFKD').toLowerCase();
  if (/^[0-9]+$/.test(plain)) return { kind: KIND.digit, script: SCRIPT.none, folded: plain };
  if (/^[a-z]+$/.test(plain)) return { kind: text.toLowerCase() === text ? KIND.lower : KIND.upper, script: SCRIPT.latin, folded: plain };
  const [script, kind] = scriptOf(codePoint);
  if (kind === KIND.pair) return { kind, script, folded: text };
  if (!hasProperty(text, 'Nd')) return SEPARATOR;
  // Decimal digits come in runs of ten that begin with zero.
  let value = 0;
  while (value < 9 && hasProperty(String.fromCodePoint(codePoint - value - 1), 'Nd')) value++;
  return { kind: KIND.digit, script: SCRIPT.none, folded: String(value) };
}

function scriptOf(codePoint: number): readonly [number, number] {
  for (const [first, last, script, kind] of SCRIPTS) if (codePoint >= first && codePoint <= last) return [script, kind];
  return [32 + (codePoint >>> 8), 0];
}
