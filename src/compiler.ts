/**
 * Whether V8 compiles hot functions with its optimising compiler, and how much room it takes.
 *
 * A search is a fresh process that is over before optimised code pays for its compilation: without it a question of
 * eight words over 100 MB takes three quarters of the processor time. Reading more than a few megabytes is another
 * matter. So the program starts without, and whatever begins long work asks for it. Where the switch is
 * unknown nothing happens.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Of about so many bytes of its code executed the kernel is compiled for speed: after some questions over 3 GB, or some ten. Compiled in the
 * midst of the first one it costs more than it saves: that one takes 228 ms in place of 234.
 */
const COLD_BUDGET = 2_000_000_000;
/** For who goes on asking, and for long builds: 400 million. V8's own, 13, would compile it in the first question over 100 MB, which costs 4 ms. */
const WARM_BUDGET = 400_000_000;

/** Calls of a function before it is compiled by the optimising compiler: V8's own, and what optimiseLate() makes of it. */
const SOON = 3000;
const LATE = 12_000;

/**
 * As this program starts, and as it is again before compiled code is kept, which is taken only under the flags that it was kept under
 * (parts.ts). 920 is V8's own.
 *
 * The place for new objects grows twice as fast as V8 would have it, so that less is collected in so short a run: over 3 GB a refresh after a
 * few lines takes 140 ms in place of 155, a search that finds nothing new 139 in place of 149.
 */
export function compileAsAtStart(): void {
  setFlagsFromString('--no-opt');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=920');
  growAsAtStart();
  compileKernelAfter(COLD_BUDGET);
  callBeforeOptimising(SOON);
}

/** Before a part is loaded: its kept code is taken only under the flags that it was kept under. */
export function growAsAtStart(): void {
  setFlagsFromString('--semi-space-growth-factor=4');
}

/**
 * For a search that needs much memory outside the heap: with a fourth collection of new objects V8 would think that it is to collect all. Over
 * 3 GB a question takes 225 ms in place of 233; over 100 MB, where three are enough, it would take 2 ms more.
 */
export function growAtOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=16');
}

/** From now on; what is compiled stays compiled. A kernel that is loaded later is compiled for speed as soon as that is worth it. */
export function optimiseHotCode(isWanted: boolean): void {
  setFlagsFromString(isWanted ? '--opt' : '--no-opt');
  compileKernelAfter(isWanted ? WARM_BUDGET : COLD_BUDGET);
}

/**
 * For who answers a person key by key: what is hot is compiled after four times as many calls, for there is little time in which to earn it back.
 * Sixty keys of a question over 1 GB take 37 ms each of all threads in place of 45, over 3 GB 70 in place of 77, and none waits longer.
 */
export function optimiseLate(): void {
  optimiseHotCode(true);
  callBeforeOptimising(LATE);
}

/** Others do not know the switch, and say so on the screen. */
function callBeforeOptimising(calls: number): void {
  if (/^v2[2-4]\./.test(process.version)) setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);
}

/** Holds for kernels that are loaded from now on. */
function compileKernelAfter(budget: number): void {
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}

/**
 * For work of a second or two: less code is put into other code, so that compiling takes less. Measured: a build of 100 MB takes 6 % less
 * processor time, one of 1 GB would take 3 % more.
 */
export function inlineLittle(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
}

/**
 * For a process that goes on answering: the place for new objects grows no further, so that dead buffers are found soon. Over 1 GB of
 * transcript 500 questions then leave 150 MB instead of 206, in the same time.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
