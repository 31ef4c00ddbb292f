/**
 * Chunks in, an immutable segment out.
 *
 * While chunks come, their tokens are only interned and streamed (interner.ts) and their text is packed (text-writer.ts); finish()
 * sorts the terms, brings the tokens into term order by one counting sort, and encodes. Memory: 8 bytes a token, the
 * dictionary, and the deflated text; four million postings take 40 to 60 MB, and 80 to 125 MB at the peak, in finish().
 * The caller writes the parts and starts a new writer for more.
 */
import type { Key } from '../hash.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { CostMeter } from './cost-meter.ts';
import { Interner } from './interner.ts';
import { KeyTableBuilder, packValues } from './key-table.ts';
import type { KeyColumns } from './key-table.ts';
import { encodeTerms } from './posting-encoder.ts';
import { RowBuilder } from './row-columns.ts';
import type { NewRow } from './row-log.ts';
import { assembleSegment, bytesOf } from './segment-file.ts';
import { TextWriter } from './text-writer.ts';

const MAX_LENGTH = 0xffff;

/** Builds one segment. Rows, entries and chunks come in the order in which they are to stand. */
export class SegmentWriter {
  private readonly interner = new Interner();
  private readonly texts: TextWriter;
  private readonly rows = new RowBuilder();
  private readonly entries = new KeyTableBuilder();
  private readonly links = new KeyTableBuilder();
  /** By chunk, and one more: number of positions before it. */
  private firstPositions = new Uint32Array(256);
  private fields = new Uint8Array(256);

  constructor(meter = new CostMeter()) {
    this.texts = new TextWriter(meter);
  }

  /** Begins a run of chunks of one turn; what follows belongs to it. */
  beginRow(row: NewRow): void {
    this.rows.add(row, this.chunkCount);
  }

  /**
   * Appends a chunk to the row: bytes[start, end) of clean UTF-8. Throws RangeError when it is longer than 65,535 bytes.
   */
  addChunk(field: number, bytes: Uint8Array, start: number, end: number): void {
    const chunk = this.chunkCount;
    this.texts.add(bytes, start, end);
    if (chunk + 1 >= this.firstPositions.length) this.growColumns();
    this.fields[chunk] = field;
    this.interner.beginChunk();
    this.firstPositions[chunk + 1] = this.firstPositions[chunk] + tokenize(bytes, start, end, 0, this.interner);
  }

  /** The entry with that identity begins here: its chunks come next. */
  addEntry(identity: Key): void {
    this.entries.add(identity.hi, identity.lo, this.chunkCount);
  }

  /** The key leads to the row at hand. */
  addLink(key: Key): void {
    this.links.add(key.hi, key.lo, this.rows.count - 1);
  }

  /** Key of the turn's first message id, for the row at hand. */
  setAnswerKey(key: Key): void {
    this.rows.setAnswerKey(key);
  }

  get chunkCount(): number {
    return this.texts.chunkCount;
  }

  /** Tokens so far (a term twice in a chunk counts twice): what memory depends on. */
  get postingCount(): number {
    return this.interner.tokenCount;
  }

  /** The parts of the segment file. The writer is spent. */
  finish(): Uint8Array[] {
    const { chunkCount, firstPositions } = this;
    const lengths = new Uint16Array(chunkCount);
    let tokens = 0;
    for (let chunk = 0; chunk < chunkCount; chunk++) {
      lengths[chunk] = Math.min(MAX_LENGTH, firstPositions[chunk + 1] - firstPositions[chunk]);
      tokens += lengths[chunk];
    }
    const terms = encodeTerms(this.interner, firstPositions.subarray(0, chunkCount + 1));
    const counts = { chunks: chunkCount, rows: this.rows.count, terms: terms.termCount, entries: this.entries.count, links: this.links.count, tokens };
    const sections = {
      lengths: bytesOf(lengths),
      fields: this.fields.subarray(0, chunkCount),
      rows: this.rows.encode(chunkCount),
      ...terms.sections(),
      ...this.texts.sections(),
      ...keySections(this.entries.sorted(), this.links.sorted()),
    };
    return [...assembleSegment(sections, () => counts)];
  }

  private growColumns(): void {
    const grow = <T extends Uint32Array | Uint8Array>(old: T, larger: T): T => {
      larger.set(old);
      return larger;
    };
    const length = this.firstPositions.length * 2;
    this.firstPositions = grow(this.firstPositions, new Uint32Array(length));
    this.fields = grow(this.fields, new Uint8Array(length));
  }
}

/** Sections of the two key tables. */
export function keySections(entries: KeyColumns, links: KeyColumns) {
  return {
    entryHi: bytesOf(entries.hi),
    entryLo: bytesOf(entries.lo),
    entryChunk: bytesOf(packValues(entries.value)),
    linkHi: bytesOf(links.hi),
    linkLo: bytesOf(links.lo),
    linkRow: bytesOf(packValues(links.value)),
  };
}
