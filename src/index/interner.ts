/**
 * Terms to numbers, and the stream of tokens.
 *
 * An open-addressing table with four numbers in each place (hash, number + 1, where the term is, how often it came) over one arena of
 * bytes; a token is one number, complemented when it has the position of the token before. Nothing is sorted or
 * counted by chunk here: term-sort.ts and posting-lists.ts do that once, at the end. Works on plain memory (term-kernel.ts).
 * Tokens are in pages that never move. One segment at a time.
 */
import { TERM_AT, TERM_BYTES, TERM_FORM, TERM_HASH, TERM_POSITION } from '../analysis/places.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { allocate } from '../kernel/heap.ts';
import { byteAt, clearBytes, copyBytes, isSame, setByte, setWord, wordAt } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';

/** Above this size the table doubles instead of growing fourfold: then space costs more (cache) than moving. */
const LARGE_PLACES: i32 = 0x4000;
/** A place: four numbers. */
const PLACE_HASH: i32 = 0;
const PLACE_NUMBER: i32 = 4;
const PLACE_TERM: i32 = 8;
const PLACE_COUNT: i32 = 12;
const PLACE_BYTES: i32 = 16;
const FIRST_ARENA: i32 = 0x4000;
/** Tokens in a page, and the most pages: 268 million tokens. */
const TOKEN_PAGE: i32 = 0x10000;
const MOST_PAGES: i32 = 0x1000;

/** The table, and the offset in it of its last place. */
let places: i32 = 0;
let lastPlace: i32 = 0;
/** Each term: one byte of length, then its bytes. */
let arena: i32 = 0;
let arenaRoom: i32 = 0;
let arenaLength: i32 = 0;
let terms: i32 = 0;
/** Address of the list of pages; a page holds the term number of each token, or ~number when the token has the position of the one before. */
let pages: i32 = 0;
let pageCount: i32 = 0;
let page: i32 = 0;
let pageEnd: i32 = 0;
let tokenEnd: i32 = 0;

/** Begins with a table of that many places, a power of two. */
export function beginInterner(firstPlaces: i32): void {
  terms = 0;
  makePlaces(firstPlaces);
  arenaLength = 0;
  arenaRoom = FIRST_ARENA;
  arena = allocate(arenaRoom);
  pages = allocate(MOST_PAGES << 2);
  pageCount = 0;
  usePage(0);
}

/** Takes the chunk of text [start, end); returns the positions it uses. `termsAt` and `scratch`: room for what tokenize() writes. */
export function internChunk(start: i32, end: i32, termsAt: i32, scratch: i32): i32 {
  const termsEnd = tokenize(start, end, termsAt, scratch);
  let last: i32 = -1;
  for (let at = termsAt; at < termsEnd; at += TERM_BYTES) {
    const number = numberOf(wordAt(at + TERM_AT), wordAt(at + TERM_FORM) & 0xff, wordAt(at + TERM_HASH));
    const position = wordAt(at + TERM_POSITION);
    if (tokenEnd === pageEnd) usePage(page + 1);
    setWord(tokenEnd, position === last ? ~number : number);
    tokenEnd += 4;
    last = position;
  }
  return last + 1;
}

/** Number of places in the table now. */
export function placeCount(): i32 {
  return (lastPlace + PLACE_BYTES) >>> 4;
}

export function termCount(): i32 {
  return terms;
}

export function tokenCount(): i32 {
  return page * TOKEN_PAGE + ((tokenEnd - pageStart(page)) >>> 2);
}

/** Address of the arena, which holds the terms one after another. */
export function arenaAt(): i32 {
  return arena;
}

export function arenaBytes(): i32 {
  return arenaLength;
}

/** By term number: where it is in the arena (at its length byte), and how many tokens it has. */
export function termColumns(starts: i32, counts: i32): void {
  for (let place = places; place <= places + lastPlace; place += PLACE_BYTES) {
    const number = wordAt(place + PLACE_NUMBER) - 1;
    if (number < 0) continue;
    setWord(starts + (number << 2), wordAt(place + PLACE_TERM));
    setWord(counts + (number << 2), wordAt(place + PLACE_COUNT));
  }
}

/** Where the tokens of a page begin and end; tokens come page by page. */
export function pageStart(index: i32): i32 {
  return wordAt(pages + (index << 2));
}

export function tokensEnd(index: i32): i32 {
  return index === page ? tokenEnd : pageStart(index) + (TOKEN_PAGE << 2);
}

/** The page that was written last. */
export function lastPage(): i32 {
  return page;
}

function usePage(index: i32): void {
  page = index;
  if (index === pageCount) setWord(pages + (pageCount++ << 2), allocate(TOKEN_PAGE << 2));
  tokenEnd = pageStart(index);
  pageEnd = tokenEnd + (TOKEN_PAGE << 2);
}

function numberOf(at: i32, length: i32, hash: i32): i32 {
  let offset = (hash << 4) & lastPlace;
  while (wordAt(places + offset + PLACE_NUMBER) !== 0) {
    const place = places + offset;
    if (wordAt(place + PLACE_HASH) === hash && isTerm(arena + wordAt(place + PLACE_TERM), at, length)) {
      setWord(place + PLACE_COUNT, wordAt(place + PLACE_COUNT) + 1);
      return wordAt(place + PLACE_NUMBER) - 1;
    }
    offset = (offset + PLACE_BYTES) & lastPlace;
  }
  return addTerm(places + offset, at, length, hash);
}

function isTerm(known: i32, at: i32, length: i32): boolean {
  return byteAt(known) === length && isSame(known + 1, at, length);
}

function addTerm(place: i32, at: i32, length: i32, hash: i32): i32 {
  if (arenaLength + length + 1 > arenaRoom) growArena();
  const term = arena + arenaLength;
  setByte(term, length);
  for (let i: i32 = 0; i < length; i++) setByte(term + 1 + i, byteAt(at + i));
  setWord(place + PLACE_HASH, hash);
  setWord(place + PLACE_NUMBER, ++terms);
  setWord(place + PLACE_TERM, arenaLength);
  setWord(place + PLACE_COUNT, 1);
  arenaLength += length + 1;
  // Three fifths full.
  if (terms * 5 > placeCount() * 3) growPlaces();
  return terms - 1;
}

function growArena(): void {
  const old = arena;
  arena = allocate(arenaRoom * 2);
  copyBytes(arena, old, arenaRoom);
  arenaRoom *= 2;
}

function makePlaces(count: i32): void {
  places = allocate(count * PLACE_BYTES);
  lastPlace = (count - 1) * PLACE_BYTES;
  clearBytes(places, count * PLACE_BYTES);
}

function growPlaces(): void {
  const old = places;
  const oldEnd = places + lastPlace + PLACE_BYTES;
  const count = placeCount();
  makePlaces(count * (count < LARGE_PLACES ? 4 : 2));
  for (let from = old; from < oldEnd; from += PLACE_BYTES) {
    if (wordAt(from + PLACE_NUMBER) === 0) continue;
    let offset = (wordAt(from + PLACE_HASH) << 4) & lastPlace;
    while (wordAt(places + offset + PLACE_NUMBER) !== 0) offset = (offset + PLACE_BYTES) & lastPlace;
    copyBytes(places + offset, from, PLACE_BYTES);
  }
}
