/**
 * Text to terms as an array: for queries, expansions and tests. The index writer calls the tokenizer directly.
 *
 * ANALYZER_VERSION is stored in every segment; an index of another version is rebuilt. Raise it whenever any text
 * may give other terms or positions than before.
 */
import type { TermSink } from './analyzer-types.ts';
import { tokenize } from './tokenizer.ts';

/** Of the terms and positions that a text gives. */
export const ANALYZER_VERSION = 1;

/** One term of a text. */
export interface AnalyzedTerm {
  /** Folded. */
  readonly term: string;
  readonly position: number;
  /** True for a compound (identifier, path, version, address) that is also reported in parts. */
  readonly isWhole: boolean;
  /** Positions it covers: 1 for words, parts and single characters; n for compounds of n parts and for grams of n characters. */
  readonly span: number;
}

/** Terms of a text in order of position, at each position the longest first. Never throws. */
export function analyzeText(text: string): AnalyzedTerm[] {
  const bytes = Buffer.from(text, 'utf8');
  return analyzeBytes(bytes, 0, bytes.length);
}

/** The same for UTF-8 bytes[start, end). */
export function analyzeBytes(bytes: Uint8Array, start: number, end: number): AnalyzedTerm[] {
  const terms: AnalyzedTerm[] = [];
  const sink: TermSink = {
    term(scratch, from, to, _hash, position, isWhole, span) {
      terms.push({ term: Buffer.from(scratch.buffer, scratch.byteOffset + from, to - from).toString('utf8'), position, isWhole, span });
    },
  };
  tokenize(bytes, start, end, 0, sink);
  return terms;
}
