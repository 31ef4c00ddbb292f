/**
 * What a session holds of turns whose text another session stores: its copies, while it is being read.
 *
 * Entries that are copied come one by one, in file order; ranges of chunks that follow each other are one copy. The same
 * entry a second time (history that a compaction wrote again) adds nothing.
 */
import { isSameKey } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { CatalogBuilder } from '../index/catalog-builder.ts';
import type { Copy, RowTable } from '../index/reader-types.ts';

type Range = { -readonly [K in keyof Copy]: Copy[K] };

/** A range of a turn's chunks in the rows of the session that stores them. */
export interface StoredRange {
  readonly owner: number;
  readonly ownerTurn: number;
  readonly key: Key;
  readonly from: number;
  readonly to: number;
  /** Time of the turn there. */
  readonly timeMs: number;
}

/** The range that `chunkCount` chunks from `chunk` on are in their row's turn. */
export function rangeOf(rows: RowTable, row: number, chunk: number, chunkCount: number): StoredRange {
  const from = rows.firstOrdinal[row] + chunk - rows.firstChunk[row];
  const key = { hi: rows.turnKeyHi[row], lo: rows.turnKeyLo[row] };
  return { owner: rows.session[row], ownerTurn: rows.turn[row], key, from, to: from + chunkCount, timeMs: rows.timeMs[row] };
}

/** The copies of one session. */
export class HeldTurns {
  private readonly session: number;
  private readonly catalog: CatalogBuilder;
  private readonly ranges = new Map<string, Range[]>();
  private last: Range | null = null;
  private hasChanges = false;

  /** Starts from the copies that the catalog has for that session. isNew: it has none. */
  constructor(catalog: CatalogBuilder, session: number, isNew: boolean) {
    this.session = session;
    this.catalog = catalog;
    if (isNew) return;
    for (const copy of catalog.copies()) if (copy.session === session) this.keep({ ...copy });
  }

  /** Turn number in which the session has the chunk at the start of that range already, or -1. */
  turnOf({ owner, key, from }: StoredRange): number {
    const found = this.ranges.get(placeOf(owner, key))?.find((range) => range.heldFrom <= from && from < range.heldTo);
    return found?.turn ?? -1;
  }

  /** The session has that range as part of its turn `turn`, which has that time here. An empty range is nothing. */
  hold({ turn, timeMs }: { readonly turn: number; readonly timeMs: number }, { owner, ownerTurn, key, from, to, timeMs: storedMs }: StoredRange): void {
    if (to <= from) return;
    this.hasChanges = true;
    const { last } = this;
    if (last !== null && last.turn === turn && last.owner === owner && isSameKey(last.key, key) && last.heldTo === from) last.heldTo = to;
    else this.last = this.keep({ session: this.session, turn, key, owner, ownerTurn, heldFrom: from, heldTo: to, timeMs: timeMs === storedMs ? NaN : timeMs });
  }

  /** Every copy of the session. */
  all(): readonly Copy[] {
    return [...this.ranges.values()].flat();
  }

  /** Puts what is new into the catalog. */
  save(): void {
    if (!this.hasChanges) return;
    this.hasChanges = false;
    this.catalog.dropCopies((copy) => copy.session === this.session);
    for (const copy of this.all()) this.catalog.addCopy({ ...copy });
  }

  private keep(range: Range): Range {
    const place = placeOf(range.owner, range.key);
    const same = this.ranges.get(place);
    if (same === undefined) this.ranges.set(place, [range]);
    else same.push(range);
    return range;
  }
}

function placeOf(owner: number, key: Key): string {
  return `${owner} ${key.hi} ${key.lo}`;
}
