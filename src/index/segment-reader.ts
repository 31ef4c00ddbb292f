/**
 * A segment opened for search: what reader-types.ts promises, by positional reads of exactly what is needed.
 *
 * Opening reads the footer; everything else is read on first use. All that is read is
 * checked (checked-file.ts). The reader does not own its file: whoever opened it closes it.
 */
import type { Key } from '../hash.ts';
import { CheckedFile, aligned } from './checked-file.ts';
import { IndexDamage } from './damage.ts';
import { Dictionary } from './dictionary.ts';
import type { RandomFile } from './directory.ts';
import { PAGE_BYTES } from './format.ts';
import type { SectionName, SegmentFooter } from './format.ts';
import { findKey, readKeys, readValues } from './key-table.ts';
import { PostingReader } from './posting-reader.ts';
import { WINDOW_CHUNKS } from './reader-types.ts';
import type { EntryColumns, PostingList, Postings, RowTable, SegmentInternals, SegmentReader, TermTest } from './reader-types.ts';
import { createReadMemory } from './read-cache.ts';
import type { ReadMemory } from './read-cache.ts';
import { decodeRows } from './row-columns.ts';
import { lazyTermIndex } from './term-index.ts';
import { TextReader } from './text-reader.ts';

const ENTRY_COLUMNS: readonly [SectionName, SectionName, SectionName] = ['entryHi', 'entryLo', 'entryChunk'];
const LINK_COLUMNS: readonly [SectionName, SectionName, SectionName] = ['linkHi', 'linkLo', 'linkRow'];

/**
 * Opens a segment. Throws IndexDamage when the file is none of this format or its tables are damaged; later reads throw it too.
 *
 * memory: shared by the segments of a snapshot.
 */
export function openSegment(file: RandomFile, name: string, memory = createReadMemory()): Segment {
  return new Segment(new CheckedFile(file, name, memory.pages), memory);
}

let piece: Buffer | null = null;

/** Memory to read that many bytes to, with the pages around them; reused by the next read. */
function pieceOf(length: number): Buffer {
  if (piece === null || piece.length < length + 2 * PAGE_BYTES) piece = Buffer.allocUnsafeSlow(Math.max(length, 2 * WINDOW_CHUNKS) + 2 * PAGE_BYTES);
  return piece;
}

/** The open segment; `file`, `lists` and `texts` are for merges. */
export class Segment implements SegmentReader, SegmentInternals {
  readonly name: string;
  readonly chunkCount: number;
  readonly termCount: number;
  readonly tokenCount: number;
  readonly lists: PostingReader;
  readonly texts: TextReader;
  /** For merges. */
  readonly file: CheckedFile;
  private readonly footer: SegmentFooter;
  private readonly dictionary: Dictionary;
  private rowTable: RowTable | null = null;
  private isAsked = false;
  private chunkTable: { readonly lengths: Uint16Array; readonly fields: Uint8Array } | null = null;

  constructor(file: CheckedFile, memory: ReadMemory) {
    this.file = file;
    this.name = file.name;
    this.footer = file.footer;
    const { counts } = file.footer;
    this.chunkCount = counts.chunks;
    this.termCount = counts.terms;
    this.tokenCount = counts.tokens;
    const loadIndex = lazyTermIndex(file);
    this.dictionary = new Dictionary(file, loadIndex, memory);
    this.lists = new PostingReader(file, loadIndex, () => this.lengths, memory.lists);
    this.texts = new TextReader(file, memory.texts);
  }

  get rows(): RowTable {
    const { file, footer } = this;
    return (this.rowTable ??= decodeRows(aligned(file.read('rows', 0, footer.sections.rows.length)), footer.counts.rows, file.name));
  }

  get lengths(): Uint16Array {
    return this.chunks().lengths;
  }

  get fields(): Uint8Array {
    return this.chunks().fields;
  }

  fieldOf(chunk: number): number {
    return this.chunkTable === null ? this.file.byte('fields', chunk) : this.chunkTable.fields[chunk];
  }

  lengthOf(chunk: number): number {
    return this.chunkTable === null ? this.file.halfWord('lengths', chunk) : this.chunkTable.lengths[chunk];
  }

  /** A run of the file is checked at once (checked-file.ts), which has as many lengths as a window. */
  windowAround(chunk: number): { first: number; end: number } {
    const before = (this.footer.sections.lengths.start % (2 * WINDOW_CHUNKS)) / 2;
    const first = Math.floor((chunk + before) / WINDOW_CHUNKS) * WINDOW_CHUNKS - before;
    return { first: Math.max(0, first), end: Math.min(this.chunkCount, first + WINDOW_CHUNKS) };
  }

