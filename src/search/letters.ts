/**
 * What the analyzer takes a character for, asked of strings: for cutting queries and marking snippets.
 *
 * The analyzer's own tables, so that a word is the same thing everywhere; and no regular expressions over
 * Unicode properties, whose first use costs a process two to four milliseconds.
 */
import { KIND } from '../analysis/code-point.ts';
import { foldEntry, foldedBytes, foldedLength, foldedStart, kindOf, scriptOf } from '../analysis/fold.ts';

/** One of KIND, of the code point at text[at]. */
export function kindAt(text: string, at: number): number {
  return kindOf(foldEntry(text.codePointAt(at) ?? 0));
}

/** Script group of the code point at text[at]; 0 for digits and what is no part of a word. */
export function scriptAt(text: string, at: number): number {
  return scriptOf(foldEntry(text.codePointAt(at) ?? 0));
}

/** True for letters, digits and marks of any script. */
export function isWordKind(kind: number): boolean {
  return kind > KIND.ignored;
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

/** Number of code points. */
export function lengthOf(term: string): number {
  let count = 0;
  for (let at = 0; at < term.length; at += unitsAt(term, at)) count++;
  return count;
}
