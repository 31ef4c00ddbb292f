/**
 * Bytes of text in, folded terms out: the one tokenizer of index and query. Never throws, whatever the bytes.
 *
 * A word is a run of letters and digits of one script. Joiners inside (`_ $ - . / : @ # + ~`) hold words together as a compound, which
 * is reported whole, at every strength of joiner, and in parts; camel case and letter/digit borders part a word further. Joiners at
 * either end are no part, so `--dry-run`, `src/app/` and "end." need no care. A possessive 's is cut. Scripts without spaces: grams.ts.
 * What a word gives depends on nothing outside its run of non-spaces.
 *
 * Most words are lower-case ASCII between separators: those are hashed and reported where they stand. Everything else goes
 * through a small automaton into compound.ts. All of it works on plain memory, with nothing but numbers: a query runs it as JavaScript
 * (analyzer.ts), the making of a segment as WebAssembly where it may (index/term-kernel.ts): as JavaScript a first build of 100 MB took
 * a quarter of its time to have it compiled, and again as much to run it.
 */
import { byteAt, imul } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { MAX_TERM_BYTES, beginReports, reportTerm, termsEnd } from './compound.ts';
import { classAt, decodeAt, decodedLength, foldAt, kindAt, scriptAt } from './decode.ts';
import { gramsEnd, readGrams } from './grams.ts';
import { CLASS, KIND } from './kinds.ts';
import { HASH_PRIME, HASH_SEED, finishHash } from './term-hash.ts';
import { forgetLine, readWord, wordEnd } from './word.ts';

/** Where the run that readRun read ends. */
let runEnd: i32 = 0;

/**
 * Reports the terms of bytes [start, end) at address `terms`; returns where they end. A term is four words (places.ts: TERM_…).
 *
 * Positions count upwards from 0 in steps of 0 or 1 and never fall, so that a writer may keep one bit a term. A compound (isWhole) is
 * reported whole at the position of its first part, then smaller compounds inside it, then the part. span: how many positions it
 * covers (1: a word or part; n: a compound of n parts, or n characters of a script without spaces).
 * Terms may point to `scratch`. Room needed, by bytes of text: roomForTerms, roomForFolded. Cost: one pass.
 */
export function tokenize(start: i32, end: i32, terms: i32, scratch: i32): i32 {
  beginReports(terms, scratch);
  forgetLine();
  let position: i32 = 0;
  let at = start;
  while (at < end) {
    const first = classAt(at);
    if (first > CLASS.high) {
      // A separator, or a joiner that begins no word.
      at++;
      continue;
    }
    if (first === CLASS.lower) {
      let h: i32 = HASH_SEED;
      let k = at;
      let next: i32 = 0;
      do {
        h = imul(h ^ byteAt(k), HASH_PRIME);
        next = ++k < end ? classAt(k) : CLASS.separator;
      } while (next === CLASS.lower);
      if ((next === CLASS.separator || (next >= CLASS.name && isLoneJoiner(k, end, k - at))) && k - at <= MAX_TERM_BYTES) {
        reportTerm(at, k - at, finishHash(h), position, false, 1);
        position++;
        at = k + 1;
        continue;
      }
    }
    position += readRun(at, end, position);
    at = runEnd;
  }
  return termsEnd;
}

/** True when no word goes on after the joiner there, and it does not belong to the word of `length` bytes either (`c#`). */
function isLoneJoiner(at: i32, end: i32, length: i32): boolean {
  return length > 1 && classAt(at) <= CLASS.colon && (at + 1 >= end || classAt(at + 1) === CLASS.separator);
}

/** Reads the word, compound or run of grams there, or skips one character; returns the positions used and sets runEnd. */
function readRun(at: i32, end: i32, position: i32): i32 {
  if (byteAt(at) >= 0x80) {
    const fold = foldAt(decodeAt(at, end));
    const kind = kindAt(fold);
    if (kind < KIND.lower || kind === KIND.mark) {
      runEnd = at + decodedLength;
      return 0;
    }
    if (kind >= KIND.pair) {
      const used = readGrams(at, end, kind, scriptAt(fold), position);
      runEnd = gramsEnd;
      return used;
    }
  }
  const used = readWord(at, end, position);
  runEnd = wordEnd;
  return used;
}

/** Bytes for the terms of that many bytes of text: at most seven terms begin at a part, and every part but a word's first has a byte before it. */
export function roomForTerms(textBytes: i32): i32 {
  return (textBytes * 4 + 8) * 16;
}

/** Bytes for their folded form: three bytes become at most 33 (U+FDFA). */
export function roomForFolded(textBytes: i32): i32 {
  return textBytes * 12 + 1024;
}
