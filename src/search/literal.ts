/**
 * Finds chunks that hold a text literally: order, case and punctuation as typed.
 *
 * The index proposes, the stored text decides. The literal is cut by the analyzer; what stands inside are whole
 * terms of any text that holds it, its first run may be the end of a longer term and its last one the
 * beginning. Chunks that hold all pieces, at the right distances where there are many, are read and
 * compared. A text without any piece (pure punctuation) is looked for in every wanted chunk: the slow way.
 * White space stands for any white space, since answers show lines joined. Not found: what a chunk border cuts.
 */
import { analyzeText, type AnalyzedTerm } from '../analysis/analyzer.ts';
import { KIND } from '../analysis/code-point.ts';
import { MAX_TERM_BYTES } from '../analysis/compound.ts';
import type { Postings, SegmentReader } from '../index/reader-types.ts';
import { rangeOf } from './bm25.ts';
import { isGramKind, kindAt, unitsAt } from './letters.ts';
import type { Spans } from './scope.ts';

interface Piece {
  readonly term: string;
  /** Token position in the literal. */
  readonly position: number;
  /** The text's term may begin earlier, end later. */
  readonly isOpenLeft: boolean;
  readonly isOpenRight: boolean;
}

/** A text to be found as it stands. */
export interface Literal {
  readonly pieces: readonly Piece[];
  /** Number of times a stored text holds the literal. */
  count(stored: Buffer): number;
}

/** Terms an open end may stand for; with more the end is left to the stored text. */
const END_TERMS_LIMIT = 512;
/** Terms of the dictionary looked at for an open left end. */
const SCAN_LIMIT = 8192;
/** Candidates up to which reading the text is cheaper than reading more lists, and than scanning the dictionary. */
const READ_AT_ONCE = 24;
const READ_RATHER = 100;

/** Prepares a literal. text: not empty. */
export function createLiteral(text: string): Literal {
  return { pieces: piecesOf(text), count: counterOf(text) };
}

