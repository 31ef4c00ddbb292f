/**
 * The loops that take most of a build's time, from bytes of text to encoded lists, over a memory of their own: tokenizer.ts,
 * interner.ts, term-sort.ts and posting-lists.ts, and list-join.ts for merges. WebAssembly, or JavaScript where a process may not have that.
 *
 * WebAssembly, because V8 compiles it as it is loaded: as JavaScript, compiling these loops took as long as a build of 100 MB.
 */
import { compose, learn } from '../analysis/beyond.ts';
import { prepareMemory } from '../analysis/tables.ts';
import { useMemory } from '../kernel/memory.ts';
import kernelBytes from './terms.wasm';

/** Functions of the kernel; see the files of those names. Arguments are addresses and whole numbers. */
export interface TermKernel {
  readonly beginHeap: (at: number) => void;
  readonly allocate: (bytes: number) => number;
  readonly beginInterner: (firstPlaces: number) => void;
  readonly internChunk: (start: number, end: number, terms: number, scratch: number) => number;
  readonly placeCount: () => number;
  readonly termCount: () => number;
  readonly tokenCount: () => number;
  readonly arenaAt: () => number;
  readonly arenaBytes: () => number;
  readonly termColumns: (starts: number, counts: number) => void;
  readonly sortTerms: (arena: number, starts: number, count: number, into: number) => void;
  readonly beginLists: (firstPositions: number, chunkCount: number, order: number, starts: number, counts: number) => void;
  readonly lastPage: () => number;
  readonly scatterPage: (page: number) => void;
  readonly encodeRun: (longBytes: number) => void;
  readonly beginJoin: (count: number) => void;
  readonly openSource: (number: number, terms: number, chunks: number, lengths: number, map: number, shift: number) => void;
  readonly windowStart: (number: number, section: number) => number;
  readonly windowEnd: (number: number, section: number) => number;
  readonly setWindow: (number: number, section: number, start: number, end: number) => void;
  readonly setInflated: (number: number, start: number, end: number) => void;
  readonly wantedBytes: () => number;
  readonly joinTerms: (longBytes: number) => number;
  readonly runTerms: () => number;
  readonly runAt: () => number;
  readonly postingsAt: () => number;
  readonly positionsAt: () => number;
  readonly dictionaryAt: () => number;
}

/** A kernel and its memory. */
export interface TermMachine {
  readonly kernel: TermKernel;
  /** The memory as it is now: another one whenever the kernel needed more. */
  readonly buffer: () => ArrayBuffer;
}

const FIRST_PAGES = 16;

export function startTermKernel(): TermMachine {
  return startWasm() ?? (require('./script-terms.ts') as typeof import('./script-terms.ts')).startScript();
}

/** Null when the process may not have such memory: it reserves some gigabytes of addresses, however little it holds. */
export function startWasm(): TermMachine | null {
  try {
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES });
    const onMemory = (answer: (...values: number[]) => number) => (...values: number[]) => {
      const before = useMemory(memory.buffer);
      const value = answer(...values);
      useMemory(before);
      return value;
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(kernelBytes), { env: { memory, learn: onMemory(learn), compose: onMemory(compose) } });
    prepareMemory(memory.buffer);
    return { kernel: instance.exports as unknown as TermKernel, buffer: () => memory.buffer };
  } catch {
    return null;
  }
}