  copyLengths(first: number, end: number, into: Uint16Array): void {
    if (this.chunkTable !== null) into.set(this.chunkTable.lengths.subarray(first, end));
    else new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(this.file.readInto('lengths', 2 * first, 2 * (end - first), pieceOf(2 * (end - first))));
  }

  copyFields(first: number, end: number, into: Uint8Array): void {
    into.set(this.chunkTable === null ? this.file.readInto('fields', first, end - first, pieceOf(end - first)) : this.chunkTable.fields.subarray(first, end));
  }

  /** A command asks once: memory for what it copies elsewhere would cost more than reading. A process that goes on asking keeps it. */
  keepChunks(): void {
    if (this.isAsked) this.chunks();
    else this.checkChunks();
    this.isAsked = true;
  }

  private checkChunks(): void {
    const { lengths, fields } = this.footer.sections;
    if (lengths.length !== this.chunkCount * 2 || fields.length !== this.chunkCount) throw new IndexDamage(`${this.name}: the chunk table is cut`);
  }

  /** Lengths and fields are side by side: one read. A refresh that only adds needs none of them. */
  private chunks(): { readonly lengths: Uint16Array; readonly fields: Uint8Array } {
    if (this.chunkTable !== null) return this.chunkTable;
    this.checkChunks();
    const { lengths, fields } = this.footer.sections;
    const bytes = aligned(this.file.readRange(lengths.start, fields.start + fields.length - lengths.start));
    this.chunkTable = {
      lengths: new Uint16Array(bytes.buffer, bytes.byteOffset, this.chunkCount),
      fields: new Uint8Array(bytes.buffer, bytes.byteOffset + fields.start - lengths.start, this.chunkCount),
    };
    return this.chunkTable;
  }

  lookup(term: Uint8Array): number {
    return this.dictionary.lookup(term);
  }

  prefix(start: Uint8Array): { first: number; last: number } {
    return this.dictionary.prefix(start);
  }

  infix(part: Uint8Array, limit: number, fits: TermTest | null = null): { ordinals: number[]; more: boolean } {
    return this.dictionary.infix(part, limit, fits);
  }

  term(ordinal: number): Buffer {
    if (!(ordinal >= 0 && ordinal < this.termCount)) throw new RangeError(`no term ${ordinal}`);
    return this.dictionary.term(ordinal);
  }

  documentFrequency(ordinal: number): number {
    return this.lists.documentFrequency(ordinal);
  }

  visitPrefix(start: Uint8Array, onTerm: (ordinal: number, bytes: Buffer, start: number, end: number) => void): void {
    this.dictionary.visitPrefix(start, onTerm);
  }

  visitTerms(from: Uint8Array, onPiece: (bytes: Buffer, ordinal: number) => boolean): void {
    this.dictionary.visitTerms(from, onPiece);
  }

  termLeads(): { readonly leads: Uint32Array; readonly termsABlock: number } {
    return this.dictionary.leads();
  }

  termBlocks(blocks: Uint32Array): Buffer {
    return this.dictionary.blocks(blocks);
  }

  postings(ordinal: number): Postings {
    return this.lists.postings(ordinal);
  }

  list(ordinal: number): PostingList {
    return this.lists.list(ordinal);
  }

  positionBytes(ordinal: number): Buffer {
    return this.lists.positionBytes(ordinal);
  }

  positions(ordinal: number, chunks: ArrayLike<number>): Uint32Array[] {
    return this.lists.positions(ordinal, chunks);
  }

  text(chunk: number): Buffer {
    return this.texts.text(chunk);
  }

  textsBeside(chunk: number): { first: number; end: number } {
    return this.texts.beside(chunk);
  }

  findEntry(identity: Key): number {
    return findKey(this.file, ENTRY_COLUMNS, this.footer.counts.entries, identity);
  }

  findLink(link: Key): number {
    return findKey(this.file, LINK_COLUMNS, this.footer.counts.links, link);
  }

  entries(): EntryColumns {
    const { count, hi, lo, value } = readKeys(this.file, ENTRY_COLUMNS, this.footer.counts.entries);
    return { count, hi, lo, chunk: value };
  }

  entryStarts(): ArrayLike<number> {
    return readValues(this.file, ENTRY_COLUMNS[2], this.footer.counts.entries);
  }

  /** Every link, sorted: `chunk` holds the row. */
  links(): EntryColumns {
    const { count, hi, lo, value } = readKeys(this.file, LINK_COLUMNS, this.footer.counts.links);
    return { count, hi, lo, chunk: value };
  }

  /** The caller closes the file; this releases what is kept for this segment alone. */
  forget(): void {
    this.dictionary.forget();
  }

  /** Reads the whole file again and checks every byte. Throws IndexDamage. Cost: one pass over the file. */
  verify(): void {
    this.file.verify();
  }
}
