/**
 * The kernel of the segment writer as JavaScript, for a process that may have no WebAssembly memory: slower, otherwise the same.
 */
import { FREE } from '../analysis/places.ts';
import { prepareMemory } from '../analysis/tables.ts';
import { allocate, beginHeap } from '../kernel/heap.ts';
import { useMemory } from '../kernel/memory.ts';
import { arenaAt, arenaBytes, beginInterner, internChunk, lastPage, placeCount, termColumns, termCount, tokenCount } from './interner.ts';
import { openSource, setInflated, setWindow, wantedBytes, windowEnd, windowStart } from './join-source.ts';
import { beginJoin, joinTerms } from './list-join.ts';
import { beginLists, encodeRun, scatterPage } from './posting-lists.ts';
import { dictionaryAt, positionsAt, postingsAt, runAt, runTerms } from './term-run.ts';
import { sortTerms } from './term-sort.ts';
import type { TermKernel, TermMachine } from './term-kernel.ts';

const FIRST_BYTES = 1 << 20;

/** One segment at a time for all that are made by it: its variables are those of the module. */
export function startScript(): TermMachine {
  let memory = new ArrayBuffer(Math.max(FREE, FIRST_BYTES));
  prepareMemory(memory);
  const functions = {
    allocate, beginHeap, arenaAt, arenaBytes, beginInterner, internChunk, lastPage, placeCount, termColumns, termCount, tokenCount, sortTerms, beginLists, dictionaryAt,
    encodeRun, positionsAt, postingsAt, runAt, runTerms, scatterPage, beginJoin, openSource, windowStart, windowEnd, setWindow, setInflated, wantedBytes, joinTerms,
  };
  const kernel: Record<string, (...values: number[]) => number | void> = {};
  for (const [name, run] of Object.entries(functions)) {
    kernel[name] = (...values) => {
      const before = useMemory(memory);
      try {
        return (run as (...values: number[]) => number | void)(...values);
      } finally {
        memory = useMemory(before);
      }
    };
  }
  return { kernel: kernel as unknown as TermKernel, buffer: () => memory };
}
