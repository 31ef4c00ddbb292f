/**
 * Where everything is in an index that is being written: in segments of earlier runs, in those of this one, or in the present
 * draft. Needed because an entry is stored once.
 *
 * Rows are numbered by (segment, row); segment numbers are places in this run's list and never change during it. The draft has
 * the number that its segment will have.
 */
import type { Key } from '../hash.ts';
import type { OpenSnapshot } from './index-reader.ts';
import { KnownEntries } from './known-entries.ts';
import type { RowTable, SegmentInternals, SegmentReader } from './reader-types.ts';
import { decodeRows } from './row-columns.ts';
import { rowOfChunk } from './row-log.ts';
import type { NewRow } from './row-log.ts';
import { SegmentDraft } from './segment-draft.ts';
import type { SegmentSource } from './segment-draft.ts';
import type { WrittenSegment } from './written-segment.ts';

/** Where an entry is. */
export interface Place {
  readonly segment: number;
  readonly row: number;
  readonly chunk: number;
  readonly rows: RowTable;
}

/** The rows of all segments. Throws IndexDamage when segments of earlier runs are damaged. */
export class StoredRows {
  readonly segments: WrittenSegment[] = [];
  private current: SegmentDraft | null = null;
  private readonly known = new KnownEntries();

  /** base: the snapshot to go on from, null for none. */
  constructor(base: OpenSnapshot | null) {
    base?.segments.forEach((reader, i) => {
      const entry = base.manifest.segments[i];
      const { name, bytes, chunks } = entry;
      const dead = base.deadRows[i] ?? new Uint8Array(entry.rows);
      this.segments.push({
        name, bytes, chunks, dead, entry,
        get rows() {
          return reader.rows;
        },
        reader: reader as SegmentReader & SegmentInternals, isLoaded: false, isGone: false,
      });
    });
  }

  /** For a large refresh: loads every known identity, so that none is looked up on disk. */
  loadEntries(): void {
    this.segments.forEach((segment, number) => {
      if (segment.isLoaded || segment.reader === null) return;
      const { count, hi, lo, chunk } = segment.reader.entries();
      this.known.reserve(count);
      for (let i = 0; i < count; i++) this.known.add(hi[i], lo[i], number, chunk[i]);
      segment.isLoaded = true;
    });
  }

  /** The first live place of that entry that `isWanted`; null when its text is not stored. */
  find(identity: Key, isWanted: (place: Place) => boolean): Place | null {
    let found: Place | null = null;
    const look = (segment: number, chunk: number): boolean => {
      const rows = this.rows(segment);
      const row = rowOfChunk(rows, chunk);
      if (this.isDead(segment, row)) return false;
      const place = { segment, row, chunk, rows };
      if (!isWanted(place)) return false;
      found = place;
      return true;
    };
    if (this.known.find(identity, look)) return found;
    for (let number = 0; number < this.segments.length; number++) {
      const segment = this.segments[number];
      if (segment.isLoaded || segment.reader === null) continue;
      const chunk = segment.reader.findEntry(identity);
      if (chunk >= 0 && look(number, chunk)) return found;
    }
    return null;
  }

  /** The live row that a link key leads to, in segments of earlier runs; null when none does. */
  findLink(link: Key): { rows: RowTable; row: number } | null {
    for (let number = 0; number < this.segments.length; number++) {
      const { reader, rows, dead } = this.segments[number];
      const row = reader?.findLink(link) ?? -1;
      if (row >= 0 && dead[row] === 0) return { rows, row };
    }
    return null;
  }

  /** Calls back for every live row, segment by segment. Cost: one pass over all rows. */
  forEachRow(visit: (rows: RowTable, row: number, segment: number, chunkCount: number) => void): void {
    for (let number = 0; number <= this.segments.length; number++) {
      if (number === this.segments.length && this.current === null) break;
      const rows = this.rows(number);
      const chunks = number < this.segments.length ? this.segments[number].chunks : this.draft().chunkCount;
      for (let row = 0; row < rows.count; row++) {
        if (this.isDead(number, row)) continue;
        const end = row + 1 < rows.count ? rows.firstChunk[row + 1] : chunks;
        visit(rows, row, number, end - rows.firstChunk[row]);
      }
    }
  }

  /** The row begun last. */
  get last(): { segment: number; row: number } {
    return { segment: this.segments.length, row: this.draft().rows.count - 1 };
  }

  /** The row's text no longer counts: it is not found, and its entries are unknown. */
  kill(segment: number, row: number): void {
    if (segment === this.segments.length) this.current?.dead.add(row);
    else {
      this.segments[segment].dead[row] = 1;
      this.segments[segment].entry = null;
    }
  }

  /** Begins a row, in a new draft if needed; spare: memory that it may use. */
  begin(row: NewRow, spare: SharedArrayBuffer[]): void {
    this.current ??= new SegmentDraft(spare.pop());
    this.current.beginRow(row);
  }

  /** Begins an entry, whose chunks come next, in the row begun last. */
  addEntry(identity: Key): void {
    const draft = this.draft();
    this.known.add(identity.hi, identity.lo, this.segments.length, draft.chunkCount);
    draft.addEntry(identity);
  }

  /** The present draft. Throws when no row has been begun. */
  draft(): SegmentDraft {
    if (this.current === null) throw new Error('no row has been begun');
    return this.current;
  }

  /** Makes the present draft a segment of the list, yet to be written; null when there is none. */
  endDraft(): { segment: WrittenSegment; source: SegmentSource } | null {
    if (this.current === null) return null;
    const { dead, chunkCount: chunks } = this.current;
    const source = this.current.finish();
    const flags = new Uint8Array(source.rowCount);
    for (const row of dead) flags[row] = 1;
    const rows = decodeRows(source.rows, source.rowCount, 'new segment');
    const segment: WrittenSegment = { name: '', bytes: 0, rows, chunks, dead: flags, entry: null, reader: null, isLoaded: true, isGone: false };
    this.segments.push(segment);
    this.current = null;
    return { segment, source };
  }

  /** Bytes of text in the present draft. */
  get draftBytes(): number {
    return this.current?.textBytes ?? 0;
  }

  private rows(segment: number): RowTable {
    return segment < this.segments.length ? this.segments[segment].rows : this.draft().rows.columns;
  }

  private isDead(segment: number, row: number): boolean {
    return segment < this.segments.length ? this.segments[segment].dead[row] === 1 : this.draft().dead.has(row);
  }
}
