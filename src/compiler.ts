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
 * As this program starts, and as it is again before compiled code is kept, which is taken only under the flags that it was kept under
 * (parts.ts). 920 is V8's own.
 *
 * The place for new objects grows twice as fast as V8 would have it, so that less is collected in so short a run: over 3 GB a refresh after a
 * few lines takes 140 ms in place of 155, a search that finds nothing new 139 in place of 149.
 * The kernel is compiled for speed only after many searches: compiled after a part of the first one it costs 4 ms, and saves less.
 */
export function compileAsAtStart(): void {
  setFlagsFromString('--no-opt');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=920');
  growAsAtStart();
  setFlagsFromString('--wasm-tiering-budget=400000000');
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

/** From now on; what is compiled stays compiled. */
export function optimiseHotCode(isWanted: boolean): void {
  setFlagsFromString(isWanted ? '--opt' : '--no-opt');
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
