/**
 * What the last two questions looked up, for the next one: somebody types, and each key asks again for all words but the last.
 *
 * A rare or unknown word takes a scan of all terms, a quotation the text of thousands of chunks, while scoring takes milliseconds. What is kept
 * is what would be found again, so answers do not depend on it; with another snapshot it is forgotten. A search that nobody
 * waits for any more ends where one of these long steps begins, and what it has found so far is kept as well.
 */
import type { Snapshot } from '../index/reader-types.ts';
import type { KnownLiteral } from './literal-chunks.ts';
import type { FoundWord } from './terms.ts';

/** What one question asks for, and finds again of the one before. */
export interface Lookups {
  readonly words: Kept<FoundWord>;
  readonly literals: Kept<KnownLiteral>;
  /** A text (UTF-8) that no term holds, and so none that has it in it; null where none is known. */
  absent: Buffer | null;
  /** Called before a step that may take long. Throws what ends the search. */
  readonly checkpoint: () => void;
}

/** The value of that key, made when it is not kept. */
export type Kept<T> = (key: string, make: () => T) => T;

/** Begins a question. Whatever the last question but one asked for, and the last one did not, is forgotten. */
export type BeginLookups = (snapshot: Snapshot) => Lookups;

/** Nothing is kept yet. */
export function createLookups(checkpoint: () => void = () => {}): BeginLookups {
  const words = createGenerations<FoundWord>();
  const literals = createGenerations<KnownLiteral>();
  const lookups: Lookups = { words: words.get, literals: literals.get, absent: null, checkpoint };
  let segments: Snapshot['segments'] | null = null;
  return (snapshot) => {
    const isSame = snapshot.segments === segments;
    segments = snapshot.segments;
    if (!isSame) lookups.absent = null;
    for (const kept of [words, literals]) kept.next(isSame);
    return lookups;
  };
}

interface Generations<T> {
  readonly get: Kept<T>;
  /** isKept: the last generation is. */
  next(isKept: boolean): void;
}

function createGenerations<T>(): Generations<T> {
  let last = new Map<string, T>();
  let present = new Map<string, T>();
  return {
    get: (key, make) => {
      const value = present.get(key) ?? last.get(key) ?? make();
      present.set(key, value);
      return value;
    },
    next: (isKept) => {
      last = isKept ? present : new Map();
      present = new Map();
    },
  };
}
