/**
 * The terms of several segments into runs of joined terms: the walk over all dictionaries side by side, on plain memory (term-kernel.ts).
 *
 * What the sources hold of a term is joined posting by posting, in the order of the sources, so chunks ascend. When a source needs something
 * (join-source.ts), joinTerms() stops, says what, and is called again.
 */
import { allocate } from '../kernel/heap.ts';
import { positionBits, postingEnd, postingFrequency, postingGap, readPosting } from '../kernel/lists.ts';
import { byteAt, copyBytes, halfAt, setByte, setWord, wordAt } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import {
  CHUNKS, COUNT, GOES_ON, LENGTHS, LIST, LIST_END, MAP, POSITIONS, POSITION_BYTES, SHIFT, SOURCE_BYTES, STEP, STEP_READY, TERM, TERM_END, WINDOW_BYTES, beginSources, compareTerms,
  passTerm, proceed, sources, sourcesEnd,
} from './join-source.ts';
import {
  POSTING_ROOM, RUN_TERMS, TERM_SEPARATOR, allocateLists, allocateRuns, beginRun, dictionaryAt, hasRoom, noteTerm, positionsAt, postingsAt, runTerms, writeVarint,
} from './term-run.ts';

/** What else joinTerms() returns. */
const IS_RUN_FULL: i32 = -1;
const IS_DONE: i32 = -2;
const IS_DAMAGED: i32 = -3;

/** Addresses of the sources that are at the least term. */
let same: i32 = 0;
let sameEnd: i32 = 0;
let isRunFull = false;
/** The caller has taken the run. */
let isTaken = false;
/** Where the lists and the bytes of the next term go. */
let postingsTo: i32 = 0;
let positionsTo: i32 = 0;
let termTo: i32 = 0;
/** Bits of positions that do not yet fill a byte. */
let pending: i32 = 0;
let pendingBits: i32 = 0;
/** Of the present term: number of postings, and the chunk of the last one. */
let joined: i32 = 0;
let chunkBefore: i32 = 0;

/** Begins a join of that many sources, each of which has to be opened. */
export function beginJoin(count: i32): void {
  beginSources(count);
  same = allocate(count << 2);
  allocateRuns(0, 0);
  startRun();
}

/**
 * Joins terms up to one whose posting list has that many bytes, or until the run is full: then -1, and the run has to be taken. -2: all are joined
 * (take the last run). -3: the segments make no sense. Else 8 times a source, plus the section of which it needs more, or 4: a list has to be inflated.
 */
export function joinTerms(longBytes: i32): i32 {
  if (isTaken) startRun();
  for (let source = sources; source < sourcesEnd; source += SOURCE_BYTES) {
    const need = proceed(source);
    if (need !== GOES_ON) return need;
  }
  while (true) {
    findLeast();
    if (sameEnd === same) return IS_DONE;
    if (isRunFull || runTerms() === RUN_TERMS || !makeRoom()) {
      isTaken = true;
      return IS_RUN_FULL;
    }
    const start = postingsTo;
    if (!joinLists()) return IS_DAMAGED;
    if (postingsTo - start >= longBytes) isRunFull = true;
    let need = GOES_ON;
    for (let at = same; at < sameEnd; at += 4) {
      passTerm(wordAt(at));
      const found = proceed(wordAt(at));
      if (found !== GOES_ON) need = found;
    }
    if (need !== GOES_ON) return need;
  }
  return IS_DONE;
}

function startRun(): void {
  beginRun();
  isRunFull = false;
  isTaken = false;
  postingsTo = postingsAt();
  positionsTo = positionsAt();
  termTo = dictionaryAt();
}

/** Fills `same`, in the order of the sources. */
function findLeast(): void {
  sameEnd = same;
  for (let source = sources; source < sourcesEnd; source += SOURCE_BYTES) {
    if (wordAt(source + STEP) !== STEP_READY) continue;
    const order = sameEnd === same ? -1 : compareTerms(source, wordAt(same));
    if (order > 0) continue;
    if (order < 0) sameEnd = same;
    setWord(sameEnd, source);
    sameEnd += 4;
  }
}

