/**
 * The writing side of an index: segments added, rows killed, catalog and marks changed, and all of it published at once.
 *
 * Between two publications nothing that a reader can see changes: segment files are written under names that no manifest
 * holds yet. A publication writes catalog, marks, then the manifest, whose rename is the commit; after that the
 * files of the last generation are removed (who has them open goes on reading them). A kill at any moment leaves the old state or
 * the new one, and files without a name, which the next writer removes.
 *
 * It also knows where every entry lies, in segments on disk, in those of this run and in the one being written, because
 * an entry is stored once. Rows are numbered by (segment, row); segment numbers are places in this run's list and
 * never change during it.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import type { Key } from '../hash.ts';
import { optimiseHotCode } from '../compiler.ts';
import { buildCatalog } from './catalog-builder.ts';
import type { CatalogBuilder } from './catalog-builder.ts';
import { CostMeter } from './cost-meter.ts';
import type { Directory, Lock } from './directory.ts';
import { IndexFiles, LockLost } from './index-files.ts';
import type { OpenSnapshot } from './index-reader.ts';
import { KnownEntries } from './known-entries.ts';
import { encodeManifest, MANIFEST_NAME } from './manifest.ts';
import type { Manifest, SegmentEntry } from './manifest.ts';
import { mergeSegments } from './merge.ts';
import { chooseMerge } from './merge-policy.ts';
import type { IndexCounts, SegmentInternals, SegmentReader } from './reader-types.ts';
import { RowLog, rowOfChunk } from './row-log.ts';
import type { NewRow, RowColumns } from './row-log.ts';
import { openSegment } from './segment-reader.ts';
import { SegmentWriter } from './segment-writer.ts';
import { entryOf } from './written-segment.ts';
import type { WrittenSegment } from './written-segment.ts';

/** From so many chunks on, a merge takes long enough for optimised code to pay. */
const LONG_MERGE_CHUNKS = 8 * 1024;

/** Where an entry lies. */
export interface Place {
  readonly segment: number;
  readonly row: number;
  readonly chunk: number;
  readonly rows: RowColumns;
}

/** An index being written by the holder of its lock. Throws WriteFailed where the folder refuses, IndexDamage where segments are damaged. */
export class IndexWriter {
  readonly catalog: CatalogBuilder;
  generation: number;
  private readonly directory: Directory;
  private readonly lock: Lock;
  private readonly meter: CostMeter;
  private readonly flushPostings: number;
  private readonly segments: WrittenSegment[] = [];
  private readonly known = new KnownEntries();
  private serial = 0;
  private current: { writer: SegmentWriter; log: RowLog; dead: Set<number> } | null = null;
  private readonly files: IndexFiles;

  /**
   * base: the snapshot to go on from, or null to make an index from nothing; the writer does not close it.
   * present: the manifest that lies in the directory, null when there is none (or none that makes sense).
   * flushPostings: a segment is full when it holds so many. meter: told what time and bytes go into.
   */
  constructor(directory: Directory, lock: Lock, base: OpenSnapshot | null, present: Manifest | null, flushPostings: number, meter = new CostMeter()) {
    this.directory = directory;
    this.flushPostings = flushPostings;
    this.lock = lock;
    this.meter = meter;
    this.generation = present?.generation ?? 0;
    this.catalog = buildCatalog(base?.catalog ?? null);
    this.files = new IndexFiles(directory, present);
    base?.segments.forEach((reader, i) => {
      const entry = base.manifest.segments[i];
      const { name, bytes, chunks } = entry;
      const dead = base.deadRows[i] ?? new Uint8Array(reader.rows.count);
      this.segments.push({ name, bytes, chunks, rows: reader.rows, dead, entry, reader: reader as SegmentReader & SegmentInternals, isLoaded: false, isGone: false });
    });
  }

  /** Throws LockLost. */
  removeLeftovers(): void {
    this.files.removeLeftovers(this.lock);
  }

