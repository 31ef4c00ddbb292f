/**
 * A run of finished terms on plain memory: their bytes, their posting and position lists, and where each ends. posting-lists.ts and
 * list-join.ts fill one run after another, and term-writer.ts takes each.
 */
import { allocate } from '../kernel/heap.ts';
import { setByte, setWord } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';

/** Most bytes of a posting and of a position (codec.ts). */
export const POSTING_ROOM: i32 = 10;
export const POSITION_ROOM: i32 = 2;
/** Room for the lists of a run of terms, unless one needs more. */
const RUN_BYTES: i32 = 0x10000;
/** Most bytes of a term, with the byte after it (format.ts: SEPARATOR). */
const TERM_ROOM: i32 = 128;
export const TERM_SEPARATOR: i32 = 0x0a;

/** For each term of a run: how many chunks hold it, and where its lists and its bytes (with the separator) end. */
const LIST_CHUNKS: i32 = 0;
const LIST_POSTINGS_END: i32 = 4;
const LIST_POSITIONS_END: i32 = 8;
const LIST_TERM_END: i32 = 12;
export const LIST_BYTES: i32 = 16;
/** Most terms in a run. */
export const RUN_TERMS: i32 = 0x1000;

let run: i32 = 0;
let words: i32 = 0;
let postings: i32 = 0;
let postingsLimit: i32 = 0;
let bits: i32 = 0;
let bitsLimit: i32 = 0;
/** Where the next LIST goes. */
let nextList: i32 = 0;

/** Addresses of the parts of a run: the LIST of each term, postings, positions, dictionary. */
export function runAt(): i32 {
  return run;
}

export function postingsAt(): i32 {
  return postings;
}

export function positionsAt(): i32 {
  return bits;
}

export function dictionaryAt(): i32 {
  return words;
}

/** Makes room for runs, each with at least that many bytes of lists. */
export function allocateRuns(postingBytes: i32, positionBytes: i32): void {
  run = allocate(RUN_TERMS * LIST_BYTES);
  words = allocate(RUN_TERMS * TERM_ROOM);
  allocateLists(postingBytes, positionBytes);
}

/** Makes other room for lists; only while the run is empty. */
export function allocateLists(postingBytes: i32, positionBytes: i32): void {
  const postingsRoom = postingBytes > RUN_BYTES ? postingBytes : RUN_BYTES;
  postings = allocate(postingsRoom);
  postingsLimit = postings + postingsRoom;
  const bitsRoom = positionBytes > RUN_BYTES ? positionBytes : RUN_BYTES;
  bits = allocate(bitsRoom);
  bitsLimit = bits + bitsRoom;
}

/** True when lists that end there still fit in the room. */
export function hasRoom(postingsEnd: i32, positionsEnd: i32): boolean {
  return postingsEnd <= postingsLimit && positionsEnd <= bitsLimit;
}

/** Empties the run. */
export function beginRun(): void {
  nextList = run;
}

/** Number of terms in the run. */
export function runTerms(): i32 {
  return (nextList - run) / LIST_BYTES;
}

/** The next term of the run: its number of chunks, and where its lists and bytes end. */
export function noteTerm(chunks: i32, postingsEnd: i32, positionsEnd: i32, termEnd: i32): void {
  setWord(nextList + LIST_CHUNKS, chunks);
  setWord(nextList + LIST_POSTINGS_END, postingsEnd);
  setWord(nextList + LIST_POSITIONS_END, positionsEnd);
  setWord(nextList + LIST_TERM_END, termEnd);
  nextList += LIST_BYTES;
}

/** Writes a varint (codec.ts); returns the address after it. */
export function writeVarint(at: i32, value: i32): i32 {
  let to = at;
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) setByte(to++, (rest & 0x7f) | 0x80);
  setByte(to, rest);
  return to + 1;
}
