/**
 * Entries to rows of the index: cut into chunks, begin a row when turn or kind changes, flush when the segment is full.
 *
 * Also where the text of side files comes in: it is an entry of its own (with an identity made from its entry's), because a
 * copied session may lack the file, and whichever of the two is read first must not decide whether it is found.
 */
import { NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import type { NewRow } from '../index/row-log.ts';
import { chunkEnd } from '../transcript/chunk.ts';
import type { Entry } from '../transcript/entry.ts';

/** Added to a side file's entry identity; any odd constant does. */
const SIDE_FILE_SALT = 0x51de51de;

/** Row facts that do not change from chunk to chunk. */
export type RowKind = Omit<NewRow, 'firstOrdinal'>;

/** Writes rows of one session, or title rows. Throws what the index writer throws. */
export class RowWriter {
  private readonly index: IndexWriter;
  private serial = -1;
  private kind: RowKind | null = null;

  constructor(index: IndexWriter) {
    this.index = index;
  }

  /** Stores the entry's text as part of such a row, its first chunk at `ordinal`. Returns the number of chunks. */
  write(entry: Entry, kind: RowKind, ordinal: number): number {
    if (this.index.isFull) this.index.flush();
    this.begin(kind, ordinal);
    this.index.addEntry(entry.identity);
    const { bytes } = entry.text;
    let chunkCount = 0;
    for (let i = 0; i < entry.pieceCount; i++) {
      const { field, start, end } = entry.pieces[i];
      chunkCount += this.cut(field, bytes, start, end);
    }
    for (const link of entry.links) this.index.addLink(link);
    return chunkCount;
  }

  /** The same for text that comes from elsewhere. */
  writeText(identity: Key, field: number, bytes: Uint8Array, kind: RowKind, ordinal: number): number {
    if (this.index.isFull) this.index.flush();
    this.begin(kind, ordinal);
    if (identity !== NO_KEY) this.index.addEntry(identity);
    return this.cut(field, bytes, 0, bytes.length);
  }

  /** The next text begins a row, whatever its kind. */
  endRow(): void {
    this.kind = null;
  }

  private begin(kind: RowKind, ordinal: number): void {
    const { kind: last } = this;
    // A row that began with its turn's prompt goes on with what follows.
    const isSame = last !== null && this.serial === this.index.rowSerial && last.session === kind.session && last.turn === kind.turn
      && (last.flags & ~ROW_FLAG.opening) === kind.flags && last.turnKey.hi === kind.turnKey.hi && last.turnKey.lo === kind.turnKey.lo;
    if (isSame) return;
    this.index.beginRow({ ...kind, firstOrdinal: ordinal });
    this.kind = kind;
    this.serial = this.index.rowSerial;
  }

  private cut(field: number, bytes: Uint8Array, start: number, end: number): number {
    let chunkCount = 0;
    for (let from = start; from < end; chunkCount++) {
      const to = chunkEnd(bytes, from, end);
      this.index.addChunk(field, bytes, from, to);
      from = to;
    }
    return chunkCount;
  }
}

/** How many chunks the entry's text makes. */
export function countChunks(entry: Entry): number {
  let chunkCount = 0;
  for (let i = 0; i < entry.pieceCount; i++) {
    const { start, end } = entry.pieces[i];
    for (let from = start; from < end; chunkCount++) from = chunkEnd(entry.text.bytes, from, end);
  }
  return chunkCount;
}

/** How many chunks a text makes. */
export function countTextChunks(bytes: Uint8Array): number {
  let chunkCount = 0;
  for (let from = 0; from < bytes.length; chunkCount++) from = chunkEnd(bytes, from, bytes.length);
  return chunkCount;
}

/** Identity of the text of an entry's n-th side file. */
export function sideIdentity({ hi, lo }: Key, index: number): Key {
  return { hi: (hi ^ SIDE_FILE_SALT) >>> 0, lo: (lo + index + 1) >>> 0 };
}
