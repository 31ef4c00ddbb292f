/**
 * Finds the chunks that hold a literal: the index proposes, the stored text decides.
 *
 * Chunks that hold all pieces of the literal, at the right distances where there are many, are read and compared. A literal
 * without any piece (pure punctuation) is looked for in every wanted chunk: the slow way. Not found: what a chunk border cuts.
 */
import type { Postings, SegmentReader } from '../index/reader-types.ts';
import { rangeOf } from './range-of.ts';
import type { Literal, Piece } from './literal.ts';
import type { Spans } from './spans.ts';

/** Terms an open end may stand for; with more the end is left to the stored text. */
const END_TERMS_LIMIT = 512;
/** Terms of the dictionary looked at for an open left end. */
const SCAN_LIMIT = 8192;
/** Candidates up to which reading the text is cheaper than reading more lists, and than scanning the dictionary. */
const READ_AT_ONCE = 24;
const READ_RATHER = 100;
/** Pieces whose distances are looked at: the rarest ones. */
const PLACED_PIECES = 3;

/** A piece and the terms of a segment that it may be. */
interface KnownPiece {
  readonly piece: Piece;
  readonly ordinals: readonly number[];
}

interface Candidates {
  readonly chunks: readonly number[];
  readonly known: readonly KnownPiece[];
}

/** Postings of the literal in one segment: chunks in spans with a unit (all of them when spans is null), ascending. */
export function literalPostings(literal: Literal, segment: SegmentReader, spans: Spans | null, field: number): Postings {
  const candidates = candidateChunks(literal, segment);
  const ofField = candidates.chunks.filter((chunk) => field < 0 || segment.fields[chunk] === field);
  const wanted = spans === null ? ofField : ofField.filter(isWantedIn(spans));
  const chunks: number[] = [];
  const frequencies: number[] = [];
  for (const chunk of atRightDistance(candidates.known, segment, wanted)) {
    const frequency = literal.count(segment.text(chunk));
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

/**
 * Chunks that may hold the literal, ascending; every chunk when no piece narrows them.
 *
 * Whole pieces first, rarest first. Open ends cost a range or even a scan of the dictionary: they are asked only while
 * more chunks are left than one would rather read.
 */
function candidateChunks(literal: Literal, segment: SegmentReader): Candidates {
  const known: KnownPiece[] = [];
  for (const piece of literal.pieces.filter((one) => !isOpen(one))) {
    const ordinal = segment.lookup(Buffer.from(piece.term, 'utf8'));
    if (ordinal < 0) return { chunks: [], known: [] };
    known.push({ piece, ordinals: [ordinal] });
  }
  known.sort((a, b) => segment.documentFrequency(a.ordinals[0]) - segment.documentFrequency(b.ordinals[0]));
  let chunks: number[] | null = null;
  for (const { ordinals } of known) {
    if (chunks !== null && chunks.length <= READ_AT_ONCE) break;
    chunks = chunksWith(ordinals, segment, chunks);
  }
  // The right end is a range of the dictionary, the left one a scan.
  for (const piece of [...literal.pieces].reverse().filter(isOpen)) {
    if (chunks !== null && chunks.length <= READ_RATHER) break;
    const ordinals = endOrdinals(piece, segment);
    if (ordinals === null) continue;
    chunks = chunksWith(ordinals, segment, chunks);
    known.push({ piece, ordinals });
  }
  return { chunks: chunks ?? Array.from({ length: segment.chunkCount }, (_, chunk) => chunk), known };
}

function isOpen(piece: Piece): boolean {
  return piece.isOpenLeft || piece.isOpenRight;
}

/** Chunks, ascending, that hold one of the terms; of `among`, or of all when that is null. */
function chunksWith(ordinals: readonly number[], segment: SegmentReader, among: readonly number[] | null): number[] {
  const holds = new Uint8Array(segment.chunkCount);
  const found: number[] = [];
  for (const ordinal of ordinals) {
    const { chunks, count } = segment.postings(ordinal);
    for (let i = 0; i < count; i++) {
      if (holds[chunks[i]] === 0 && among === null) found.push(chunks[i]);
      holds[chunks[i]] = 1;
    }
  }
  return among === null ? found.sort((a, b) => a - b) : among.filter((chunk) => holds[chunk] !== 0);
}

/** Terms an open piece may be in a text; null when there are too many to narrow anything. */
function endOrdinals(piece: Piece, segment: SegmentReader): number[] | null {
  const bytes = Buffer.from(piece.term, 'utf8');
  if (!piece.isOpenLeft) {
    const { first, last } = segment.prefix(bytes);
    return last - first > END_TERMS_LIMIT ? null : Array.from({ length: last - first }, (_, at) => first + at);
  }
  const { ordinals, more } = segment.infix(bytes, SCAN_LIMIT);
  if (more) return null;
  const fitting = piece.isOpenRight ? ordinals : ordinals.filter((ordinal) => endsWith(segment.term(ordinal), bytes));
  return fitting.length > END_TERMS_LIMIT ? null : fitting;
}

function endsWith(term: Buffer, end: Buffer): boolean {
  return term.length >= end.length && term.compare(end, 0, end.length, term.length - end.length) === 0;
}

/** Drops chunks in which no terms of the pieces stand at the distances that they have in the literal. */
function atRightDistance(known: readonly KnownPiece[], segment: SegmentReader, chunks: readonly number[]): readonly number[] {
  if (chunks.length <= READ_AT_ONCE) return chunks;
  const placed = known.filter(({ piece }) => piece.isPlaced).slice(0, PLACED_PIECES);
  if (placed.length < 2) return chunks;
  const places = placed.map(({ piece, ordinals }) => ({ position: piece.position, byChunk: positionsIn(ordinals, segment, chunks) }));
  return chunks.filter((_, index) => {
    const rest = places.slice(1).map(({ position, byChunk }) => ({ shift: position - places[0].position, at: byChunk[index] }));
    for (const start of places[0].byChunk[index]) if (rest.every(({ shift, at }) => at.has(start + shift))) return true;
    return false;
  });
}

/** By chunk: where any of the terms stands. */
function positionsIn(ordinals: readonly number[], segment: SegmentReader, chunks: readonly number[]): Set<number>[] {
  const byChunk = chunks.map(() => new Set<number>());
  const isAsked = new Uint8Array(segment.chunkCount);
  for (const chunk of chunks) isAsked[chunk] = 1;
  for (const ordinal of ordinals) {
    // Of the many terms that an end may be, most stand in none of these chunks.
    if (ordinals.length > 1 && !holdsAny(segment.postings(ordinal), isAsked)) continue;
    segment.positions(ordinal, chunks).forEach((positions, index) => {
      for (const position of positions) byChunk[index].add(position);
    });
  }
  return byChunk;
}

function holdsAny({ chunks, count }: Postings, isAsked: Uint8Array): boolean {
  for (let i = 0; i < count; i++) if (isAsked[chunks[i]] !== 0) return true;
  return false;
}
