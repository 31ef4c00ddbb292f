/**
 * The kernel and the memory it works on: arrays handed out one after another, given back all at once.
 *
 * A search is a fresh process, where our own code runs uncompiled: a loop over a million postings takes ten times as long as it should,
 * and compiling it takes as long as running it. WebAssembly is compiled as it is loaded. So the inner loops are written over
 * plain memory (the other files here) and compiled to kernel.wasm; where a process may not have that, they run as JavaScript.
 * Arrays are typed arrays over the memory; the kernel gets their addresses. One search at a time uses the arena.
 */
import kernelBytes from './kernel.wasm';

/** Functions of the kernel; see the files of those names. Arguments are addresses and whole numbers. */
export interface Kernel {
  readonly greatestTurns: (rows: number, most: number) => void;
  readonly addUpTurns: (words: number, count: number) => void;
  readonly countFilled: (words: number, count: number) => number;
  readonly sumOf: (words: number, count: number) => number;
  readonly countCopied: (rows: number, copied: number) => number;
  readonly addPlainRows: (rows: number, row: number, spans: number, sessions: number) => number;
  readonly nextOrphan: (rows: number, spans: number, span: number, isShown: number, heirs: number) => number;
  readonly markChunks: (list: number, count: number, map: number) => number;
  readonly takeMarked: (map: number, wordCount: number, into: number) => number;
  readonly findPositions: (sought: number, to: number, lengths: number) => void;
  readonly numberTokens: (lengths: number, count: number, into: number) => number;
  readonly markPlaces: (
    list: number, count: number, positions: number, lengths: number, first: number, shift: number, atStart: number, atEnd: number, among: number, map: number,
  ) => number;
  readonly clearWords: (map: number, wordCount: number) => void;
  readonly chunksAround: (tokens: number, count: number, first: number, chunkCount: number, before: number, after: number, into: number) => void;
  readonly gainOf: (word: number, frequency: number, field: number, length: number) => number;
  readonly beginMembers: (members: number, count: number) => void;
  readonly nextChunk: (groups: number, count: number) => number;
  readonly scoreWindow: (groups: number, count: number, from: number, to: number, chunks: number, spans: number, tile: number) => void;
  readonly endWindow: (from: number, to: number, chunks: number, spans: number, titleField: number, heap: number, size: number, into: number) => number;
  readonly hideUnits: (spans: number, isWanted: number) => void;
  readonly showUnits: (spans: number) => void;
  readonly nextShown: (spans: number, span: number) => number;
  readonly touchHidden: (list: number, count: number, spans: number, isTouched: number) => number;
  readonly takeGroup: (sums: number, turnCount: number, tally: number, group: number, most: number, mostHalf: number) => void;
  readonly rankUnits: (rank: number) => number;
  readonly greatestByUnit: (values: number, touched: number, count: number, units: number, into: number) => void;
  readonly bestsByUnit: (spans: number, text: number, title: number) => void;
  readonly spansOfUnits: (spans: number, text: number, title: number, isWanted: number, into: number) => number;
  readonly touchedOf: (spans: number, isWanted: number, into: number) => number;
  readonly spellBlocks: (leads: number, count: number, pattern: number, scratch: number, into: number) => number;
  readonly spellWords: (start: number, end: number, pattern: number, into: number) => number;
  readonly termsWithin: (start: number, end: number, begin: number, beginLength: number, allowed: number, into: number) => number;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** The memory, and the kernel that works on it. */
export interface Arena {
  readonly kernel: Kernel;
  /** Makes room for that many more bytes. Arrays handed out before are void afterwards; their addresses stay. */
  reserve(bytes: number): void;
  /** Arrays of zeros within what was reserved; of anything in memory that release() gave back. */
  bytes(count: number): Uint8Array;
  halves(count: number): Uint16Array;
  words(count: number): Uint32Array;
  /** Words of zeros in any case. Cost: only memory that was used before is written to. */
  zeros(count: number): Uint32Array;
  numbers(count: number): Int32Array;
  reals(count: number): Float64Array;
  /** Address of a copy. */
  copy(values: Numbers): number;
  /** Address of a structure (layout.ts): by offset a number, or an array, which stands for its address. */
  record(sizeBytes: number, values: Readonly<Record<number, number | Numbers>>): number;
  word(address: number): number;
  setWord(address: number, value: number): void;
  setReal(address: number, value: number): void;
  /** Where the next array will be; release() takes back everything from there on. */
  mark(): number;
  release(mark: number): void;
}

const PAGE_BYTES = 1 << 16;
const ALIGNMENT = 8;

interface Machine {
  readonly kernel: Kernel;
  /** The memory, at least that large; what was in it stays. */
  grow(bytes: number): ArrayBuffer;
}

let shared: { machine: Machine; buffer: ArrayBuffer; usedBytes: number } | null = null;

/** The arena of the process, empty. */
export function takeArena(): Arena {
  if (shared === null) {
    const machine = startWasm() ?? startScript();
    shared = { machine, buffer: machine.grow(PAGE_BYTES), usedBytes: 0 };
  }
  const state = shared;
  new Uint8Array(state.buffer, 0, state.usedBytes).fill(0);
  state.usedBytes = 0;
  // Address 0 means none.
  let next = ALIGNMENT;
  let all = viewsOf(state.buffer);

  const take = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    if (next > state.buffer.byteLength) throw new RangeError(`arena: ${next} bytes, of which ${state.buffer.byteLength} are reserved`);
    if (next > state.usedBytes) state.usedBytes = next;
    return at;
  };
  return {
    kernel: state.machine.kernel,
    reserve: (bytes) => {
      const needed = next + bytes + ALIGNMENT;
      if (needed <= state.buffer.byteLength) return;
      state.buffer = state.machine.grow(needed);
      all = viewsOf(state.buffer);
    },
    bytes: (count) => new Uint8Array(state.buffer, take(count), count),
    halves: (count) => new Uint16Array(state.buffer, take(count * 2), count),
    words: (count) => new Uint32Array(state.buffer, take(count * 4), count),
    zeros: (count) => {
      const used = state.usedBytes;
      const words = new Uint32Array(state.buffer, take(count * 4), count);
      if (used > words.byteOffset) words.fill(0, 0, Math.min(count, Math.ceil((used - words.byteOffset) / 4)));
      return words;
    },
    numbers: (count) => new Int32Array(state.buffer, take(count * 4), count),
    reals: (count) => new Float64Array(state.buffer, take(count * 8), count),
    copy: (values) => {
      const at = take(values.byteLength);
      all.bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
      return at;
    },
    record: (sizeBytes, values) => {
      const at = take(sizeBytes);
      for (const offset in values) {
        const value = values[offset];
        all.words[(at + Number(offset)) >>> 2] = typeof value === 'number' ? value : value.byteOffset;
      }
      return at;
    },
    word: (address) => all.words[address >>> 2],
    setWord: (address, value) => {
      all.words[address >>> 2] = value;
    },
    setReal: (address, value) => {
      all.reals[address >>> 3] = value;
    },
    mark: () => next,
    release: (mark) => {
      next = mark;
    },
  };
}

function viewsOf(buffer: ArrayBuffer): { bytes: Uint8Array; words: Int32Array; reals: Float64Array } {
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer), reals: new Float64Array(buffer) };
}

/** Null when the process may not have such memory: it reserves some gigabytes of addresses, however little it holds. */
function startWasm(): Machine | null {
  try {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(kernelBytes), { env: { memory } });
    return {
      kernel: instance.exports as unknown as Kernel,
      grow: (bytes) => {
        const missing = Math.ceil(bytes / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES;
        if (missing > 0) memory.grow(missing);
        return memory.buffer;
      },
    };
  } catch {
    return null;
  }
}

function startScript(): Machine {
  const { scriptKernel } = require('./script-kernel.ts') as typeof import('./script-kernel.ts');
  let buffer = new ArrayBuffer(0);
  return {
    kernel: scriptKernel,
    grow: (bytes) => {
      const grown = new ArrayBuffer(Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES);
      new Uint8Array(grown).set(new Uint8Array(buffer));
      buffer = grown;
      scriptKernel.useMemory(buffer);
      return buffer;
    },
  };
}
