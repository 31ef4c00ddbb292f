/**
 * The row table as bytes: columns side by side, so that reading it means laying typed arrays over one read.
 */
import { IndexDamage } from './damage.ts';
import type { RowTable } from './reader-types.ts';

/** The u32 columns in file order, except firstChunk, which has one value more and comes after them. */
const WORD_COLUMNS = ['session', 'turn', 'firstOrdinal', 'turnKeyHi', 'turnKeyLo', 'answerKeyHi', 'answerKeyLo'] as const;

/** All columns; each has one value for each row. */
export const ROW_COLUMNS = ['timeMs', ...WORD_COLUMNS, 'firstChunk', 'flags'] as const;

/** Lays a table over the bytes (8-aligned). Throws IndexDamage when their number does not fit that many rows. */
export function decodeRows(bytes: Uint8Array, count: number, name: string): RowTable {
  if (bytes.length !== rowBytes(count)) throw new IndexDamage(`${name}: ${bytes.length} bytes for ${count} rows`);
  const base = bytes.byteOffset + count * 8;
  const words = WORD_COLUMNS.map((column, i) => [column, new Uint32Array(bytes.buffer, base + i * count * 4, count)]);
  return {
    count,
    timeMs: new Float64Array(bytes.buffer, bytes.byteOffset, count),
    ...(Object.fromEntries(words) as Pick<RowTable, (typeof WORD_COLUMNS)[number]>),
    firstChunk: new Uint32Array(bytes.buffer, base + WORD_COLUMNS.length * count * 4, count + 1),
    flags: new Uint8Array(bytes.buffer, base + (WORD_COLUMNS.length + 1) * count * 4 + 4, count),
  };
}

/** Copies a row, all but firstChunk, to place `at` of another table. */
export function copyRow(from: RowTable, row: number, to: RowTable, at: number): void {
  to.timeMs[at] = from.timeMs[row];
  to.flags[at] = from.flags[row];
  for (const column of WORD_COLUMNS) to[column][at] = from[column][row];
}

/** Bytes of an empty table of that many rows, to be filled through decodeRows(). */
export function newRowBytes(count: number): Uint8Array {
  return new Uint8Array(rowBytes(count));
}

function rowBytes(count: number): number {
  return count * (8 + 4 * (WORD_COLUMNS.length + 1) + 1) + 4;
}
