/**
 * Which chunks may hold a literal, according to the index alone. Every chunk that does is among them; the stored text decides which do.
 *
 * If several words are known, the kernel compares their positions, in a numbering of tokens that continues across the borders of
 * chunks. Whole pieces come first, the rarest first. Open ends cost a range or even a scan of the dictionary: they are looked up only
 * while more places are left than are worth reading.
 */
import { isJoiner } from '../analysis/characters.ts';
import { MAX_TERM_BYTES } from '../analysis/compound.ts';
import { SEPARATOR } from '../index/format.ts';
import type { SegmentReader, TermTest } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import type { Literal, Piece } from './literal.ts';
import { copyList } from './term-lists.ts';

/** Most terms for an open end; if there are more, the stored text has to decide. */
const END_TERMS_LIMIT = 4096;
/** Bytes by which a term that was cut may be shorter than the longest term. */
const LONGEST_CHARACTER = 4;
/** Up to this many places, reading the text is cheaper than reading more lists or scanning the dictionary. */
const READ_AT_ONCE = 24;
const READ_RATHER = 100;
/** Most pieces looked up: the longest, which are rare. For a page of text the rest would cost more than they exclude. */
const LOOKED_UP = 24;
/** Most pieces whose positions are read: the rarest. */
const PLACED_PIECES = 3;
/** Gap after the last token of a segment. */
const SPARE_TOKENS = 1 << 16;

const TERM_END = Uint8Array.of(SEPARATOR);

/** Chunks in which a literal may begin. */
export interface Candidates {
  /** Ascending, each once. */
  readonly chunks: Uint32Array;
  /** 1 where the literal may go on in the next chunk. */
  readonly isCut: Uint8Array;
}

/** A piece and the terms of a segment that it may be. */
interface KnownPiece {
  readonly piece: Piece;
  readonly ordinals: readonly number[];
}

/** Candidates in a segment. arena: free; what is taken is given back. */
export function candidatesOf(literal: Literal, segment: SegmentReader, arena: Arena): Candidates {
  const placed = literal.pieces.filter(({ isPlaced }) => isPlaced);
  const inside = placed.length < 2 ? null : placesOf(placed, literal, false, segment, arena);
  const chunks = inside === null ? chunksWithAll(literal.pieces, segment, arena) : Uint32Array.from(new Set(inside.map(({ own }) => own)));
  const across = literal.mayBeCut ? acrossPlaces(literal, inside, segment, arena) : [];
  const isCut = new Set<number>();
  for (const { from, own, to } of across) for (let chunk = from; chunk <= own; chunk++) if (to > chunk) isCut.add(chunk);
  // A long run may be cut anywhere.
  if (literal.mayBeOpaque) for (const chunk of chunksWith(cutTerms(segment), null, segment, arena)) isCut.add(chunk);
  if (isCut.size === 0) return { chunks, isCut: new Uint8Array(chunks.length) };
  const all = Uint32Array.from(new Set([...chunks, ...isCut])).sort();
  return { chunks: all, isCut: Uint8Array.from(all, (chunk) => (isCut.has(chunk) ? 1 : 0)) };
}

/**
 * Candidates that candidatesOf() does not see: the literal may lie in a run too long to be a term whole, of which there are only parts,
 * or the head. Cost: a walk over the dictionary, and later the text of all chunks that have such a head.
 */
export function candidatesInLongRuns(literal: Literal, segment: SegmentReader, arena: Arena): Candidates {
  const { parts, inner } = literal.insideLong;
  const byParts = parts.length === 0 ? [] : placesOf(parts, literal, false, segment, arena)?.map(({ own }) => own) ?? chunksWithAll(parts, segment, arena);
  const among = inner.length === 0 ? null : chunksWithAll(inner, segment, arena);
  const byHead = among?.length === 0 ? [] : chunksWith(cutTerms(segment), among, segment, arena);
  const chunks = Uint32Array.from(new Set([...byParts, ...byHead])).sort();
  return { chunks, isCut: new Uint8Array(chunks.length).fill(1) };
}

