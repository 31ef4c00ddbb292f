/**
 * Room in the memory that the kernel works on, handed out one piece after another.
 */
import { growMemory, memoryBytes } from './memory.ts';
import type { i32 } from './memory.ts';

let heapEnd: i32 = 0;

/** Where the first piece is. */
export function beginHeap(at: i32): void {
  heapEnd = at;
}

/** Address of that many bytes, at a multiple of 8; they hold whatever was there before. */
export function allocate(count: i32): i32 {
  const at = heapEnd;
  heapEnd += (count + 7) & ~7;
  if (heapEnd > memoryBytes()) growMemory(heapEnd - memoryBytes());
  return at;
}

/** Where the next piece will be: releaseFrom() takes back everything from there on. */
export function heapMark(): i32 {
  return heapEnd;
}

export function releaseFrom(mark: i32): void {
  heapEnd = mark;
}
