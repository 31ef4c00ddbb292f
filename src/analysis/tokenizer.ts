/**
 * Bytes of text in, folded terms out: the one tokenizer of index and query. Never throws, whatever the bytes.
 *
 * A word is a run of letters and digits of one script. Joiners inside (`_ $ - . / : @ # + ~`) hold words together as a compound, which
 * is reported whole, at every strength of joiner, and in parts; camel case and letter/digit borders part a word further. Joiners at
 * either end are no part, so `--dry-run`, `src/app/` and "end." need no care. A possessive 's is cut. Scripts without spaces: grams.ts.
 * What a word gives depends on nothing outside its run of non-spaces.
 *
 * Most words are lower-case ASCII between separators: those are hashed and reported where they stand. Everything else goes
 * through a small automaton into compound.ts. Hot functions are kept tiny and branch by tables on purpose: a large one is
 * compiled again (20 ms) each time a branch is first taken, which cost more than tokenizing 20 MB.
 */
import type { TermSink } from './analyzer-types.ts';
import { CLASS, CLASS_OF_BYTE, decodeAt, decodedLength } from './characters.ts';
import { KIND } from './code-point.ts';
import { MAX_TERM_BYTES } from './compound.ts';
import { foldEntry, kindOf } from './fold.ts';
import { gramsEnd, readGrams } from './grams.ts';
import { HASH_PRIME, HASH_SEED, finishHash } from './term-hash.ts';
import { readWord, wordEnd } from './word.ts';

/** Where the run that readRun read ends. */
let runEnd = 0;

/** Reports the terms of bytes[start, end); returns the number of positions used. Cost: one pass. */
export function tokenize(bytes: Uint8Array, start: number, end: number, firstPosition: number, sink: TermSink): number {
  let position = firstPosition;
  let i = start;
  while (i < end) {
    const first = CLASS_OF_BYTE[bytes[i]];
    if (first > CLASS.high) {
      // A separator, or a joiner that begins no word.
      i++;
      continue;
    }
    if (first === CLASS.lower) {
      let h = HASH_SEED;
      let k = i;
      let next = 0;
      do {
        h = Math.imul(h ^ bytes[k], HASH_PRIME);
        next = ++k < end ? CLASS_OF_BYTE[bytes[k]] : CLASS.separator;
      } while (next === CLASS.lower);
      if ((next === CLASS.separator || (next >= CLASS.name && isLoneJoiner(bytes, k, end, k - i))) && k - i <= MAX_TERM_BYTES) {
        sink.term(bytes, i, k, finishHash(h), position, false, 1);
        position++;
        i = k + 1;
        continue;
      }
    }
    position += readRun(bytes, i, end, position, sink);
    i = runEnd;
  }
  return position - firstPosition;
}

/** True when no word goes on behind the joiner at bytes[i], and it belongs to the word of `length` bytes as little (`c#`). */
function isLoneJoiner(bytes: Uint8Array, i: number, end: number, length: number): boolean {
  return length > 1 && CLASS_OF_BYTE[bytes[i]] <= CLASS.colon && (i + 1 >= end || CLASS_OF_BYTE[bytes[i + 1]] === CLASS.separator);
}

/** Reads the word, compound or run of grams at bytes[i], or skips one character; returns the positions used and sets runEnd. */
function readRun(bytes: Uint8Array, i: number, end: number, position: number, sink: TermSink): number {
  if (bytes[i] >= 0x80) {
    const codePoint = decodeAt(bytes, i, end);
    const entry = codePoint < 0 ? KIND.separator : foldEntry(codePoint);
    const kind = kindOf(entry);
    if (kind < KIND.lower || kind === KIND.mark) {
      runEnd = i + decodedLength;
      return 0;
    }
    if (kind >= KIND.pair) {
      const used = readGrams(bytes, i, end, entry, position, sink);
      runEnd = gramsEnd;
      return used;
    }
  }
  const used = readWord(bytes, i, end, position, sink);
  runEnd = wordEnd;
  return used;
}
