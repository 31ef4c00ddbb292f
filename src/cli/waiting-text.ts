/**
 * Who is writing the index, and how long we wait for it, in words. Pure but for the time zone.
 */
import type { LockHolder, Waiting } from '../contract.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { formatTime } from './days.ts';
import { duration } from '../sizes.ts';

/** `process 4711 on attic, which has been writing the index since 2026-03-14 10:32` */
export function describeHolder(holder: LockHolder | null): string {
  if (holder === null) return 'another process, which is writing the index';
  const who = `process ${holder.pid}${holder.host === null ? '' : ` on ${sanitize(holder.host)}`}`;
  if (holder.sinceMs === null) return `${who}, which is writing the index`;
  // The lock is a file that anybody may have written: not every number is a time.
  return `${who}, which has been writing the index since ${formatTime(isoTime(holder.sinceMs))}`;
}

/** For a line that is redrawn: includes how long we have waited. */
export function describeWaiting({ holder, waitedMs, limitMs }: Waiting): string {
  return `waiting ${duration(waitedMs)} of at most ${duration(limitMs)} for ${describeHolder(holder)}`;
}

function isoTime(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