/** False when the run has to be taken before there is room for the present term. */
function makeRoom(): boolean {
  let postingBytes: i32 = 0;
  let positionBytes: i32 = 1;
  for (let at = same; at < sameEnd; at += 4) {
    const source = wordAt(at);
    postingBytes += wordAt(source + LIST_END) - wordAt(source + LIST) + POSTING_ROOM;
    positionBytes += wordAt(source + POSITION_BYTES);
  }
  if (hasRoom(postingsTo + postingBytes, positionsTo + positionBytes)) return true;
  if (runTerms() > 0) return false;
  allocateLists(postingBytes << 1, positionBytes << 1);
  startRun();
  return true;
}

/** Appends the present term to the run, unless no chunk of it is live. False when a list makes no sense. */
function joinLists(): boolean {
  joined = 0;
  chunkBefore = -1;
  for (let at = same; at < sameEnd; at += 4) if (!appendList(wordAt(at))) return false;
  if (pendingBits > 0) setByte(positionsTo++, pending);
  pending = 0;
  pendingBits = 0;
  if (joined === 0) return true;
  const term = wordAt(wordAt(same) + TERM);
  const length = wordAt(wordAt(same) + TERM_END) - term;
  for (let i: i32 = 0; i < length; i++) setByte(termTo + i, byteAt(term + i));
  setByte(termTo + length, TERM_SEPARATOR);
  termTo += length + 1;
  noteTerm(joined, postingsTo, positionsTo, termTo);
  return true;
}

/** Appends the live part of a source's lists. */
function appendList(source: i32): boolean {
  const chunkCount = wordAt(source + CHUNKS);
  const lengths = wordAt(source + LENGTHS);
  const map = wordAt(source + MAP);
  const shift = wordAt(source + SHIFT);
  const positions = wordAt(source + POSITIONS * WINDOW_BYTES);
  let at = wordAt(source + LIST);
  let to = postingsTo;
  let chunk: i32 = -1;
  /** Bits [from, end) of the positions belong to live chunks and are not copied yet. */
  let from: i32 = 0;
  let end: i32 = 0;
  for (let left = wordAt(source + COUNT); left > 0; left--) {
    readPosting(at);
    at = postingEnd;
    chunk += postingGap;
    if (chunk < 0 || chunk >= chunkCount) return false;
    const bits = positionBits(halfAt(lengths + (chunk << 1))) * postingFrequency;
    const target = map === 0 ? chunk + shift : wordAt(map + (chunk << 2));
    if (target >= 0) {
      to = writeVarint(to, ((target - chunkBefore - 1) << 1) | (postingFrequency > 1 ? 1 : 0));
      if (postingFrequency > 1) to = writeVarint(to, postingFrequency);
      chunkBefore = target;
      joined++;
    } else {
      copyBits(positions, from, end);
      from = end + bits;
    }
    end += bits;
  }
  copyBits(positions, from, end);
  postingsTo = to;
  return at === wordAt(source + LIST_END) && end <= wordAt(source + POSITION_BYTES) << 3;
}

/** Appends bits [from, end) of the bytes at that address to the positions. */
function copyBits(bytes: i32, from: i32, end: i32): void {
  let at = from;
  if (((at & 7) | pendingBits) === 0) {
    const whole = (end - at) >>> 3;
    copyBytes(positionsTo, bytes + (at >>> 3), whole);
    positionsTo += whole;
    at += whole << 3;
  }
  for (; end - at >= 16; at += 16) {
    pending |= (bitsAt(bytes, at) & 0xffff) << pendingBits;
    setByte(positionsTo, pending);
    setByte(positionsTo + 1, pending >>> 8);
    positionsTo += 2;
    pending >>>= 16;
  }
  if (at >= end) return;
  pending |= (bitsAt(bytes, at) & ((1 << (end - at)) - 1)) << pendingBits;
  pendingBits += end - at;
  for (; pendingBits >= 8; pendingBits -= 8) {
    setByte(positionsTo++, pending);
    pending >>>= 8;
  }
}

/** At least 16 bits from bit `offset` on. */
function bitsAt(bytes: i32, offset: i32): i32 {
  const at = bytes + (offset >>> 3);
  return (byteAt(at) | (byteAt(at + 1) << 8) | (byteAt(at + 2) << 16)) >>> (offset & 7);
}
