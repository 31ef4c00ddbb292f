/**
 * The time that is shown for a turn: the earliest that any session gives it.
 *
 * Clients of 1.0 copied a session with new times, and whichever copy was read first stores the text; but the turn
 * happened when it was first written. So in a snapshot for readers, rows get the earliest time of all sessions that have the turn's
 * prompt. A writer works with the rows as they are.
 */
import { ROW_FLAG } from './reader-types.ts';
import type { RowTable, Snapshot } from './reader-types.ts';

/**
 * Changes the times of the snapshot's rows in memory; returns what changes them back, for segments that the next snapshot has too.
 *
 * Cost: nothing when no copy has another time than its owner.
 */
export function useEarliestTimes({ segments, copies }: Pick<Snapshot, 'segments' | 'copies'>): () => void {
  const earliest = new Map<string, number>();
  for (const { turn, owner, ownerTurn, key, heldFrom, timeMs = NaN } of copies) {
    // A session without the prompt has the text in a turn of another time.
    if (Number.isNaN(timeMs) || heldFrom > 0 || (turn === 0) !== (ownerTurn === 0)) continue;
    const name = nameOf(owner, key.hi, key.lo);
    earliest.set(name, Math.min(timeMs, earliest.get(name) ?? Infinity));
  }
  const stored: { rows: RowTable; row: number; timeMs: number }[] = [];
  const putBack = (): void => stored.forEach(({ rows, row, timeMs }) => (rows.timeMs[row] = timeMs));
  if (earliest.size === 0) return putBack;
  const forEachRow = (visit: (rows: RowTable, row: number, name: string) => void): void => {
    for (const { rows } of segments) {
      for (let row = 0; row < rows.count; row++) {
        if ((rows.flags[row] & ROW_FLAG.title) === 0) visit(rows, row, nameOf(rows.session[row], rows.turnKeyHi[row], rows.turnKeyLo[row]));
      }
    }
  };
  forEachRow((rows, row, name) => {
    const known = earliest.get(name);
    if (known !== undefined && rows.timeMs[row] < known) earliest.set(name, rows.timeMs[row]);
  });
  forEachRow((rows, row, name) => {
    const timeMs = earliest.get(name);
    if (timeMs === undefined || rows.timeMs[row] === timeMs) return;
    stored.push({ rows, row, timeMs: rows.timeMs[row] });
    rows.timeMs[row] = timeMs;
  });
  return putBack;
}

/** A turn, in whichever session; text before any prompt has no key and belongs to one session. */
function nameOf(session: number, hi: number, lo: number): string {
  return hi === 0 && lo === 0 ? `of ${session}` : `${hi} ${lo}`;
}
