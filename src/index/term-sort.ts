/**
 * Terms into byte order; works on plain memory (term-kernel.ts).
 *
 * Quicksort into three parts by four bytes at a time: terms that agree in them are sorted by their next four, a few by comparing. The
 * bytes are kept beside the numbers, so that the arena is read once for each four bytes of a term.
 * Source: Bentley and Sedgewick 1997, "Fast algorithms for sorting and searching strings".
 */
import { allocate, heapMark, releaseFrom } from '../kernel/heap.ts';
import { byteAt, imul, setWord, wordAt } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';

/** Up to this many terms that begin alike are sorted by comparing. */
const FEW: i32 = 12;

let nameArena: i32 = 0;
let nameStarts: i32 = 0;
let sorted: i32 = 0;
/** Four bytes of each term of `sorted`, as numbers in the same order. */
let keys: i32 = 0;
let seed: i32 = 1;

/** Writes the numbers of the terms in byte order to `into`. arenaAt + termStarts[n]: length of term n, its bytes follow. Terms differ. */
export function sortTerms(arenaAt: i32, termStarts: i32, count: i32, into: i32): void {
  const mark = heapMark();
  nameArena = arenaAt;
  nameStarts = termStarts;
  sorted = into;
  keys = allocate(count << 2);
  for (let i: i32 = 0; i < count; i++) setWord(sorted + (i << 2), i);
  loadKeys(0, count, 0);
  sortRange(0, count, 0);
  releaseFrom(mark);
}

/** Sorts sorted[first, last), whose terms agree in their first `depth` bytes and whose keys are the bytes after those. */
function sortRange(first: i32, last: i32, depth: i32): void {
  let from = first;
  let to = last;
  let shared = depth;
  while (to - from > FEW) {
    const pivot = keyAt(anyOf(from, to));
    let less = from;
    let greater = to;
    for (let i = from; i < greater; ) {
      const key = keyAt(i);
      if (key < pivot) swap(i++, less++);
      else if (key > pivot) swap(i, --greater);
      else i++;
    }
    sortRange(from, less, shared);
    sortRange(greater, to, shared);
    from = less;
    to = greater;
    shared += 4;
    loadKeys(from, to, shared);
  }
  insertionSort(from, to, shared);
}

/** At random, so that no text can make it slow. */
function anyOf(from: i32, to: i32): i32 {
  seed = imul(seed, 1103515245) + 12345;
  return from + (seed >>> 1) % (to - from);
}

function keyAt(i: i32): i32 {
  return wordAt(keys + (i << 2));
}

function swap(i: i32, k: i32): void {
  const term = wordAt(sorted + (i << 2));
  setWord(sorted + (i << 2), wordAt(sorted + (k << 2)));
  setWord(sorted + (k << 2), term);
  const key = keyAt(i);
  setWord(keys + (i << 2), keyAt(k));
  setWord(keys + (k << 2), key);
}

function termOf(i: i32): i32 {
  return nameArena + wordAt(nameStarts + (wordAt(sorted + (i << 2)) << 2));
}

/** Four bytes of each term after the first `depth`; zeros past its end (no term holds a zero byte). */
function loadKeys(from: i32, to: i32, depth: i32): void {
  for (let i = from; i < to; i++) {
    const term = termOf(i);
    const left = byteAt(term) - depth;
    let key: i32 = 0;
    for (let k: i32 = 0; k < 4; k++) key = (key << 8) | (k < left ? byteAt(term + 1 + depth + k) : 0);
    // The greatest byte must be greater, not a sign.
    setWord(keys + (i << 2), key ^ -0x80000000);
  }
}

function insertionSort(from: i32, to: i32, depth: i32): void {
  for (let i = from + 1; i < to; i++) for (let k = i; k > from && isBefore(termOf(k), termOf(k - 1), depth); k--) swap(k, k - 1);
}

function isBefore(a: i32, b: i32, depth: i32): boolean {
  const shorter = byteAt(a) < byteAt(b) ? byteAt(a) : byteAt(b);
  for (let i = depth + 1; i <= shorter; i++) if (byteAt(a + i) !== byteAt(b + i)) return byteAt(a + i) < byteAt(b + i);
  return byteAt(a) < byteAt(b);
}
