/**
 * The chunks of a session in reading order, both its own and those it shares with other sessions.
 *
 * Turn by turn; within a turn first what the person and Claude said, by ordinal, with prompts that wait in the queue where they were
 * typed, then sub-agents. The session's title is not among them.
 */
import type { Holders } from '../index/holders.ts';
import type { Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { SIDE_BASE } from './hit-key.ts';

/** A chunk of the session and its place. */
export interface ChunkPlace {
  readonly segment: number;
  readonly row: number;
  readonly chunk: number;
  /** Number of the turn in the requested session. */
  readonly turn: number;
  /** N of hit keys. */
  readonly number: number;
  readonly isAgent: boolean;
}

/** Chunks by turn, turns ascending. turn: only that one, or null for all. Cost: one pass over all rows. */
export function chunksOf(snapshot: Snapshot, holders: Holders, session: number, turn: number | null): Map<number, ChunkPlace[]> {
  const copied = new Set(snapshot.copies.filter((copy) => copy.session === session || copy.owner === session).map((copy) => copy.key.lo));
  const main: ChunkPlace[] = [];
  const queued: ChunkPlace[] = [];
  const agent: ChunkPlace[] = [];
  snapshot.segments.forEach(({ rows }, segment) => {
    const dead = snapshot.deadRows[segment];
    for (let row = 0; row < rows.count; row++) {
      const isOwn = rows.session[row] === session;
      if ((!isOwn && !copied.has(rows.turnKeyLo[row])) || (dead !== null && dead[row] !== 0) || (rows.flags[row] & ROW_FLAG.title) !== 0) continue;
      const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
      const isQueued = (rows.flags[row] & ROW_FLAG.queued) !== 0;
      const list = isAgent ? agent : isQueued ? queued : main;
      for (let chunk = rows.firstChunk[row]; chunk < rows.firstChunk[row + 1]; chunk++) {
        const own = isOwn ? { turn: rows.turn[row] } : holders.of(segment, row, chunk).find((holder) => holder.session === session);
        if (own === undefined || (turn !== null && own.turn !== turn)) continue;
        // A prompt in the queue takes no numbers of the turn: all of it stands at the place where it was typed.
        const number = rows.firstOrdinal[row] + (isQueued ? 0 : chunk - rows.firstChunk[row]);
        list.push({ segment, row, chunk, turn: own.turn, number, isAgent });
      }
    }
  });
  const byTurn = new Map<number, ChunkPlace[]>();
  const add = (place: ChunkPlace): void => {
    const same = byTurn.get(place.turn);
    if (same === undefined) byTurn.set(place.turn, [place]);
    else same.push(place);
  };
  const sideCount = new Map<number, number>();
  const addSide = (place: ChunkPlace): void => {
    const count = sideCount.get(place.turn) ?? 0;
    sideCount.set(place.turn, count + 1);
    add({ ...place, number: SIDE_BASE + count });
  };
  main.sort(byNumber);
  queued.sort(byNumber);
  let next = 0;
  for (const place of main) {
    while (next < queued.length && queued[next].number <= place.number) addSide(queued[next++]);
    add(place);
  }
  for (const place of [...queued.slice(next), ...agent]) addSide(place);
  return new Map([...byTurn].sort((a, b) => a[0] - b[0]));
}

function byNumber(a: ChunkPlace, b: ChunkPlace): number {
  return a.number - b.number;
}
