/**
 * The token stream of a segment to posting and position lists in term order; works on plain memory (term-kernel.ts).
 *
 * One counting sort by term puts every token's position (counted through all chunks) after the others of its term; a
 * list is then one run of ascending numbers. The chunk of such a number is looked up in a coarse table and
 * corrected by a step or two, which costs less than carrying the chunk along: the sort writes 4 bytes for each token.
 */
import { allocate } from '../kernel/heap.ts';
import { positionBits } from '../kernel/lists.ts';
import { byteAt, setByte, setWord, wordAt } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { arenaAt, pageStart, termCount, tokenCount, tokensEnd } from './interner.ts';
import { POSITION_ROOM, POSTING_ROOM, RUN_TERMS, TERM_SEPARATOR, allocateRuns, beginRun, dictionaryAt, hasRoom, noteTerm, positionsAt, postingsAt, runTerms, writeVarint } from './term-run.ts';

/** Positions for each place of the coarse table: about half a chunk. */
const COARSE_BITS: i32 = 6;

/** By chunk, with one more: positions before it. */
let firstPositions: i32 = 0;
let chunkCount: i32 = 0;
/** Positions of all tokens in term order; by term number the end of its own. */
let positions: i32 = 0;
let ends: i32 = 0;
let order: i32 = 0;
let starts: i32 = 0;
let chunkOf: i32 = 0;
/** Where the lists of the next term begin. */
let postingsEnd: i32 = 0;
let bitsEnd: i32 = 0;
let nextTerm: i32 = 0;
let nextToken: i32 = 0;
/** The token that scatterPage() took last. */
let position: i32 = 0;

/**
 * Makes ready for scatterPage() of each page, then encodeRun(). first: address of the number of positions before each chunk, and all. sorted: of the term numbers in the
 * order of the terms. termStarts and counts: of what termColumns() gives; counts becomes scratch.
 */
export function beginLists(first: i32, chunks: i32, sorted: i32, termStarts: i32, counts: i32): void {
  firstPositions = first;
  chunkCount = chunks;
  order = sorted;
  starts = termStarts;
  let most: i32 = 0;
  let place: i32 = 0;
  for (let i: i32 = 0; i < termCount(); i++) {
    const at = counts + (wordAt(order + (i << 2)) << 2);
    const count = wordAt(at);
    if (count > most) most = count;
    setWord(at, place);
    place += count;
  }
  ends = counts;
  positions = allocate(tokenCount() << 2);
  makeCoarseTable();
  allocateRuns(roomForPostings(most), roomForPositions(most));
  nextTerm = 0;
  nextToken = 0;
  position = -1;
}

/** Encodes the next terms, up to one whose posting list has so many bytes: a new run. */
export function encodeRun(longBytes: i32): void {
  beginRun();
  postingsEnd = postingsAt();
  bitsEnd = positionsAt();
  let word = dictionaryAt();
  let length: i32 = 0;
  while (nextTerm < termCount() && runTerms() < RUN_TERMS && length < longBytes) {
    const term = wordAt(order + (nextTerm << 2));
    const end = wordAt(ends + (term << 2));
    const count = end - nextToken;
    if (!hasRoom(postingsEnd + roomForPostings(count), bitsEnd + roomForPositions(count))) break;
    const start = postingsEnd;
    const chunks = encodeTerm(nextToken, end);
    word = writeTerm(word, arenaAt() + wordAt(starts + (term << 2)));
    noteTerm(chunks, postingsEnd, bitsEnd, word);
    length = postingsEnd - start;
    nextToken = end;
    nextTerm++;
  }
}

function roomForPostings(tokens: i32): i32 {
  return (tokens < chunkCount ? tokens : chunkCount) * POSTING_ROOM;
}

function roomForPositions(tokens: i32): i32 {
  return tokens * POSITION_ROOM + 1;
}

/**
 * Puts the positions of a page's tokens into term order; pages come in order. Moves each place on to the end of its term.
 * One call for each page: V8 does not optimise the code of a call that is running.
 */
export function scatterPage(page: i32): void {
  const end = tokensEnd(page);
  // Every position has a token, and a chunk's first one is never complemented: so counting gives positions through all chunks.
  for (let at = pageStart(page); at < end; at += 4) {
    let term = wordAt(at);
    if (term < 0) term = ~term;
    else position++;
    const place = ends + (term << 2);
    const to = wordAt(place);
    setWord(place, to + 1);
    setWord(positions + (to << 2), position);
  }
}

function makeCoarseTable(): void {
  const count = (wordAt(firstPositions + (chunkCount << 2)) >>> COARSE_BITS) + 1;
  chunkOf = allocate(count << 2);
  let chunk: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    while (chunk + 1 < chunkCount && wordAt(firstPositions + ((chunk + 1) << 2)) <= i << COARSE_BITS) chunk++;
    setWord(chunkOf + (i << 2), chunk);
  }
}

/** Appends the lists of one term, whose tokens have positions [from, to); returns its number of chunks. */
function encodeTerm(from: i32, to: i32): i32 {
  const last = positions + (to << 2);
  let listEnd = postingsEnd;
  let bitEnd = bitsEnd;
  let pending: i32 = 0;
  let pendingBits: i32 = 0;
  let chunks: i32 = 0;
  let before: i32 = -1;
  let at = positions + (from << 2);
  while (at < last) {
    const found = wordAt(at);
    let chunk = wordAt(chunkOf + (found >>> COARSE_BITS << 2));
    while (wordAt(firstPositions + ((chunk + 1) << 2)) <= found) chunk++;
    const start = wordAt(firstPositions + (chunk << 2));
    const end = wordAt(firstPositions + ((chunk + 1) << 2));
    const width = positionBits(end - start);
    const first = at;
    do {
      pending |= (wordAt(at) - start) << pendingBits;
      pendingBits += width;
      for (; pendingBits >= 8; pendingBits -= 8) {
        setByte(bitEnd++, pending);
        pending >>>= 8;
      }
      at += 4;
    } while (at < last && wordAt(at) < end);
    const frequency = (at - first) >>> 2;
    listEnd = writeVarint(listEnd, ((chunk - before - 1) << 1) | (frequency > 1 ? 1 : 0));
    if (frequency > 1) listEnd = writeVarint(listEnd, frequency);
    before = chunk;
    chunks++;
  }
  if (pendingBits > 0) setByte(bitEnd++, pending);
  postingsEnd = listEnd;
  bitsEnd = bitEnd;
  return chunks;
}

/** Copies a term from the arena; returns the address after it. */
function writeTerm(to: i32, from: i32): i32 {
  const length = byteAt(from);
  for (let i: i32 = 0; i < length; i++) setByte(to + i, byteAt(from + 1 + i));
  setByte(to + length, TERM_SEPARATOR);
  return to + length + 1;
}
