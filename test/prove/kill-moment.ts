/**
 * When a process is killed: after a time, or at the n-th change in the index folder.
 *
 * Times are spread evenly over the whole run, from before Node has started to after the end. Most of a run is reading, though,
 * while what a kill can harm is written in bursts: so a third of the kills go by what happens in the folder.
 */
import { mkdirSync, watch } from 'node:fs';
import type { Finished, Running } from './program.ts';

/** A moment of a run. */
export interface Moment {
  /** Of the run's length, in one of the two measures. */
  readonly share: number;
  readonly by: 'time' | 'changes';
}

/** How long a run to its end is, in both measures. */
export interface RunLength {
  readonly ms: number;
  readonly changes: number;
}

const SHARE_BY_CHANGES = 1 / 3;
/** So much earlier is tried what came after the end. */
const SOONER = 0.95;

/** That many moments, evenly spread, each at random within its share of the run. */
export function spreadMoments(count: number, random: () => number): Moment[] {
  const byChanges = Math.floor(count * SHARE_BY_CHANGES);
  const spread = (places: number, by: Moment['by']): Moment[] => Array.from({ length: places }, (_, i) => ({ share: (i + random()) / places, by }));
  return [...spread(count - byChanges, 'time'), ...spread(byChanges, 'changes')];
}

/** For a moment that came after the end of the run. */
export function sooner({ share, by }: Moment): Moment {
  return { share: share * SOONER, by };
}

export function describeMoment({ share, by }: Moment): string {
  return `at ${(share * 100).toFixed(1)} % of the ${by}`;
}

/** Starts the process and kills it then, unless it has ended before (its status tells). folder: of the index; made when missing. */
export async function killAt(start: () => Running, folder: string, { share, by }: Moment, { ms, changes }: RunLength): Promise<Finished> {
  const atChange = 1 + Math.floor(share * changes);
  const counter = by === 'time' ? null : countChanges(folder, (count) => count === atChange && running.child.kill('SIGKILL'));
  const running = start();
  const timer = by === 'time' ? setTimeout(() => running.child.kill('SIGKILL'), share * ms) : null;
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
