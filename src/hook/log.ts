/**
 * What hooks did: a line of JSON for each run, in `hooks.log` of the index folder, owner-only and of limited size.
 *
 * A hook must not print anything, so this is where a person, and `ccfind doctor`, can see that it ran, how long it took and why it did
 * nothing. It is written only if there is an index folder; if it cannot be written, that is ignored.
 */
import { chmodSync, closeSync, constants, fstatSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readEnd } from '../regular-file.ts';

/** One run of a hook. */
export interface HookRun {
  readonly event: string;
  /** When it ended; ISO UTC. */
  readonly at: string;
  /** Time since the process started. */
  readonly ms: number;
  /** What it did, in a few words. */
  readonly outcome: string;
}

/** Its name in the index folder. */
export const LOG_NAME = 'hooks.log';

/** Some 600 runs; when it grows beyond, the newer half is kept. */
const LIMIT_BYTES = 64 * 1024;
/** An outcome may quote an error. */
const MAX_OUTCOME = 200;
const NONBLOCK = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** Adds a run if possible. Never throws, never waits. */
export function logRun(indexDir: string, run: HookRun): void {
  try {
    const path = join(indexDir, LOG_NAME);
    // The line in one write, so that two hooks that end at the same time do not mix theirs.
    const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NONBLOCK, 0o600);
    let isFull = false;
    try {
      const { size, mode } = fstatSync(fd);
      writeSync(fd, `${JSON.stringify({ ...run, outcome: run.outcome.slice(0, MAX_OUTCOME) })}\n`);
      if ((mode & 0o77) !== 0) chmodSync(path, 0o600);
      isFull = size > LIMIT_BYTES;
    } finally {
      closeSync(fd);
    }
    if (isFull) keepNewerHalf(path);
  } catch {
    // There is nowhere to say it.
  }
}

/** The runs that the log holds, oldest first; none when there is no log that can be read. Never throws. */
export function loggedRuns(indexDir: string): HookRun[] {
  return readEnd(join(indexDir, LOG_NAME), LIMIT_BYTES * 2).split('\n').flatMap((line) => {
    try {
      const run: unknown = JSON.parse(line);
      return isRun(run) ? [run] : [];
    } catch {
      return [];
    }
  });
}

/** If two hooks do this at once, a few lines are lost, no more. */
function keepNewerHalf(path: string): void {
  const aside = `${path}.${process.pid}.tmp`;
  const tail = readEnd(path, LIMIT_BYTES / 2);
  try {
    writeFileSync(aside, tail.slice(tail.indexOf('\n') + 1), { mode: 0o600 });
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function isRun(value: unknown): value is HookRun {
  if (typeof value !== 'object' || value === null) return false;
  const { event, at, ms, outcome } = value as Record<string, unknown>;
  return typeof event === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof ms === 'number' && typeof outcome === 'string';
}
