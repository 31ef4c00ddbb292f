/**
 * The chunks that hold a literal: of those the index proposes (literal-candidates.ts) what the stored text confirms.
 *
 * A literal that goes over the border of two chunks of one text counts for the one in which it begins.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import { takeArena } from '../kernel/arena.ts';
import { textFrom } from './joined-text.ts';
import { candidatesOf, type Candidates } from './literal-candidates.ts';
import { createLiteral, type Literal } from './literal.ts';
import { rangeOf } from './range-of.ts';
import type { Spans } from './spans.ts';

/** A literal, looked up in the index. */
export interface KnownLiteral {
  readonly literal: Literal;
  /** By segment. */
  readonly candidates: readonly Candidates[];
}

/** Looks literals up, by their text; in the arena of the process, so before a scope is built. */
export function lookUpLiterals(snapshot: Snapshot, texts: readonly string[]): ReadonlyMap<string, KnownLiteral> {
  const found = new Map<string, KnownLiteral>();
  if (texts.length === 0) return found;
  const arena = takeArena();
  for (const text of texts) {
    const literal = createLiteral(text);
    found.set(text, { literal, candidates: snapshot.segments.map((segment) => candidatesOf(literal, segment, arena)) });
  }
  return found;
}

/** Postings of a literal in one segment: chunks in spans with a unit (all of them when spans is null), ascending. field: the only one, or -1. */
export function literalPostings({ literal, candidates }: KnownLiteral, at: number, segment: SegmentReader, spans: Spans | null, field: number): Postings {
  const { chunks: proposed, isCut } = candidates[at];
  const isWanted = spans === null ? () => true : isWantedIn(spans);
  const chunks: number[] = [];
  const frequencies: number[] = [];
  for (let i = 0; i < proposed.length; i++) {
    const chunk = proposed[i];
    if ((field >= 0 && segment.fields[chunk] !== field) || !isWanted(chunk)) continue;
    const text = segment.text(chunk);
    const frequency = isCut[i] === 0 ? literal.count(text) : literal.count(textFrom(segment, chunk, literal.letterCount), text.length);
    if (frequency === 0) continue;
    chunks.push(chunk);
    frequencies.push(frequency);
  }
  return { count: chunks.length, chunks: Uint32Array.from(chunks), frequencies: Uint32Array.from(frequencies) };
}

function isWantedIn(spans: Spans): (chunk: number) => boolean {
  let span = 0;
  return (chunk) => {
    if (spans.first[span + 1] <= chunk) span = rangeOf(spans.first, span + 1, spans.count, chunk);
    return spans.unit[span] >= 0;
  };
}
