/**
 * Which sessions hold a stored chunk: its owner and every fork, resumed copy or moved folder that repeats it.
 *
 * Text is stored once, in rows of the session that was read first. A copy says that another session has a range of
 * one turn's chunks too, as a turn with its own number. What a sub-agent wrote belongs to every session that has any part of the turn
 * that started it. A title belongs to its session alone. Pure.
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
  /** Owner first, then the others in no particular order; each session once. Cost: one lookup when nothing is copied. */
  of(segment: number, row: number, chunk: number): readonly Holder[];
  /** Copies of the turns whose key has that lower half. */
  copiesOf(turnKeyLo: number): readonly Copy[] | undefined;
}

/** Cost: one pass over the copies. */
export function createHolders(snapshot: Pick<Snapshot, 'segments' | 'copies'>): Holders {
  // By half a key, which is a number: keys as strings cost a search of 3 GB 2 ms.
  const byLo = new Map<number, Copy[]>();
  for (const copy of snapshot.copies) {
    const same = byLo.get(copy.key.lo);
    if (same === undefined) byLo.set(copy.key.lo, [copy]);
    else same.push(copy);
  }

  return {
    of: (segment, row, chunk) => {
      const rows = snapshot.segments[segment].rows;
      const holders: Holder[] = [{ session: rows.session[row], turn: rows.turn[row] }];
      const copies = byLo.get(rows.turnKeyLo[row]);
      if (copies === undefined || (rows.flags[row] & ROW_FLAG.title) !== 0) return holders;
      const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
      const ordinal = rows.firstOrdinal[row] + chunk - rows.firstChunk[row];
      const hi = rows.turnKeyHi[row];
      for (const copy of copies) {
        if (copy.key.hi !== hi) continue;
        if (isAgent) {
          // Text before any prompt has no key: it would match every session. And a session without the prompt does not have the turn.
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
    copiesOf: (turnKeyLo) => byLo.get(turnKeyLo),
  };
}

function addHolder(holders: Holder[], session: number, turn: number): void {
  for (const holder of holders) if (holder.session === session) return;
  holders.push({ session, turn });
}

function hasKey(rows: RowTable, row: number): boolean {
  return rows.turnKeyHi[row] !== 0 || rows.turnKeyLo[row] !== 0;
}
