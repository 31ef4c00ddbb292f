/**
 * The rows of the segment that is being written, kept beside the writer, so that entries of the same run find
 * one another's places as if the segment were on disk already.
 */
import type { Key } from '../hash.ts';

/** What begins a row. */
export interface NewRow {
  readonly session: number;
  readonly turn: number;
  readonly flags: number;
  readonly timeMs: number;
  readonly firstOrdinal: number;
  readonly turnKey: Key;
}

/** Columns of rows, on disk (RowTable) or in memory; firstChunk may lack the final chunk count. */
export interface RowColumns {
  readonly count: number;
  readonly session: ArrayLike<number>;
  readonly turn: ArrayLike<number>;
  readonly flags: ArrayLike<number>;
  readonly timeMs: ArrayLike<number>;
  readonly firstChunk: ArrayLike<number>;
  readonly firstOrdinal: ArrayLike<number>;
  readonly turnKeyHi: ArrayLike<number>;
  readonly turnKeyLo: ArrayLike<number>;
  readonly answerKeyHi: ArrayLike<number>;
  readonly answerKeyLo: ArrayLike<number>;
}

/** Rows begun in this run, in order. */
export class RowLog implements RowColumns {
  count = 0;
  readonly session: number[] = [];
  readonly turn: number[] = [];
  readonly flags: number[] = [];
  readonly timeMs: number[] = [];
  readonly firstChunk: number[] = [];
  readonly firstOrdinal: number[] = [];
  readonly turnKeyHi: number[] = [];
  readonly turnKeyLo: number[] = [];
  readonly answerKeyHi: number[] = [];
  readonly answerKeyLo: number[] = [];

  add(row: NewRow, firstChunk: number): void {
    this.session.push(row.session);
    this.turn.push(row.turn);
    this.flags.push(row.flags);
    this.timeMs.push(row.timeMs);
    this.firstChunk.push(firstChunk);
    this.firstOrdinal.push(row.firstOrdinal);
    this.turnKeyHi.push(row.turnKey.hi);
    this.turnKeyLo.push(row.turnKey.lo);
    this.answerKeyHi.push(0);
    this.answerKeyLo.push(0);
    this.count++;
  }

  setAnswerKey(row: number, key: Key): void {
    this.answerKeyHi[row] = key.hi;
    this.answerKeyLo[row] = key.lo;
  }
}

/** Row that the chunk lies in: the last one that begins at or before it and is not empty. */
export function rowOfChunk(rows: RowColumns, chunk: number): number {
  let low = 0;
  for (let high = rows.count; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if (rows.firstChunk[middle] <= chunk) low = middle;
    else high = middle;
  }
  return low;
}
