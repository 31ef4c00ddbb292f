/**
 * A segment in the list of an index that is being written: an earlier one, or one of this run.
 */
import { encodeDead } from './manifest.ts';
import type { SegmentEntry } from './manifest.ts';
import type { RowTable, SegmentInternals, SegmentReader } from './reader-types.ts';

/** A place in the writer's list; places never change during a run. */
export interface WrittenSegment {
  /** '' and 0 until it is written. */
  name: string;
  bytes: number;
  readonly rows: RowTable;
  readonly chunks: number;
  /** A byte for each row. */
  readonly dead: Uint8Array;
  /** What the manifest says of it; null when that has to be computed again. */
  entry: SegmentEntry | null;
  /** Null for one that was written in this run and not opened yet. */
  readonly reader: (SegmentReader & SegmentInternals) | null;
  /** True when its entries are in the memory table. */
  isLoaded: boolean;
  /** Merged into another one: no longer part of the index. */
  isGone: boolean;
}

/** True when its file is in the folder. */
export function isWritten(segment: WrittenSegment): boolean {
  return segment.name !== '';
}

/** Its part of the manifest; name and bytes once it is written. */
export function entryOf(segment: WrittenSegment): SegmentEntry {
  return (segment.entry ??= makeEntry(segment));
}

function makeEntry({ name, bytes, rows, chunks, dead }: WrittenSegment): SegmentEntry {
  let liveChunks = 0;
  for (let row = 0; row < rows.count; row++) {
    if (dead[row] === 0) liveChunks += (row + 1 < rows.count ? rows.firstChunk[row + 1] : chunks) - rows.firstChunk[row];
  }
  return { name, bytes, rows: rows.count, chunks, liveChunks, dead: encodeDead(dead) };
}
