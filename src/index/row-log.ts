/**
 * The rows of the segment that is being drafted. They can be asked for as if the segment were on disk already, because an entry looks up
 * the places of others that came just before it.
 */
import type { Key } from '../hash.ts';
import type { RowTable } from './reader-types.ts';
import { decodeRows, newRowBytes, ROW_COLUMNS } from './row-columns.ts';

const FIRST_CAPACITY = 64;

/** What begins a row. */
export interface NewRow {
  readonly session: number;
  readonly turn: number;
  readonly flags: number;
  readonly timeMs: number;
  readonly firstOrdinal: number;
  readonly turnKey: Key;
}

/** Rows in the order in which they were begun. */
export class RowLog {
  private capacity = FIRST_CAPACITY;
  private table = emptyTable(FIRST_CAPACITY);

  get count(): number {
    return this.table.count;
  }

  /** The rows so far; ask again after the next one has begun: arrays may be longer than count, and firstChunk lacks the chunk count. */
  get columns(): RowTable {
    return this.table;
  }

  add(row: NewRow, firstChunk: number): void {
    if (this.table.count === this.capacity) this.grow();
    const { table } = this;
    const at = table.count++;
    table.session[at] = row.session;
    table.turn[at] = row.turn;
    table.flags[at] = row.flags;
    table.timeMs[at] = row.timeMs;
    table.firstChunk[at] = firstChunk;
    table.firstOrdinal[at] = row.firstOrdinal;
    table.turnKeyHi[at] = row.turnKey.hi;
    table.turnKeyLo[at] = row.turnKey.lo;
  }

  /** The row added last. Throws when there is none. */
  setAnswerKey(key: Key): void {
    if (this.count === 0) throw new Error('no row has been begun');
    this.table.answerKeyHi[this.count - 1] = key.hi;
    this.table.answerKeyLo[this.count - 1] = key.lo;
  }

  /** The table as it is stored, for a segment of that many chunks. */
  encode(chunkCount: number): Uint8Array {
    const { count } = this;
    const bytes = newRowBytes(count);
    const to = decodeRows(bytes, count, 'new segment');
    for (const column of ROW_COLUMNS) to[column].set(this.table[column].subarray(0, count));
    to.firstChunk[count] = chunkCount;
    return bytes;
  }

  private grow(): void {
    const { table } = this;
    this.capacity *= 2;
    this.table = emptyTable(this.capacity);
    for (const column of ROW_COLUMNS) this.table[column].set(table[column]);
    this.table.count = table.count;
  }
}

function emptyTable(capacity: number): RowTable & { count: number } {
  return { ...decodeRows(newRowBytes(capacity), capacity, 'new segment'), count: 0 };
}

/** Row of the chunk: the last one that begins at or before it and is not empty. */
export function rowOfChunk(rows: RowTable, chunk: number): number {
  let low = 0;
  for (let high = rows.count; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if (rows.firstChunk[middle] <= chunk) low = middle;
    else high = middle;
  }
  return low;
}
