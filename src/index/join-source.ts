/**
 * A segment that is joined with others, on plain memory (term-kernel.ts): reads term after term from front to back.
 *
 * Dictionary, meta, postings and positions are each read through a window. A source is ready when all of its next term is in memory; when
 * bytes are missing, or a list is deflated, proceed() says so, and is called again when they are there.
 */
import { allocate } from '../kernel/heap.ts';
import { readVarint, varintEnd } from '../kernel/lists.ts';
import { byteAt, clearBytes, setWord, wordAt } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { TERM_SEPARATOR } from './term-run.ts';

/** Windows of a source, in this order: the begin and the end of what is not read yet. */
const DICTIONARY: i32 = 0;
export const META: i32 = 1;
export const POSTINGS: i32 = 2;
export const POSITIONS: i32 = 3;
export const WINDOW_BYTES: i32 = 8;
const WINDOW_END: i32 = 4;
/** After the windows: by chunk its tokens, and its new number (-1: none; no map: all move by the same distance). */
export const LENGTHS: i32 = 32;
export const MAP: i32 = 36;
export const SHIFT: i32 = 40;
export const CHUNKS: i32 = 44;
/** How many terms are left, and how many of them in the present block of meta. */
const LEFT: i32 = 48;
const BLOCK_LEFT: i32 = 52;
/** The present term: how far it is read, its bytes, postings, bytes of its lists as they are stored, and its postings as varints. */
export const STEP: i32 = 56;
export const TERM: i32 = 60;
export const TERM_END: i32 = 64;
const LEAD: i32 = 68;
export const COUNT: i32 = 72;
const POSTING_BYTES: i32 = 76;
export const POSITION_BYTES: i32 = 80;
const DEFLATED: i32 = 84;
export const LIST: i32 = 88;
export const LIST_END: i32 = 92;
export const SOURCE_BYTES: i32 = 96;

const STEP_NEXT: i32 = 0;
const STEP_META: i32 = 1;
const STEP_LISTS: i32 = 2;
const STEP_DEFLATED: i32 = 3;
export const STEP_READY: i32 = 4;
const STEP_END: i32 = 5;

/** format.ts: TERMS_A_BLOCK, META_HEAD_BYTES. */
const BLOCK_TERMS: i32 = 32;
const BLOCK_HEAD: i32 = 8;
/** Added to SOURCE_NEEDS times the source when its term needs a list inflated. */
const NEEDS_INFLATION: i32 = 4;
const SOURCE_NEEDS: i32 = 8;
/** What proceed() returns when nothing is missing. */
export const GOES_ON: i32 = -4;

export let sources: i32 = 0;
export let sourcesEnd: i32 = 0;
let wanted: i32 = 0;

/** Makes room for that many sources. */
export function beginSources(count: i32): void {
  sources = allocate(count * SOURCE_BYTES);
  sourcesEnd = sources + count * SOURCE_BYTES;
  clearBytes(sources, count * SOURCE_BYTES);
}

/** A source of that many terms and chunks. lengths: address of half words by chunk; map: of words by chunk, or 0: then shift is added to each chunk. */
export function openSource(number: i32, terms: i32, chunks: i32, lengths: i32, map: i32, shift: i32): void {
  const source = sources + number * SOURCE_BYTES;
  setWord(source + LEFT, terms);
  setWord(source + CHUNKS, chunks);
  setWord(source + LENGTHS, lengths);
  setWord(source + MAP, map);
  setWord(source + SHIFT, shift);
}

/** The bytes of a source's section that are in memory and not read yet: [windowStart(), windowEnd()). */
export function windowStart(number: i32, section: i32): i32 {
  return wordAt(sources + number * SOURCE_BYTES + section * WINDOW_BYTES);
}

export function windowEnd(number: i32, section: i32): i32 {
  return wordAt(sources + number * SOURCE_BYTES + section * WINDOW_BYTES + WINDOW_END);
}

export function setWindow(number: i32, section: i32, start: i32, end: i32): void {
  const window = sources + number * SOURCE_BYTES + section * WINDOW_BYTES;
  setWord(window, start);
  setWord(window + WINDOW_END, end);
}

/** The deflated list at the start of the postings window, inflated. */
export function setInflated(number: i32, start: i32, end: i32): void {
  const source = sources + number * SOURCE_BYTES;
  setWord(source + LIST, start);
  setWord(source + LIST_END, end);
  setWord(source + STEP, STEP_READY);
}

/** How many bytes joinTerms() asked for: of that window, or of the list to be inflated. */
export function wantedBytes(): i32 {
  return wanted;
}

