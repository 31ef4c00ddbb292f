/**
 * How the analyzer classifies a character, for strings: used for cutting queries and marking snippets.
 *
 * It uses the analyzer's own tables, so that a word is the same everywhere, and no regular expressions over
 * Unicode properties, whose first use costs a process two to four milliseconds.
 */
import { CLASS_OF_BYTE } from '../analysis/characters.ts';
import { CLASS, KIND, SCRIPT } from '../analysis/kinds.ts';
import { foldEntry, foldedBytes, foldedLength, foldedStart, kindOf, scriptOf } from '../analysis/fold.ts';

/** Kinds of ASCII, so that nothing of Unicode is loaded for plain text. */
const ASCII_KINDS = Uint8Array.from({ length: 0x80 }, (_, byte) => {
  const found = CLASS_OF_BYTE[byte];
  if (found === CLASS.lower) return KIND.lower;
  if (found === CLASS.upper) return KIND.upper;
  return found === CLASS.digit ? KIND.digit : KIND.separator;
});

/** One of KIND, of the code point at text[at]. */
export function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return ASCII_KINDS[unit];
  return kindOf(foldEntry(text.codePointAt(at) ?? 0));
}

/** Script group of the code point at text[at]; 0 for digits and what is no part of a word. */
export function scriptAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return ASCII_KINDS[unit] === KIND.lower || ASCII_KINDS[unit] === KIND.upper ? SCRIPT.latin : SCRIPT.none;
  return scriptOf(foldEntry(text.codePointAt(at) ?? 0));
}

/** True for letters, digits and marks of any script. */
export function isWordKind(kind: number): boolean {
  return kind > KIND.ignored;
}

/** True for code units of Han, kana and Hangul syllables, which are two columns wide and stay as they are when folded. */
export function isPlainWide(unit: number): boolean {
  return unit >= 0x3041 && unit <= 0xd7a3 && (unit <= 0x3098 || (unit >= 0x30a1 && unit <= 0x30fe) || (unit >= 0x3400 && unit <= 0x9fff) || unit >= 0xac00);
}

/** True for characters of scripts without spaces. */
export function isGramKind(kind: number): boolean {
  return kind >= KIND.pair;
}

/** UTF-16 units of the code point at text[at]. */
export function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** The folded form of the code point at text[at]; '' for separators and ignored signs. */
export function foldedAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at) ?? 0;
  const entry = foldEntry(codePoint);
  if (!isWordKind(kindOf(entry))) return '';
  const length = foldedLength(entry);
  if (length === 0) return String.fromCodePoint(codePoint);
  return foldedBytes.toString('utf8', foldedStart(codePoint), foldedStart(codePoint) + length);
}

/** True when the term is letters only, of scripts with spaces. */
export function isLetters(term: string): boolean {
  for (let at = 0; at < term.length; at += unitsAt(term, at)) {
    const kind = kindAt(term, at);
    if (kind !== KIND.lower && kind !== KIND.upper && kind !== KIND.mark) return false;
  }
  return term !== '';
}

/** True when the term is letters and digits only, of scripts with spaces. */
export function isAlphanumeric(term: string): boolean {
  for (let at = 0; at < term.length; at += unitsAt(term, at)) {
    const kind = kindAt(term, at);
    if (!isWordKind(kind) || isGramKind(kind)) return false;
  }
  return term !== '';
}

/** Number of code points. */
export function lengthOf(term: string): number {
  let count = 0;
  for (let at = 0; at < term.length; at += unitsAt(term, at)) count++;
  return count;
}
