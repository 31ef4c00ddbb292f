/**
 * -word and -"text": the units that hold an excluded word anywhere are out.
 *
 * Anywhere means any live chunk, whatever the filters, and every session that holds it, also where its
 * text is shown under a newer copy. A word excludes as the whole word that was typed, not its other forms.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { rangeOf } from './range-of.ts';
import { literalPostings, type KnownLiteral } from './literal-chunks.ts';
import type { TypedWord } from './query.ts';
import type { Scope } from './scope.ts';
import { unitOf } from './units.ts';

/** 1 by excluded unit; null when nothing is excluded. literals: by text. */
export function excludedUnits(snapshot: Snapshot, scope: Scope, words: readonly TypedWord[], literals: ReadonlyMap<string, KnownLiteral>): Uint8Array | null {
  if (words.length === 0) return null;
  const excluded = new Uint8Array(scope.unitCount);
  for (const word of words) {
    const literal = word.term === '' ? literals.get(word.typed) : undefined;
    const term = Buffer.from(word.term, 'utf8');
    snapshot.segments.forEach((segment, at) => {
      const ordinal = literal === undefined ? segment.lookup(term) : -1;
      if (literal === undefined && ordinal < 0) return;
      const { chunks, count } = literal === undefined ? segment.postings(ordinal) : literalPostings(literal, at, segment, null, word.field);
      const isWanted = (chunk: number): boolean => word.field < 0 || segment.fields[chunk] === word.field;
      markHolders(snapshot, scope, at, [...chunks.subarray(0, count)].filter(isWanted), excluded);
    });
  }
  return excluded;
}

function markHolders(snapshot: Snapshot, scope: Scope, at: number, chunks: readonly number[], excluded: Uint8Array): void {
  const { rows } = snapshot.segments[at];
  const dead = snapshot.deadRows[at];
  let row = 0;
  for (const chunk of chunks) {
    if (rows.firstChunk[row + 1] <= chunk) row = rangeOf(rows.firstChunk, row + 1, rows.count, chunk);
    if (dead !== null && dead[row] !== 0) continue;
    const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
    for (const { session, turn } of scope.holders.of(at, row, chunk)) excluded[unitOf(scope, session, turn, isAgent)] = 1;
  }
}
