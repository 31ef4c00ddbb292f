/**
 * The chunks that hold a literal: those of the index's candidates (literal-candidates.ts) that the stored text confirms.
 *
 * A literal across the border of two chunks of one text counts for the chunk in which it begins.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import { takeArena } from '../kernel/arena.ts';
import { textFrom } from './joined-text.ts';
import { candidatesInLongRuns, candidatesOf, type Candidates } from './literal-candidates.ts';
import { createLiteral, type Literal } from './literal.ts';
import type { Lookups } from './lookups.ts';
import { rangeOf } from './range-of.ts';
import type { Spans } from './spans.ts';

/** A literal, looked up in the index. */
export interface KnownLiteral {
  readonly literal: Literal;
  /** Candidates by segment. */
  readonly candidates: readonly Candidates[];
  /** By segment and candidate how often the literal begins there, and 1; 0: not yet read. */
  readonly counts: readonly Uint16Array[];
  readonly checkpoint: () => void;
}

/** Up to so many candidates are compared at once, to know whether any of them is right. A choice: as much text as an answer shows. */
const FEW_CANDIDATES = 64;

/** Looks up the literals that are not known; the result is by their text. Uses the arena of the process, so call it before a scope is built. */
export function lookUpLiterals(snapshot: Snapshot, texts: readonly string[], lookups: Lookups): ReadonlyMap<string, KnownLiteral> {
  return new Map(texts.map((text) => [text, lookups.literals(text, () => lookUpLiteral(snapshot, text, lookups))]));
}

function lookUpLiteral({ segments }: Snapshot, text: string, { checkpoint }: Lookups): KnownLiteral {
  checkpoint();
  const arena = takeArena();
  const literal = createLiteral(text);
  const known = (candidates: readonly Candidates[]): KnownLiteral => ({ literal, candidates, counts: candidates.map(({ chunks }) => new Uint16Array(chunks.length)), checkpoint });
  const found = known(segments.map((segment) => candidatesOf(literal, segment, arena)));
  return isHeld(segments, found) ? found : known(segments.map((segment) => candidatesInLongRuns(literal, segment, arena)));
}

/** True when a candidate has the literal, or there are many. */
function isHeld(segments: readonly SegmentReader[], known: KnownLiteral): boolean {
  const { candidates } = known;
  if (candidates.reduce((sum, { chunks }) => sum + chunks.length, 0) > FEW_CANDIDATES) return true;
  return segments.some((segment, at) => candidates[at].chunks.some((_, i) => countIn(known, at, segment, i) > 0));
}

/** For each text all chunks that may hold it, by segment; also where others hold it, what is inside of runs too long to be terms. Otherwise as lookUpLiterals(). */
export function chunksToRead({ segments }: Snapshot, texts: readonly string[]): Uint32Array[][] {
  if (texts.length === 0) return [];
  const arena = takeArena();
  return texts.map((text) => {
    const literal = createLiteral(text);
    return segments.map((segment) => {
      const both = [candidatesOf(literal, segment, arena), candidatesInLongRuns(literal, segment, arena)];
      return Uint32Array.from(new Set(both.flatMap(({ chunks }) => [...chunks]))).sort();
    });
  });
}

/** Postings of a literal in one segment: chunks with a unit, ascending. unitIn: of unitReader(); field: the only one, or -1. */
export function literalPostings(known: KnownLiteral, at: number, segment: SegmentReader, unitIn: (chunk: number) => number, field: number): Postings {
  const { chunks: proposed } = known.candidates[at];
  const chunks: number[] = [];
  const frequencies: number[] = [];
  for (let i = 0; i < proposed.length; i++) {
    const chunk = proposed[i];
    if ((field >= 0 && segment.fields[chunk] !== field) || unitIn(chunk) < 0) continue;
    const frequency = countIn(known, at, segment, i);
    if (frequency === 0) continue;
    chunks.push(chunk);
    frequencies.push(frequency);
  }
  return { count: chunks.length, chunks: Uint32Array.from(chunks), frequencies: Uint32Array.from(frequencies) };
}

/** How often the literal begins in the i-th candidate of a segment. Cost: its text is read, once. */
export function countIn({ literal, candidates, counts, checkpoint }: KnownLiteral, at: number, segment: SegmentReader, i: number): number {
  const known = counts[at][i];
  if (known > 0) return known - 1;
  checkpoint();
  const { chunks, isCut } = candidates[at];
  const text = segment.text(chunks[i]);
  const count = isCut[i] === 0 || !literal.mayGoOn(text) ? literal.count(text) : literal.count(textFrom(segment, chunks[i], literal.letterCount), text.length);
  counts[at][i] = count + 1;
  return count;
}

/** Tells the unit of chunks, asked in ascending order; -1 for chunks that are not wanted. */
export function unitReader(spans: Spans): (chunk: number) => number {
  let span = 0;
  return (chunk) => {
    if (spans.first[span + 1] <= chunk) span = rangeOf(spans.first, span + 1, spans.count, chunk);
    return spans.unit[span];
  };
}
