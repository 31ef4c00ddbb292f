/**
 * -word and -"text": the units that hold an excluded word anywhere are out.
 *
 * Anywhere means any live chunk, whatever the filters say, and every session that holds the chunk, even if its
 * text is shown under a newer copy. A word excludes as the whole word that was typed, not in its other forms.
 */
import type { SegmentReader, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { rangeOf } from './range-of.ts';
import { countIn, type KnownLiteral } from './literal-chunks.ts';
import type { TypedWord } from './query.ts';
import type { Scope } from './scope.ts';
import { unitOf } from './units.ts';

/** 1 for each excluded unit; null when nothing is excluded. literals: by text. */
export function excludedUnits(snapshot: Snapshot, scope: Scope, words: readonly TypedWord[], literals: ReadonlyMap<string, KnownLiteral>): Uint8Array | null {
  if (words.length === 0) return null;
  const excluded = new Uint8Array(scope.unitCount);
  for (const word of words) {
    const literal = word.term === '' ? literals.get(word.typed) : undefined;
    const term = Buffer.from(word.term, 'utf8');
    snapshot.segments.forEach((segment, at) => {
      const isWanted = (chunk: number): boolean => word.field < 0 || segment.fields[chunk] === word.field;
      const ordinal = literal === undefined ? segment.lookup(term) : -1;
      if (literal !== undefined) markHolders(snapshot, scope, at, literal.candidates[at].chunks, excluded, (chunk, i) => isWanted(chunk) && countIn(literal, at, segment, i) > 0);
      else if (ordinal >= 0) markHolders(snapshot, scope, at, postingChunks(segment, ordinal), excluded, isWanted);
    });
  }
  return excluded;
}

function postingChunks(segment: SegmentReader, ordinal: number): Uint32Array {
  const { chunks, count } = segment.postings(ordinal);
  return chunks.subarray(0, count);
}

/** Marks the units of chunks that hold the word; `holds` is called only for units not yet marked, since it may read text. */
function markHolders(snapshot: Snapshot, scope: Scope, at: number, chunks: Uint32Array, excluded: Uint8Array, holds: (chunk: number, i: number) => boolean): void {
  const { rows } = snapshot.segments[at];
  const dead = snapshot.deadRows[at];
  let row = 0;
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i];
    if (rows.firstChunk[row + 1] <= chunk) row = rangeOf(rows.firstChunk, row + 1, rows.count, chunk);
    if (dead !== null && dead[row] !== 0) continue;
    const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
    const units = scope.holders.of(at, row, chunk).map(({ session, turn }) => unitOf(scope, session, turn, isAgent));
    if (units.some((unit) => excluded[unit] === 0) && holds(chunk, i)) for (const unit of units) excluded[unit] = 1;
  }
}
