/**
 * V8's switches: whether hot functions are compiled by the optimising compiler, and how much memory new objects get.
 *
 * A search is a fresh process that is over before optimised code has paid for its compilation: without the optimising compiler a question
 * of eight words over 100 MB takes three quarters of the processor time. Reading more than a few megabytes is another matter. So the
 * program starts without it, and whatever begins long work asks for it. A switch that this V8 does not know changes nothing.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of kernel code executed before the kernel is compiled for speed: reached after some ten questions, or fewer over 3 GB. Compiling
 * it in the middle of the first question costs more than it saves: with this budget that question takes 228 ms instead of 234.
 */
const COLD_BUDGET = 2_000_000_000;
/** The same for a process that goes on asking, and for long builds. V8's own is reached in the first question over 100 MB, which costs 4 ms. */
const WARM_BUDGET = 400_000_000;

/** Calls of a function before the optimising compiler takes it: V8's own number up to Node 22, and that of optimiseLate(). */
const SOON = 3000;
const LATE = 12_000;

/**
 * The switches with which this program starts. They are set again before compiled code is kept, since V8 takes kept code only under the
 * flags it was kept under (parts.ts). 920 is V8's own value.
 *
 * The space for new objects grows twice as fast as by default, so that less is collected in so short a run: over 3 GB a refresh after a
 * few lines takes 140 ms instead of 155, a search that finds nothing new 139 instead of 149.
 */
export function compileAsAtStart(): void {
  setFlagsFromString('--no-opt');
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=920');
  growAsAtStart();
  compileKernelAfter(COLD_BUDGET);
  callBeforeOptimising(SOON);
}

/**
 * The switches as V8 has them by itself, to be set before a thread is started: Node keeps compiled code of its own modules, which is taken
 * only under them. The thread sets those of this program before it loads any of it (start.ts).
 */
export function compileAsNode(): void {
  optimiseHotCode(true);
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=920');
  setFlagsFromString('--semi-space-growth-factor=2');
  const isOld = /^v(18|20)\./.test(process.version);
  compileKernelAfter(isOld ? 1_800_000 : 13_000_000);
  callBeforeOptimising(process.version.startsWith('v24.') ? 10_000 : SOON);
  // Without the optimising compiler, V8 of Node 22 turns this off too.
  if (process.version.startsWith('v22.')) setFlagsFromString('--osr-from-maglev');
}

/** To be called before a part is loaded: its kept code is taken only under the flags it was kept under. */
export function growAsAtStart(): void {
  setFlagsFromString('--semi-space-growth-factor=4');
}

/**
 * For a search that needs much memory outside the heap: at the fourth collection of new objects V8 would decide to collect everything. Over
 * 3 GB a question takes 225 ms instead of 233; over 100 MB, where three collections are enough, it would take 2 ms more.
 */
export function growAtOnce(): void {
  setFlagsFromString('--semi-space-growth-factor=16');
}

/** Holds from now on; what is compiled stays compiled. A kernel that is loaded later is compiled for speed as soon as that is worth it. */
export function optimiseHotCode(isWanted: boolean): void {
  setFlagsFromString(isWanted ? '--opt' : '--no-opt');
  compileKernelAfter(isWanted ? WARM_BUDGET : COLD_BUDGET);
}

/**
 * For a process that answers a person key by key: hot functions are compiled after four times as many calls, as there is little time to earn
 * the compilation back. Sixty keys of a question over 1 GB take 37 ms each over all threads instead of 45, over 3 GB 70 instead of 77, and no
 * key waits longer.
 */
export function optimiseLate(): void {
  optimiseHotCode(true);
  callBeforeOptimising(LATE);
}

/** Other versions of Node do not know the switch, and say so on the screen. */
function callBeforeOptimising(calls: number): void {
  if (/^v2[2-4]\./.test(process.version)) setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);
}

/** Holds for kernels that are loaded from now on. */
function compileKernelAfter(budget: number): void {
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}

/**
 * For work of a second or two: less code is inlined, so that compiling takes less time. Measured: a build of 100 MB takes 6 % less
 * processor time; one of 1 GB would take 3 % more.
 */
export function inlineLittle(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
}

/**
 * For a process that goes on answering: the space for new objects grows no further, so that dead buffers are found soon. After 500 questions
 * over 1 GB of transcripts the process has 150 MB instead of 206, in the same time.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
