/**
 * Which sessions hold a stored chunk: its owner and every fork, resumed copy or moved folder that repeats it.
 *
 * Text is stored once, in rows of the session that was read first. A copy says that another session has a range of
 * one turn's chunks too, as a turn of its own number. What a sub-agent wrote belongs to whoever has any part of the turn
 * that started it. A title is its session's alone. Pure.
 */
import { ROW_FLAG } from './reader-types.ts';
import type { Copy, RowTable, Snapshot } from './reader-types.ts';

/** One session that holds a chunk. */
export interface Holder {
  readonly session: number;
  /** The turn's number in that session. */
  readonly turn: number;
}

/** The holders of every chunk of a snapshot. */
export interface Holders {
  /** Owner first, then the others in no particular order; each session once. Cost: one lookup where nothing is copied. */
  of(segment: number, row: number, chunk: number): readonly Holder[];
}

/** Cost: one pass over the copies. */
export function createHolders(snapshot: Pick<Snapshot, 'segments' | 'copies'>): Holders {
  const byKey = new Map<string, Copy[]>();
  for (const copy of snapshot.copies) {
    const key = keyText(copy.key.hi, copy.key.lo);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [copy]);
    else same.push(copy);
  }

  return {
    of: (segment, row, chunk) => {
      const rows = snapshot.segments[segment].rows;
      const holders: Holder[] = [{ session: rows.session[row], turn: rows.turn[row] }];
      if (byKey.size === 0 || (rows.flags[row] & ROW_FLAG.title) !== 0) return holders;
      const copies = byKey.get(keyText(rows.turnKeyHi[row], rows.turnKeyLo[row]));
      if (copies === undefined) return holders;
      const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
      const ordinal = rows.firstOrdinal[row] + chunk - rows.firstChunk[row];
      for (const copy of copies) {
        if (isAgent) {
          // Text before any prompt has no key: it would be everybody's. And who lacks the prompt lacks the turn.
          if (!hasKey(rows, row)) break;
          if (copy.turn === 0 || copy.heldFrom > 0) continue;
          addHolder(holders, copy.session, copy.turn);
          addHolder(holders, copy.owner, copy.ownerTurn);
        } else if (copy.owner === rows.session[row] && copy.heldFrom <= ordinal && ordinal < copy.heldTo) {
          addHolder(holders, copy.session, copy.turn);
        }
      }
      return holders;
    },
  };
}

function addHolder(holders: Holder[], session: number, turn: number): void {
  if (!holders.some((holder) => holder.session === session)) holders.push({ session, turn });
}

function hasKey(rows: RowTable, row: number): boolean {
  return rows.turnKeyHi[row] !== 0 || rows.turnKeyLo[row] !== 0;
}

function keyText(hi: number, lo: number): string {
  return `${hi},${lo}`;
}
