/**
 * When a process is killed: after a time, or at the n-th change in the index folder.
 *
 * Times are spread evenly over the whole run, from before Node has started to after the end. Most of a run is reading, though,
 * while what a kill can harm is written in bursts: so a third of the kills go by what happens in the folder.
 */
import { mkdirSync, watch } from 'node:fs';
import type { Finished, Running } from './program.ts';

/** A moment of a run; what is missing does not kill. */
export interface Moment {
  readonly afterMs?: number;
  readonly atChange?: number;
}

/** How long an undisturbed run is, in both measures. */
export interface RunLength {
  readonly ms: number;
  readonly changes: number;
}

const SHARE_BY_CHANGES = 1 / 3;

/** That many moments, evenly spread, each at random within its share of the run. */
export function spreadMoments({ ms, changes }: RunLength, count: number, random: () => number): Moment[] {
  const byChanges = Math.floor(count * SHARE_BY_CHANGES);
  const spread = (places: number): number[] => Array.from({ length: places }, (_, i) => (i + random()) / places);
  return [
    ...spread(count - byChanges).map((share) => ({ afterMs: share * ms })),
    ...spread(byChanges).map((share) => ({ atChange: 1 + Math.floor(share * changes) })),
  ];
}

/** The same kind of moment, earlier: for one that came after the end of the run. */
export function sooner({ afterMs, atChange }: Moment): Moment {
  return afterMs !== undefined ? { afterMs: afterMs * 0.9 } : { atChange: Math.max(1, (atChange ?? 1) - 1) };
}

export function describeMoment({ afterMs, atChange }: Moment): string {
  return afterMs !== undefined ? `after ${afterMs.toFixed(1)} ms` : `at change ${atChange}`;
}

/** Starts the process and kills it then, unless it has ended before (its status tells). folder: of the index; made when missing. */
export async function killAt(start: () => Running, folder: string, { afterMs, atChange }: Moment): Promise<Finished> {
  const counter = atChange === undefined ? null : countChanges(folder, (count) => count === atChange && running.child.kill('SIGKILL'));
  const running = start();
  const timer = afterMs === undefined ? null : setTimeout(() => running.child.kill('SIGKILL'), afterMs);
  try {
    return await running.done;
  } finally {
    if (timer !== null) clearTimeout(timer);
    counter?.close();
  }
}

/** Runs to the end. */
export async function measureRun(start: () => Running, folder: string): Promise<Finished & RunLength> {
  let changes = 0;
  const counter = countChanges(folder, (count) => void (changes = count));
  try {
    const finished = await start().done;
    return { ...finished, changes };
  } finally {
    counter.close();
  }
}

function countChanges(folder: string, onChange: (count: number) => void): { close(): void } {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  let count = 0;
  return watch(folder, () => onChange(++count));
}