/** Brings a source to its next term, or to its end; returns GOES_ON, or what it needs. */
export function proceed(source: i32): i32 {
  if (wordAt(source + STEP) === STEP_NEXT) {
    if (wordAt(source + LEFT) === 0) setWord(source + STEP, STEP_END);
    else if (!readTerm(source)) return need(source, DICTIONARY, windowBytes(source, DICTIONARY) + 1);
  }
  if (wordAt(source + STEP) === STEP_META && !readMeta(source)) return need(source, META, windowBytes(source, META) + 1);
  if (wordAt(source + STEP) === STEP_LISTS) {
    if (windowBytes(source, POSTINGS) < wordAt(source + POSTING_BYTES)) return need(source, POSTINGS, wordAt(source + POSTING_BYTES));
    if (windowBytes(source, POSITIONS) < wordAt(source + POSITION_BYTES)) return need(source, POSITIONS, wordAt(source + POSITION_BYTES));
    const list = wordAt(source + POSTINGS * WINDOW_BYTES);
    setWord(source + LIST, list);
    setWord(source + LIST_END, list + wordAt(source + POSTING_BYTES));
    setWord(source + STEP, wordAt(source + DEFLATED) === 0 ? STEP_READY : STEP_DEFLATED);
  }
  return wordAt(source + STEP) === STEP_DEFLATED ? need(source, NEEDS_INFLATION, wordAt(source + POSTING_BYTES)) : GOES_ON;
}

function need(source: i32, what: i32, bytes: i32): i32 {
  wanted = bytes;
  return ((source - sources) / SOURCE_BYTES) * SOURCE_NEEDS + what;
}

function windowBytes(source: i32, section: i32): i32 {
  const window = source + section * WINDOW_BYTES;
  return wordAt(window + WINDOW_END) - wordAt(window);
}

/** False when the end of the term is not in memory. The term stays in its window until it is passed. */
function readTerm(source: i32): boolean {
  const start = wordAt(source);
  const last = wordAt(source + WINDOW_END);
  let end = start;
  while (end < last && byteAt(end) !== TERM_SEPARATOR) end++;
  if (end === last) return false;
  let lead: i32 = 0;
  for (let i: i32 = 0; i < 4; i++) lead = (lead << 8) | (start + i < end ? byteAt(start + i) : 0);
  // Compared as a signed number, in the order of the bytes.
  setWord(source + LEAD, lead ^ (1 << 31));
  setWord(source + TERM, start);
  setWord(source + TERM_END, end);
  setWord(source + STEP, STEP_META);
  return true;
}

/** False when the meta of the term is not all in memory. */
function readMeta(source: i32): boolean {
  const isHead = wordAt(source + BLOCK_LEFT) === 0;
  const window = source + META * WINDOW_BYTES;
  const first = readVarint(wordAt(window) + (isHead ? BLOCK_HEAD : 0));
  let count: i32 = 1;
  let postingBytes = ((first >>> 1) & 3) + 1;
  let positionBytes = first >>> 3;
  let isDeflated: i32 = 0;
  if ((first & 1) === 0) {
    count = first >>> 1;
    const second = readVarint(varintEnd);
    postingBytes = second >>> 1;
    isDeflated = second & 1;
    positionBytes = readVarint(varintEnd);
  }
  if (varintEnd > wordAt(window + WINDOW_END)) return false;
  setWord(window, varintEnd);
  setWord(source + BLOCK_LEFT, isHead ? BLOCK_TERMS - 1 : wordAt(source + BLOCK_LEFT) - 1);
  setWord(source + COUNT, count);
  setWord(source + POSTING_BYTES, postingBytes);
  setWord(source + POSITION_BYTES, positionBytes);
  setWord(source + DEFLATED, isDeflated);
  setWord(source + STEP, STEP_LISTS);
  return true;
}

/** Passes the present term of the source. */
export function passTerm(source: i32): void {
  setWord(source, wordAt(source + TERM_END) + 1);
  const postings = source + POSTINGS * WINDOW_BYTES;
  setWord(postings, wordAt(postings) + wordAt(source + POSTING_BYTES));
  const positions = source + POSITIONS * WINDOW_BYTES;
  setWord(positions, wordAt(positions) + wordAt(source + POSITION_BYTES));
  setWord(source + LEFT, wordAt(source + LEFT) - 1);
  setWord(source + STEP, STEP_NEXT);
}

/** Negative, 0 or positive when the term of one source comes before, is equal to or comes after that of another. */
export function compareTerms(a: i32, b: i32): i32 {
  const leadA = wordAt(a + LEAD);
  const leadB = wordAt(b + LEAD);
  if (leadA !== leadB) return leadA < leadB ? -1 : 1;
  const startA = wordAt(a + TERM);
  const startB = wordAt(b + TERM);
  const lengthA = wordAt(a + TERM_END) - startA;
  const lengthB = wordAt(b + TERM_END) - startB;
  const length = lengthA < lengthB ? lengthA : lengthB;
  for (let i: i32 = 4; i < length; i++) {
    const order = byteAt(startA + i) - byteAt(startB + i);
    if (order !== 0) return order;
  }
  return lengthA - lengthB;
}
