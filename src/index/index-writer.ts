/**
 * The writing side of an index: segments added, rows killed, catalog and marks changed, and all of it published at once.
 *
 * Between two publications nothing changes that a reader can see: segment files are written under names that no manifest
 * holds yet. A publication writes catalog and marks, then the manifest, whose rename is the commit; after that the
 * files of the last generation are removed (readers that have them open go on reading). A kill at any moment leaves the old state or
 * the new one, and files that no manifest names, which the next writer removes.
 *
 * Text goes into a draft, which a builder turns into a segment, perhaps while more text comes: a publication is committed when the last
 * segment that it names is written. stored-rows.ts knows earlier where everything will be.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import type { Key } from '../hash.ts';
import { optimiseHotCode } from '../compiler.ts';
import { buildCatalog } from './catalog-builder.ts';
import type { CatalogBuilder } from './catalog-builder.ts';
import type { CostMeter } from './cost-meter.ts';
import type { Directory, Lock } from './directory.ts';
import { IndexFiles, LockLost } from './index-files.ts';
import type { OpenSnapshot } from './index-reader.ts';
import { encodeManifest, MANIFEST_NAME } from './manifest.ts';
import type { Manifest, SegmentEntry } from './manifest.ts';
import type { EncodedMarks } from './marks.ts';
import { mergeSegments } from './merge.ts';
import { chooseMerge } from './merge-policy.ts';
import type { IndexCounts } from './reader-types.ts';
import type { NewRow } from './row-log.ts';
import type { SegmentBuilder } from './segment-builder.ts';
import { openSegment } from './segment-reader.ts';
import { StoredRows } from './stored-rows.ts';
import { entryOf, isWritten } from './written-segment.ts';
import type { WrittenSegment } from './written-segment.ts';

/** From this many chunks on, a merge takes so long that optimised code pays. */
const LONG_MERGE_CHUNKS = 8 * 1024;

/** What an index writer works with. */
export interface WriterSetup {
  readonly directory: Directory;
  readonly lock: Lock;
  /** The snapshot to go on from, or null to make an index from nothing; the writer does not close it. */
  readonly base: OpenSnapshot | null;
  /** The manifest in the directory, null when there is none (or none that makes sense). */
  readonly present: Manifest | null;
  /** A draft is full when it holds this much text. */
  readonly draftBytes: number;
  /** Makes the segments; closed with the writer. */
  readonly builder: SegmentBuilder;
  /** Counts where time and bytes go. */
  readonly meter: CostMeter;
}

/** A publication of which some segments are not yet written. */
type Publication = Omit<Manifest, 'segments'> & { readonly segments: readonly WrittenSegment[]; readonly entries: readonly SegmentEntry[] };

/** An index that is being written by the holder of its lock. Throws WriteFailed when the folder refuses, IndexDamage when segments are damaged. */
export class IndexWriter {
  readonly catalog: CatalogBuilder;
  readonly stored: StoredRows;
  private readonly setup: WriterSetup;
  private readonly files: IndexFiles;
  /** The base of newer marks. */
  private readonly marksBase: string;
  /** The base of newer catalogs; '' when another one has been published. */
  private catalogBase: string;
  private generation: number;
  private serial = 0;
  private publication: Publication | null = null;
  /** Text memory of drafts whose segments are written. */
  private readonly spare: SharedArrayBuffer[] = [];

  constructor(setup: WriterSetup) {
    const { directory, base, present } = setup;
    this.setup = setup;
    this.generation = present?.generation ?? 0;
    this.catalog = buildCatalog(base?.catalog ?? null);
    this.stored = new StoredRows(base);
    this.files = new IndexFiles(directory, present);
    this.catalogBase = base?.manifest.catalogBase || (base?.manifest.catalog ?? '');
    this.marksBase = base?.manifest.marksBase || (base?.manifest.marks ?? '');
  }

  /** Throws LockLost. */
  removeLeftovers(): void {
    this.files.removeLeftovers(this.setup.lock);
  }

  /** Removes what was written and not published: the run has failed. */
  abandon(): void {
    this.files.abandon();
  }

  /** Nothing more will be written. */
  close(): void {
    this.setup.builder.close();
  }

  /** Changes whenever text can no longer be added to the row begun before. */
  get rowSerial(): number {
    return this.serial;
  }

  beginRow(row: NewRow): void {
    this.serial++;
    this.stored.begin(row, this.spare);
  }

  /** The entry whose chunks come next, in the row begun last. */
  addEntry(identity: Key): void {
    this.stored.addEntry(identity);
  }

  addChunk(field: number, bytes: Uint8Array, start: number, end: number): void {
    this.stored.draft().addChunk(field, bytes, start, end);
  }

  addLink(link: Key): void {
    this.stored.draft().addLink(link);
  }

  setAnswerKey(key: Key): void {
    this.stored.draft().setAnswerKey(key);
  }

  /** True when the draft should be flushed before more text comes. */
  get isFull(): boolean {
    return this.stored.draftBytes >= this.setup.draftBytes;
  }