/** Bytes that a term of words begins with: ASCII, and the first of two or three bytes up to Georgian; behind them are scripts of which there are only pairs. */
const TERM_STARTS = [...Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz'), ...Array.from({ length: 0xe2 - 0xc2 }, (_, i) => 0xc2 + i)];

/** Least borders between letters and digits in a head of base64, more than in paths and names; it has sixteen on average. */
const LEAST_BORDERS = 6;

/** The terms that may be the head of a long run like base64, whose rest is in no term. Cost: a walk over the dictionary. */
function cutTerms(segment: SegmentReader): number[] {
  const ordinals: number[] = [];
  // Letter by letter: each step of the walk reads twice as much.
  for (const first of TERM_STARTS) {
    segment.visitPrefix(Buffer.of(first), (ordinal, term, start, end) => {
      if (end - start > MAX_TERM_BYTES - LONGEST_CHARACTER && isOpaqueHead(term, start, end)) ordinals.push(ordinal);
    });
  }
  return ordinals;
}

function isOpaqueHead(term: Buffer, start: number, end: number): boolean {
  let borders = 0;
  let joiners = isJoiner(term[start]) ? 1 : 0;
  for (let at = start + 1; at < end; at++) {
    if (isJoiner(term[at])) joiners++;
    else if (!isJoiner(term[at - 1]) && isDigit(term[at]) !== isDigit(term[at - 1])) borders++;
  }
  return joiners === 0 || borders >= LEAST_BORDERS;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Chunks around a place where a literal may be: the earliest in which it may begin, the one of its first piece, the one in which it may end. */
interface Reach {
  readonly from: number;
  readonly own: number;
  readonly to: number;
}

function acrossPlaces(literal: Literal, inside: readonly Reach[] | null, segment: SegmentReader, arena: Arena): readonly Reach[] {
  const { acrossPieces, pieces } = literal;
  if (acrossPieces === pieces && inside !== null) return inside;
  const found = placesOf(acrossPieces.filter(({ isPlaced }) => isPlaced), literal, true, segment, arena);
  if (found !== null) return found;
  // No piece has a known place: what a border leaves whole is the first piece or the last one.
  const ends = pieces.length === 0 ? [[]] : pieces.length === 1 ? [[pieces[0]]] : [[pieces[0]], [pieces[pieces.length - 1]]];
  const last = segment.chunkCount - 1;
  return ends.flatMap((some) => Array.from(chunksWithAll(some, segment, arena), (own) => ({ from: Math.max(0, own - 1), own, to: Math.min(last, own + 1) })));
}

/**
 * Where the pieces have the distances that they have in the literal; null when no piece narrows the search.
 *
 * isNear: only near the border of a chunk.
 */
function placesOf(pieces: readonly Piece[], literal: Literal, isNear: boolean, segment: SegmentReader, arena: Arena): Reach[] | null {
  if (pieces.length === 0) return null;
  const whole = wholePieces(pieces, segment);
  if (whole === null) return [];
  const { chunkCount } = segment;
  const { kernel } = arena;
  const start = arena.mark();
  arena.reserve(8 * chunkCount + 64);
  const lengths = arena.copy(segment.lengths);
  const first = arena.words(chunkCount + 1).byteOffset;
  const tokenCount = kernel.numberTokens(lengths, chunkCount, first);
  const wordCount = (tokenCount + SPARE_TOKENS) >>> 5;
  arena.reserve(8 * wordCount + 64);
  let [map, spare] = [arena.zeros(wordCount).byteOffset, arena.zeros(wordCount).byteOffset];
  const firstPosition = Math.min(...pieces.map(({ position }) => position));
  let count = -1;
  const narrow = ({ piece, ordinals }: KnownPiece): void => {
    const { position } = piece;
    const near = isNear ? [position + literal.slack + 1, literal.positionCount - position + literal.slack] : [0, SPARE_TOKENS];
    let found = 0;
    for (const ordinal of ordinals) {
      const mark = arena.mark();
      const positions = segment.positionBytes(ordinal);
      const list = copyList(arena, segment, ordinal, positions.length);
      found += kernel.markPlaces(list.start, list.count, arena.copy(positions), lengths, first, position - firstPosition, near[0], near[1], count < 0 ? 0 : map, spare);
      arena.release(mark);
    }
    [map, spare] = [spare, map];
    if (count >= 0) kernel.clearWords(spare, wordCount);
    count = found;
  };
  for (const known of whole) if (count < 0 || count > READ_AT_ONCE) narrow(known);
  // The right end is a range of the dictionary, the left one a scan.
  for (const piece of [...pieces].reverse().filter(isOpen)) {
    if (count >= 0 && count <= READ_RATHER) break;
    const ordinals = endOrdinals(piece, segment);
    if (ordinals !== null) narrow({ piece, ordinals });
  }
  if (count < 0) {
    arena.release(start);
    return null;
  }
  arena.reserve(16 * count + 64);
  const tokens = arena.words(count).byteOffset;
  kernel.takeMarked(map, wordCount, tokens);
  const around = arena.words(3 * count);
  kernel.chunksAround(tokens, count, first, chunkCount, firstPosition + literal.slack, literal.positionCount - firstPosition + literal.slack, around.byteOffset);
  const places = Array.from({ length: count }, (_, i) => ({ from: around[3 * i], own: around[3 * i + 1], to: around[3 * i + 2] }));
  arena.release(start);
  return places;
}

/** The pieces that are whole terms, rarest first; null when the segment lacks one. */
function wholePieces(pieces: readonly Piece[], segment: SegmentReader): KnownPiece[] | null {
  const longest = pieces.filter((piece) => !isOpen(piece)).sort((a, b) => b.term.length - a.term.length).slice(0, LOOKED_UP);
  const known: KnownPiece[] = [];
  for (const piece of longest) {
    const ordinal = segment.lookup(Buffer.from(piece.term, 'utf8'));
    if (ordinal < 0) return null;
    known.push({ piece, ordinals: [ordinal] });
  }
  known.sort((a, b) => segment.documentFrequency(a.ordinals[0]) - segment.documentFrequency(b.ordinals[0]));
  return known.slice(0, PLACED_PIECES);
}

/** Chunks that hold all pieces, in any order; every chunk when no piece narrows the search. */
function chunksWithAll(pieces: readonly Piece[], segment: SegmentReader, arena: Arena): Uint32Array {
  const whole = wholePieces(pieces, segment);
  if (whole === null) return new Uint32Array(0);
  let chunks: Uint32Array | null = null;
  const narrow = (ordinals: readonly number[]): void => {
    chunks = chunksWith(ordinals, chunks, segment, arena);
  };
  const isMany = (most: number): boolean => chunks === null || chunks.length > most;
  for (const { ordinals } of whole) if (isMany(READ_AT_ONCE)) narrow(ordinals);
  // The right end is a range of the dictionary, the left one a scan.
  for (const piece of [...pieces].reverse().filter(isOpen)) {
    const ordinals = isMany(READ_RATHER) ? endOrdinals(piece, segment) : null;
    if (ordinals !== null) narrow(ordinals);
  }
  return chunks ?? Uint32Array.from({ length: segment.chunkCount }, (_, chunk) => chunk);
}

/** Chunks, ascending, that hold one of the terms; from `among`, or from all when that is null. */
function chunksWith(ordinals: readonly number[], among: Uint32Array | null, segment: SegmentReader, arena: Arena): Uint32Array {
  const start = arena.mark();
  const wordCount = (segment.chunkCount + 31) >>> 5;
  arena.reserve(4 * (wordCount + segment.chunkCount) + 64);
  const map = arena.zeros(wordCount).byteOffset;
  for (const ordinal of ordinals) {
    const mark = arena.mark();
    const list = copyList(arena, segment, ordinal);
    arena.kernel.markChunks(list.start, list.count, map);
    arena.release(mark);
  }
  arena.reserve(4 * segment.chunkCount + 64);
  const into = arena.words(segment.chunkCount);
  const found = into.slice(0, arena.kernel.takeMarked(map, wordCount, into.byteOffset));
  arena.release(start);
  if (among === null) return found;
  const held = new Set(found);
  return among.filter((chunk) => held.has(chunk));
}

function isOpen(piece: Piece): boolean {
  return piece.isOpenLeft || piece.isOpenRight;
}

/**
 * Terms an open piece may be in a text; null when there are too many to narrow anything.
 *
 * A piece is a run of letters and digits, which is a term whole, so compounds need no look; but of a long one there is only the head.
 */
function endOrdinals(piece: Piece, segment: SegmentReader): number[] | null {
  const bytes = Buffer.from(piece.term, 'utf8');
  const isRun: TermTest = (term, start, end) => {
    if (end - start > MAX_TERM_BYTES - LONGEST_CHARACTER) return true;
    for (let at = start; at < end; at++) if (isJoiner(term[at])) return false;
    return true;
  };
  if (piece.isOpenLeft) {
    const { ordinals, more } = segment.infix(piece.isOpenRight ? bytes : Buffer.concat([bytes, TERM_END]), END_TERMS_LIMIT, isRun);
    return more ? null : ordinals;
  }
  const ordinals: number[] = [];
  segment.visitPrefix(bytes, (ordinal, term, start, end) => {
    if (isRun(term, start, end)) ordinals.push(ordinal);
  });
  return ordinals.length > END_TERMS_LIMIT ? null : ordinals;
}