/** Postings of the literal in one segment: chunks in spans with a unit (all of them when spans is null), ascending. */
export function literalPostings(literal: Literal, segment: SegmentReader, spans: Spans | null, field: number): Postings {
  const candidates = candidateChunks(literal, segment).filter((chunk) => field < 0 || segment.fields[chunk] === field);
  const wanted = spans === null ? candidates : candidates.filter(isWantedIn(spans));
  const chunks: number[] = [];
  const frequencies: number[] = [];
  for (const chunk of atRightDistance(literal, segment, wanted)) {
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
 * What every text that holds the literal has among its terms.
 *
 * A run of letters and digits at an open end may be part of a longer run, whose parts may fall otherwise (camel
 * case, hashes): but that longer run is a term itself, whole. Runs inside are the same in literal and text.
 */
function piecesOf(text: string): Piece[] {
  const tokens = analyzeText(text);
  const total = positionCount(tokens);
  const left = endRun(leadingRun(text));
  const right = endRun(trailingRun(text));
  if (left !== null && left.length === text.length) return left.term === '' ? [] : [{ term: left.term, position: 0, isOpenLeft: true, isOpenRight: true }];
  const pieces: Piece[] = [];
  if (left !== null && left.term !== '') pieces.push({ term: left.term, position: 0, isOpenLeft: true, isOpenRight: false });
  // A long opaque compound keeps only its head: nothing can be said about what it holds.
  if (!tokens.some((token) => Buffer.byteLength(token.term) >= MAX_TERM_BYTES)) {
    pieces.push(...innerPieces(tokens, left?.span ?? 0, total - (right?.span ?? 0)));
  }
  if (right !== null && right.term !== '') pieces.push({ term: right.term, position: total - right.span, isOpenLeft: false, isOpenRight: true });
  return pieces;
}

/** Terms between two positions: of words and compounds the parts, of scripts without spaces the pairs or triples. */
function innerPieces(tokens: readonly AnalyzedTerm[], from: number, to: number): Piece[] {
  const byPosition = new Map<number, string>();
  for (const { term, position, isWhole, span } of tokens) {
    if (position < from || position >= to || isWhole) continue;
    const kind = kindAt(term, 0);
    // A single character of a triple script is no term of a longer run.
    if (kind === KIND.triple && span === 1) continue;
    if (!byPosition.has(position)) byPosition.set(position, term);
  }
  return [...byPosition].map(([position, term]) => ({ term, position, isOpenLeft: false, isOpenRight: false }));
}

interface EndRun {
  /** Folded; '' when it narrows nothing. */
  readonly term: string;
  /** Token positions it covers. */
  readonly span: number;
  /** UTF-16 units. */
  readonly length: number;
}

function endRun(run: string): EndRun | null {
  if (run === '') return null;
  const tokens = analyzeText(run);
  const span = positionCount(tokens);
  const whole = tokens[0]?.span === span ? tokens[0].term : '';
  // A lone s may be a possessive of the text, which is no term; a long run may have been cut.
  const isVague = whole === 's' || Buffer.byteLength(whole) >= MAX_TERM_BYTES;
  return { term: isVague ? '' : whole, span, length: run.length };
}

/** Every position has a term of its own. */
function positionCount(tokens: readonly AnalyzedTerm[]): number {
  return tokens.length === 0 ? 0 : tokens[tokens.length - 1].position + 1;
}

function leadingRun(text: string): string {
  let end = 0;
  while (end < text.length && isRunKind(kindAt(text, end))) end += unitsAt(text, end);
  return text.slice(0, end);
}

function trailingRun(text: string): string {
  let start = text.length;
  while (start > 0) {
    const isPair = start > 1 && (text.charCodeAt(start - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(start - 2) & 0xfc00) === 0xd800;
    const before = start - (isPair ? 2 : 1);
    if (!isRunKind(kindAt(text, before))) break;
    start = before;
  }
  return text.slice(start);
}

function isRunKind(kind: number): boolean {
  return kind !== KIND.separator && !isGramKind(kind);
}

/**
 * Chunks that may hold the literal, ascending; every chunk when no piece narrows them.
 *
 * Whole pieces first, rarest first. Open ends cost a range or even a scan of the dictionary: they are asked only while
 * more chunks are left than one would rather read.
 */
function candidateChunks(literal: Literal, segment: SegmentReader): number[] {
  const whole: number[] = [];
  for (const piece of literal.pieces.filter((one) => !isOpen(one))) {
    const ordinal = segment.lookup(Buffer.from(piece.term, 'utf8'));
    if (ordinal < 0) return [];
    whole.push(ordinal);
  }
  whole.sort((a, b) => segment.documentFrequency(a) - segment.documentFrequency(b));
  let candidates: number[] | null = null;
  for (const ordinal of whole) {
    if (candidates !== null && candidates.length <= READ_AT_ONCE) break;
    candidates = chunksWith([ordinal], segment, candidates);
  }
  // The right end is a range of the dictionary, the left one a scan.
  for (const piece of [...literal.pieces].reverse().filter(isOpen)) {
    if (candidates !== null && candidates.length <= READ_RATHER) break;
    const ordinals = endOrdinals(piece, segment);
    if (ordinals !== null) candidates = chunksWith(ordinals, segment, candidates);
  }
  return candidates ?? Array.from({ length: segment.chunkCount }, (_, chunk) => chunk);
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

/** Drops chunks in which the rarest whole pieces never stand at the distance they have in the literal. */
function atRightDistance(literal: Literal, segment: SegmentReader, chunks: readonly number[]): readonly number[] {
  if (chunks.length <= READ_AT_ONCE) return chunks;
  const whole = literal.pieces
    .filter((piece) => !piece.isOpenLeft && !piece.isOpenRight)
    .map((piece) => ({ position: piece.position, ordinal: segment.lookup(Buffer.from(piece.term, 'utf8')) }))
    .sort((a, b) => segment.documentFrequency(a.ordinal) - segment.documentFrequency(b.ordinal))
    .slice(0, 3);
  if (whole.length < 2) return chunks;
  const places = whole.map(({ position, ordinal }) => ({ position, byChunk: segment.positions(ordinal, chunks) }));
  return chunks.filter((_, index) => {
    const rest = places.slice(1).map(({ position, byChunk }) => ({ shift: position - places[0].position, at: new Set(byChunk[index]) }));
    return places[0].byChunk[index].some((start) => rest.every(({ shift, at }) => at.has(start + shift)));
  });
}

/** Counts occurrences that do not overlap. Texts beyond ASCII are compared composed (NFC), so that both ways of writing an accent are one. */
function counterOf(text: string): (stored: Buffer) => number {
  const isPlain = /^[\x21-\x7e]+$/.test(text);
  if (isPlain) {
    const bytes = Buffer.from(text, 'latin1');
    return (stored) => countBytes(stored, bytes);
  }
  const longest = text.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a));
  const probe = /^[\x21-\x7e]+$/.test(longest) ? Buffer.from(longest, 'latin1') : null;
  const pattern = literalPattern(text);
  return (stored) => {
    if (probe !== null && stored.indexOf(probe) < 0) return 0;
    return stored.toString('utf8').normalize('NFC').match(pattern)?.length ?? 0;
  };
}

/** Matches the literal in a text in NFC. White space stands for any white space. */
export function literalPattern(text: string): RegExp {
  const words = text.normalize('NFC').split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'gu');
}

function countBytes(stored: Buffer, wanted: Buffer): number {
  let count = 0;
  for (let at = stored.indexOf(wanted); at >= 0; at = stored.indexOf(wanted, at + wanted.length)) count++;
  return count;
}