  /** Has the draft made into a segment. The next text begins a new row. */
  flush(): void {
    const draft = this.stored.endDraft();
    if (draft === null) return;
    const { segment, source } = draft;
    this.serial++;
    this.setup.meter.textBytes += source.text.length;
    this.setup.builder.submit(source, (parts) => {
      Object.assign(segment, this.setup.meter.during('writing', () => this.writeSegment(parts)));
      // A line of 60 MB must not keep its memory for the rest of the run.
      if (source.text.buffer.byteLength <= 2 * this.setup.draftBytes) this.spare.push(source.text.buffer);
      this.commitWhenWritten();
    });
    this.setup.lock.touch();
  }

  /** Looks after work in other threads: call it now and then. Throws what publish() throws. */
  poll(): void {
    this.setup.builder.poll();
  }

  /** True while a publication waits for a segment. */
  get isPublishing(): boolean {
    return this.publication !== null;
  }

  /**
   * Makes everything the index, as soon as its last segment is written. roots: of the whole index. Throws LockLost, and what the
   * directory throws; so may later calls, for a publication that had to wait.
   */
  publish(roots: readonly string[], marks: EncodedMarks, counts: IndexCounts): void {
    this.flush();
    if (this.isPublishing) this.setup.builder.drain();
    this.setup.meter.during('publishing', () => {
      const generation = ++this.generation;
      const segments = this.liveSegments();
      const { parts, isWhole } = this.catalog.encode(this.catalogBase === '');
      const { name: catalog } = this.files.writeNew('catalog', generation, parts);
      if (isWhole) this.catalogBase = '';
      const { name: marksName } = this.files.writeNew('marks', generation, marks.parts);
      const marksBase = marks.isWhole ? '' : this.marksBase;
      this.publication = { generation, roots, segments, entries: segments.map(entryOf), catalog, catalogBase: this.catalogBase, marks: marksName, marksBase, counts, sessions: this.catalog.liveCount() };
    });
    this.commitWhenWritten();
  }

  /** Waits until what was published is the index. */
  settle(): void {
    this.setup.builder.drain();
  }

  private commitWhenWritten(): void {
    const { publication, setup } = this;
    if (publication === null || !publication.segments.every(isWritten)) return;
    this.publication = null;
    setup.meter.during('publishing', () => {
      if (!setup.lock.isHeld()) throw new LockLost('another process took over the index');
      const { entries, segments, ...rest } = publication;
      const manifest = { ...rest, segments: entries.map((entry, i) => ({ ...entry, name: segments[i].name, bytes: segments[i].bytes })) };
      const later = this.stored.segments.filter((segment) => !segment.isGone).map(({ name }) => name);
      this.files.commit(MANIFEST_NAME, encodeManifest(manifest, ANALYZER_VERSION), manifest, later);
    });
  }

  /**
   * Merges what the policy says, and tells whether that was anything; call it at the end of a run, before the last publication: places
   * do not survive it. hasTime: nobody waits for it.
   */
  merge(hasTime: boolean): boolean {
    this.flush();
    this.setup.builder.rest();
    this.spare.length = 0;
    for (let isMerged = false; ; isMerged = true) {
      const live = this.liveSegments();
      const chosen = chooseMerge(live.map(entryOf), hasTime);
      if (chosen === null) return isMerged;
      this.mergeInto(chosen.map((place) => live[place]));
    }
  }

  /** The segments that count; those without any live row are left out. */
  private liveSegments(): WrittenSegment[] {
    for (const segment of this.stored.segments) if (!segment.isGone && entryOf(segment).liveChunks === 0) segment.isGone = true;
    return this.stored.segments.filter((segment) => !segment.isGone);
  }

  private mergeInto(chosen: readonly WrittenSegment[]): void {
    if (chosen.reduce((sum, segment) => sum + segment.chunks, 0) > LONG_MERGE_CHUNKS) optimiseHotCode(true);
    const files = chosen.map((segment) => this.setup.directory.open(segment.name));
    try {
      const readers = files.map((file, i) => openSegment(file, chosen[i].name));
      this.setup.meter.during('merging', () => {
        const { parts, chunkCount, rows } = mergeSegments(readers, chosen.map((segment) => segment.dead));
        const { name, bytes } = this.writeSegment(parts);
        for (const segment of chosen) segment.isGone = true;
        this.stored.segments.push({
          name, bytes, rows, chunks: chunkCount, dead: new Uint8Array(rows.count), entry: null, reader: null, isLoaded: true, isGone: false,
        });
      });
      this.setup.meter.segmentsMerged += chosen.length;
    } finally {
      for (const file of files) file.close();
    }
  }

  private writeSegment(parts: Iterable<Uint8Array>): { name: string; bytes: number } {
    const written = this.files.writeNew('seg', this.generation + 1, parts, () => this.setup.lock.touch());
    this.setup.meter.segmentsWritten++;
    this.setup.meter.bytesWritten += written.bytes;
    return written;
  }
}
