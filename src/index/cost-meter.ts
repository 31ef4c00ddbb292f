/**
 * Where the time and the bytes of a refresh go.
 *
 * At any moment one phase runs, and time counts for it alone: when a phase calls another one, that time is taken out of
 * it. So the phases add up to the whole. Reading the clock takes 0.2 µs, so the borders are batches, blocks and files.
 */

/** The phases of a refresh, in the order of reports. `workers` is waiting for threads that analyse, pack and encode beside this one. `reading` includes the scan. */
const PHASES = ['waiting', 'listing', 'comparing', 'reading', 'analysing', 'packing', 'encoding', 'workers', 'writing', 'merging', 'publishing', 'other'] as const;

/** One of them. */
export type Phase = (typeof PHASES)[number];

/** How long a phase took. */
export interface PhaseCost {
  readonly phase: Phase;
  readonly ms: number;
}

/** A transcript that was read, and how long that took; its text is analysed later, together with other text. */
export interface FileCost {
  readonly path: string;
  readonly bytes: number;
  readonly ms: number;
}

const SLOWEST = 5;

/** Not `performance`, which is loaded on first use: 1.4 ms of every search. */
function uptimeMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/** Runs from its creation on. */
export class CostMeter {
  /** Text that was kept, before it was packed. */
  textBytes = 0;
  segmentsWritten = 0;
  segmentsMerged = 0;
  bytesWritten = 0;
  /** Slowest first. */
  readonly slowest: FileCost[] = [];
  private ms = noTime();
  /** Phases of other threads. */
  private readonly msBeside = noTime();
  private readonly read = new Map<string, { files: number; bytes: number }>();
  private phase: Phase = 'other';
  private sinceMs: number;
  private readonly nowMs: () => number;

  /** nowMs: another clock, for tests. */
  constructor(nowMs = uptimeMs) {
    this.nowMs = nowMs;
    this.sinceMs = nowMs();
  }

  /** From now on time counts for that phase. Returns the previous one. */
  switchTo(phase: Phase): Phase {
    const before = this.phase;
    const now = this.nowMs();
    this.ms[before] += now - this.sinceMs;
    this.sinceMs = now;
    this.phase = phase;
    return before;
  }

  /** Counts the time of `run` for that phase. */
  during<T>(phase: Phase, run: () => T): T {
    const before = this.switchTo(phase);
    try {
      return run();
    } finally {
      this.switchTo(before);
    }
  }

  /** Time that the phase has taken so far. */
  spentMs(phase: Phase): number {
    this.switchTo(this.phase);
    return this.ms[phase];
  }

  /** Notes that this much of a file of that kind was read. */
  countRead(kind: string, path: string, bytes: number, ms: number): void {
    const sum = this.read.get(kind) ?? { files: 0, bytes: 0 };
    this.read.set(kind, { files: sum.files + 1, bytes: sum.bytes + bytes });
    if (ms <= (this.slowest[SLOWEST - 1]?.ms ?? 0)) return;
    this.slowest.push({ path, bytes, ms });
    this.slowest.sort((a, b) => b.ms - a.ms);
    this.slowest.length = Math.min(SLOWEST, this.slowest.length);
  }

  /** Every phase that took time. */
  phases(): PhaseCost[] {
    this.switchTo(this.phase);
    return spent(this.ms);
  }

  /** Adds what another thread did at the same time, from its meter. */
  countBeside(phases: readonly PhaseCost[]): void {
    for (const { phase, ms } of phases) this.msBeside[phase] += ms;
  }

  /** Every phase that took time in other threads. */
  phasesBeside(): PhaseCost[] {
    return spent(this.msBeside);
  }

  /** No phase has taken any time yet. */
  clear(): void {
    this.switchTo(this.phase);
    this.ms = noTime();
  }

  /** By kind of file, the most bytes first. */
  readByKind(): { kind: string; files: number; bytes: number }[] {
    return [...this.read].map(([kind, { files, bytes }]) => ({ kind, files, bytes })).sort((a, b) => b.bytes - a.bytes);
  }
}

function noTime(): Record<Phase, number> {
  return Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
}

function spent(ms: Readonly<Record<Phase, number>>): PhaseCost[] {
  return PHASES.map((phase) => ({ phase, ms: ms[phase] })).filter((cost) => cost.ms > 0);
}