  /** Removes what was written and not published: the run has failed. */
  abandon(): void {
    this.files.abandon();
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
  findLink(link: Key): { rows: RowColumns; row: number } | null {
    for (let number = 0; number < this.segments.length; number++) {
      const { reader, rows, dead } = this.segments[number];
      const row = reader?.findLink(link) ?? -1;
      if (row >= 0 && dead[row] === 0) return { rows, row };
    }
    return null;
  }

  /** Calls back for every live row, segment by segment. Cost: one pass over all rows. */
  forEachRow(visit: (rows: RowColumns, row: number, segment: number, chunkCount: number) => void): void {
    for (let number = 0; number <= this.segments.length; number++) {
      if (number === this.segments.length && this.current === null) break;
      const rows = this.rows(number);
      const chunks = number < this.segments.length ? this.segments[number].chunks : this.open().writer.chunkCount;
      for (let row = 0; row < rows.count; row++) {
        if (this.isDead(number, row)) continue;
        const end = row + 1 < rows.count ? rows.firstChunk[row + 1] : chunks;
        visit(rows, row, number, end - rows.firstChunk[row]);
      }
    }
  }

  /** The row begun last. */
  get lastRow(): { segment: number; row: number } {
    return { segment: this.segments.length, row: this.open().log.count - 1 };
  }

  /** The row's text no longer counts: it is not found, and its entries are unknown. */
  kill(segment: number, row: number): void {
    if (segment === this.segments.length) this.current?.dead.add(row);
    else {
      this.segments[segment].dead[row] = 1;
      this.segments[segment].entry = null;
    }
  }

  /** Changes whenever text can no longer be added to the row begun before. */
  get rowSerial(): number {
    return this.serial;
  }

  beginRow(row: NewRow): void {
    this.serial++;
    this.current ??= { writer: new SegmentWriter(this.meter), log: new RowLog(), dead: new Set() };
    this.current.log.add(row, this.current.writer.chunkCount);
    this.current.writer.beginRow(row);
  }

  /** The entry whose chunks come next, in the row begun last. */
  addEntry(identity: Key): void {
    const { writer } = this.open();
    this.known.add(identity.hi, identity.lo, this.segments.length, writer.chunkCount);
    writer.addEntry(identity);
  }

  addChunk(field: number, bytes: Uint8Array, start: number, end: number): void {
    const { meter } = this;
    meter.textBytes += end - start;
    if (!meter.isFine) return this.open().writer.addChunk(field, bytes, start, end);
    const before = meter.switchTo('analysing');
    this.open().writer.addChunk(field, bytes, start, end);
    meter.switchTo(before);
  }

  addLink(link: Key): void {
    this.open().writer.addLink(link);
  }

  setAnswerKey(key: Key): void {
    const { writer, log } = this.open();
    log.setAnswerKey(log.count - 1, key);
    writer.setAnswerKey(key);
  }

  /** True when the segment being written should be flushed before more text comes. */
  get isFull(): boolean {
    return this.current !== null && this.current.writer.postingCount >= this.flushPostings;
  }

  /** Writes the segment at hand to a file that no manifest names yet. The next text begins a new row. */
  flush(): void {
    if (this.current === null) return;
    const { writer, log, dead } = this.current;
    const chunks = writer.chunkCount;
    const parts = this.meter.during('encoding', () => writer.finish());
    const { name, bytes } = this.meter.during('writing', () => this.writeSegment(parts));
    const flags = new Uint8Array(log.count);
    for (const row of dead) flags[row] = 1;
    this.segments.push({ name, bytes, rows: log, chunks, dead: flags, entry: null, reader: null, isLoaded: true, isGone: false });
    this.current = null;
    this.serial++;
    this.lock.touch();
  }

  /** Writes everything and makes it the index. roots: of the whole index. Throws LockLost, and what the directory throws. */
  publish(roots: readonly string[], marks: readonly Uint8Array[], counts: IndexCounts): void {
    this.flush();
    this.meter.during('publishing', () => this.commit(roots, marks, counts));
  }

  private commit(roots: readonly string[], marks: readonly Uint8Array[], counts: IndexCounts): void {
    const generation = this.generation + 1;
    const segments = this.liveEntries();
    const { name: catalog } = this.files.writeNew('catalog', generation, this.catalog.encode());
    const { name: marksName } = this.files.writeNew('marks', generation, marks);
    if (!this.lock.isHeld()) throw new LockLost('another process took over the index');
    const manifest = { generation, roots, segments, catalog, marks: marksName, counts, sessions: this.catalog.liveCount() };
    this.files.commit(MANIFEST_NAME, encodeManifest(manifest, ANALYZER_VERSION), manifest);
    this.generation = generation;
  }

  /** Merges what the policy says; call it at the end of a run, before the last publication: places do not survive it. */
  merge(): void {
    this.flush();
    for (;;) {
      const entries = this.liveEntries();
      const chosen = chooseMerge(entries)?.map((place) => entries[place].name);
      if (chosen === undefined) return;
      this.mergeInto(this.segments.filter((segment) => chosen.includes(segment.name)));
    }
  }

  /** The segments that count; those in which nothing lives any more are gone. */
  private liveEntries(): SegmentEntry[] {
    for (const segment of this.segments) if (!segment.isGone && entryOf(segment).liveChunks === 0) segment.isGone = true;
    return this.segments.filter((segment) => !segment.isGone).map(entryOf);
  }

  private mergeInto(chosen: readonly WrittenSegment[]): void {
    if (chosen.reduce((sum, segment) => sum + segment.chunks, 0) > LONG_MERGE_CHUNKS) optimiseHotCode(true);
    const files = chosen.map((segment) => this.directory.open(segment.name));
    try {
      const readers = files.map((file, i) => openSegment(file, chosen[i].name));
      const { merged, name, bytes } = this.meter.during('merging', () => {
        const parts = mergeSegments(readers, chosen.map((segment) => segment.dead));
        return { merged: parts, ...this.writeSegment(parts.parts) };
      });
      this.meter.segmentsMerged += chosen.length;
      for (const segment of chosen) segment.isGone = true;
      this.segments.push({
        name, bytes, chunks: merged.chunkCount, rows: merged.rows, dead: new Uint8Array(merged.rows.count),
        entry: null, reader: null, isLoaded: true, isGone: false,
      });
    } finally {
      for (const file of files) file.close();
    }
  }

  private writeSegment(parts: Iterable<Uint8Array>): { name: string; bytes: number } {
    const written = this.files.writeNew('seg', this.generation + 1, parts);
    this.meter.segmentsWritten++;
    this.meter.bytesWritten += written.bytes;
    return written;
  }

  private rows(segment: number): RowColumns {
    return segment < this.segments.length ? this.segments[segment].rows : this.open().log;
  }

  private isDead(segment: number, row: number): boolean {
    return segment < this.segments.length ? this.segments[segment].dead[row] === 1 : this.open().dead.has(row);
  }

  private open(): NonNullable<IndexWriter['current']> {
    if (this.current === null) throw new Error('no row has been begun');
    return this.current;
  }
}
