/**
 * Text to terms as an array: for queries, expansions and tests. Segments are made with the same tokenizer (index/term-kernel.ts).
 *
 * ANALYZER_VERSION is stored in every segment; an index of another version is rebuilt. Raise it whenever any text
 * may give other terms or positions than before.
 */
import { useMemory } from '../kernel/memory.ts';
import { FREE, TERM_AT, TERM_BYTES, TERM_FORM, TERM_POSITION } from './places.ts';
import { prepareMemory } from './tables.ts';
import { roomForFolded, roomForTerms, tokenize } from './tokenizer.ts';

/** Version of the terms and positions that a text gives. */
export const ANALYZER_VERSION = 2;

/** One term of a text. */
export interface AnalyzedTerm {
  /** Folded. */
  readonly term: string;
  readonly position: number;
  /** True for a compound (identifier, path, version, address) that is also reported in parts. */
  readonly isWhole: boolean;
  /** Positions that it covers: 1 for words, parts and single characters; n for compounds of n parts and for grams of n characters. */
  readonly span: number;
}

/** Room for what a query is. */
const SHORT_TEXT_BYTES = 1 << 10;
let memory: ArrayBuffer | null = null;

/** Terms of a text in order of position, at each position the longest first. Never throws. */
export function analyzeText(text: string): AnalyzedTerm[] {
  const bytes = Buffer.from(text, 'utf8');
  return analyzeBytes(bytes, 0, bytes.length);
}

/** The same for UTF-8 bytes[start, end). */
export function analyzeBytes(bytes: Uint8Array, start: number, end: number): AnalyzedTerm[] {
  const length = end - start;
  const buffer = memoryFor(length);
  const terms = (FREE + length + 7) & ~7;
  const folded = terms + roomForTerms(length);
  Buffer.from(buffer).set(bytes.subarray(start, end), FREE);
  const before = useMemory(buffer);
  const termsEnd = tokenize(FREE, FREE + length, terms, folded);
  useMemory(before);
  return readTerms(buffer, terms, termsEnd);
}

/** Terms as the tokenizer reports them. */
export function readTerms(buffer: ArrayBuffer, terms: number, termsEnd: number): AnalyzedTerm[] {
  const found: AnalyzedTerm[] = [];
  const words = new Int32Array(buffer);
  const bytes = Buffer.from(buffer);
  for (let at = terms; at < termsEnd; at += TERM_BYTES) {
    const start = words[(at + TERM_AT) >>> 2];
    const form = words[(at + TERM_FORM) >>> 2];
    const term = bytes.toString('utf8', start, start + (form & 0xff));
    found.push({ term, position: words[(at + TERM_POSITION) >>> 2], isWhole: (form & 0x100) !== 0, span: form >>> 16 });
  }
  return found;
}

/** The memory for short texts is kept: it holds what is known about characters. */
function memoryFor(textBytes: number): ArrayBuffer {
  if (memory !== null && textBytes <= SHORT_TEXT_BYTES) return memory;
  const room = Math.max(textBytes, SHORT_TEXT_BYTES);
  const made = new ArrayBuffer((FREE + room + roomForTerms(room) + roomForFolded(room) + 15) & ~7);
  prepareMemory(made);
  if (textBytes <= SHORT_TEXT_BYTES) memory = made;
  return made;
}
