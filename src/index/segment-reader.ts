/**
 * A segment opened for search: what reader-types.ts promises, by positional reads of exactly what is asked for.
 *
 * Opening reads the footer; everything else comes when somebody touches it. All that is read is
 * checked (checked-file.ts). The reader does not own its file: whoever opened it closes it.
 */
import type { Key } from '../hash.ts';
import { CheckedFile, aligned } from './checked-file.ts';
import { IndexDamage } from './damage.ts';
import { Dictionary } from './dictionary.ts';
import type { RandomFile } from './directory.ts';
import type { SectionName, SegmentFooter } from './format.ts';
import { findKey, readKeys } from './key-table.ts';
import { PostingReader } from './posting-reader.ts';
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
  private isCopied = false;
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

  /** A command asks once: memory for what it copies elsewhere would cost more than reading. A process that goes on asking keeps it. */
  copyChunks(lengths: Uint16Array, fields: Uint8Array): void {
    if (this.isCopied || this.chunkTable !== null) {
      const table = this.chunks();
      lengths.set(table.lengths);
      fields.set(table.fields);
      return;
    }
    this.isCopied = true;
    this.checkChunks();
    const bytes = new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength);
    this.file.readPieces('lengths', (piece, at) => bytes.set(piece, at));
    this.file.readPieces('fields', (piece, at) => fields.set(piece, at));
  }

  copyChunkRange(first: number, end: number, lengths: Uint16Array, fields: Uint8Array): void {
    if (this.chunkTable !== null) {
      lengths.set(this.chunkTable.lengths.subarray(first, end), first);
      fields.set(this.chunkTable.fields.subarray(first, end), first);
      return;
    }
    this.checkChunks();
    const bytes = new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength);
    bytes.set(this.file.read('lengths', 2 * first, 2 * (end - first)), 2 * first);
    fields.set(this.file.read('fields', first, end - first), first);
  }

  private checkChunks(): void {
    const { lengths, fields } = this.footer.sections;
    if (lengths.length !== this.chunkCount * 2 || fields.length !== this.chunkCount) throw new IndexDamage(`${this.name}: the chunk table is cut`);
  }

  /** Lengths and fields lie side by side: one read. A refresh that only adds needs none of them. */
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

  listBytes(ordinal: number): number {
    return this.lists.listBytes(ordinal);
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

  /** Every link, sorted: `chunk` holds the row. */
  links(): EntryColumns {
    const { count, hi, lo, value } = readKeys(this.file, LINK_COLUMNS, this.footer.counts.links);
    return { count, hi, lo, chunk: value };
  }

  /** The caller closes the file: what is kept for this segment alone is let go. */
  forget(): void {
    this.dictionary.forget();
  }

  /** Reads the whole file again and checks every byte. Throws IndexDamage. Cost: one pass over the file. */
  verify(): void {
    this.file.verify();
  }
}
