/**
 * The token stream of a segment to posting and position lists in term order.
 *
 * One counting sort by term puts every token's position (counted through all chunks) behind the others of its term, in order; a
 * list is then one run of ascending numbers. Which chunk such a number lies in is looked up in a coarse table and
 * corrected by a step or two, which costs less than carrying the chunk along: the sort writes 4 bytes a token.
 */
import type { Interner } from './interner.ts';
import { MOST_POSITION_BYTES, MOST_POSTING_BYTES, positionBits, writePosting } from './codec.ts';
import { sortTerms } from './term-sort.ts';
import { TermWriter } from './term-writer.ts';

/** Positions a place of the coarse table: about half a chunk. */
const COARSE_BITS = 6;

/** firstPositions: by chunk, and one more: positions before it. scratch: room for as many numbers as there are tokens. */
export function encodeTerms(interner: Interner, firstPositions: Uint32Array, scratch: Uint32Array): TermWriter {
  const { starts, counts } = interner.columns();
  const order = sortTerms(interner.arena, starts);
  const ends = firstPlaces(order, counts);
  scatter(interner, ends, scratch);
  const chunkOf = coarseTable(firstPositions);
  const writer = new TermWriter();
  const { arena } = interner;
  let from = 0;
  for (let i = 0; i < order.length; i++) {
    const at = starts[order[i]];
    const to = ends[order[i]];
    const chunks = encodeTerm(writer, scratch, from, to, chunkOf, firstPositions);
    writer.add(arena, at + 1, at + 1 + arena[at], chunks);
    from = to;
  }
  return writer;
}

/** By term number: where its tokens begin when terms stand in that order. */
function firstPlaces(order: Uint32Array, counts: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  let place = 0;
  for (let i = 0; i < order.length; i++) {
    places[order[i]] = place;
    place += counts[order[i]];
  }
  return places;
}

/** Positions of all tokens in term order. Moves each place on to the end of its term. */
function scatter(interner: Interner, places: Uint32Array, positions: Uint32Array): void {
  // Every position has a token, and a chunk's first one is never complemented: counting gives positions through all chunks.
  let position = -1;
  for (const page of interner.tokens()) position = scatterPage(page, position, places, positions);
}

function scatterPage(tokens: Int32Array, position: number, places: Uint32Array, positions: Uint32Array): number {
  for (let i = 0; i < tokens.length; i++) {
    let term = tokens[i];
    if (term < 0) term = ~term;
    else position++;
    positions[places[term]++] = position;
  }
  return position;
}

function coarseTable(firstPositions: Uint32Array): Uint32Array {
  const total = firstPositions[firstPositions.length - 1];
  const table = new Uint32Array((total >>> COARSE_BITS) + 1);
  let chunk = 0;
  for (let i = 0; i < table.length; i++) {
    while (chunk + 2 < firstPositions.length && firstPositions[chunk + 1] <= i << COARSE_BITS) chunk++;
    table[i] = chunk;
  }
  return table;
}

/** Appends the lists of one term, whose tokens are positions[from, to); returns its number of chunks. Numbers at hand are kept out of objects: 7 % of a build went in here. */
function encodeTerm(writer: TermWriter, positions: Uint32Array, from: number, to: number, chunkOf: Uint32Array, firstPositions: Uint32Array): number {
  const { postings, positions: bits } = writer;
  postings.reserve(Math.min(to - from, firstPositions.length) * MOST_POSTING_BYTES);
  bits.reserve((to - from) * MOST_POSITION_BYTES + 1);
  const listBytes = postings.bytes;
  const bitBytes = bits.bytes;
  let listEnd = postings.length;
  let bitEnd = bits.length;
  let pending = 0;
  let pendingBits = 0;
  let chunks = 0;
  let before = -1;
  for (let i = from; i < to; ) {
    let chunk = chunkOf[positions[i] >>> COARSE_BITS];
    while (firstPositions[chunk + 1] <= positions[i]) chunk++;
    const start = firstPositions[chunk];
    const end = firstPositions[chunk + 1];
    const width = positionBits(end - start);
    const first = i;
    do {
      pending |= (positions[i++] - start) << pendingBits;
      pendingBits += width;
      for (; pendingBits >= 8; pendingBits -= 8) {
        bitBytes[bitEnd++] = pending;
        pending >>>= 8;
      }
    } while (i < to && positions[i] < end);
    listEnd = writePosting(listBytes, listEnd, before, chunk, i - first);
    before = chunk;
    chunks++;
  }
  if (pendingBits > 0) bitBytes[bitEnd++] = pending;
  postings.length = listEnd;
  bits.length = bitEnd;
  return chunks;
}
