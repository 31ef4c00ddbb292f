/**
 * Rows, entries and chunks of a future segment: all that must be known while transcripts are read, and the text as it came.
 *
 * What costs most of a build, from terms to checksums, needs no knowledge of other segments: segment-writer.ts does it
 * afterwards, perhaps in another thread. So a draft ends as plain typed arrays, with its text in shared memory, which is
 * passed to another thread without being copied and stays readable here.
 */
import type { Key } from '../hash.ts';
import { grown } from './grown.ts';
import { KeyTableBuilder } from './key-table.ts';
import type { KeyColumns } from './key-table.ts';
import { RowLog } from './row-log.ts';
import type { NewRow } from './row-log.ts';

/** Longest chunk text; the chunker cuts at a thousand. */
const MAX_CHUNK_BYTES = 0xffff;
const FIRST_TEXT_BYTES = 1 << 12;

/** What a segment is made from. */
export interface SegmentSource {
  /** By chunk: its field, and the bytes of its text. */
  readonly fields: Uint8Array;
  readonly chunkBytes: Uint16Array;
  /** The text of all chunks, one after another: clean UTF-8. */
  readonly text: Uint8Array<SharedArrayBuffer>;
  readonly rowCount: number;
  /** See row-columns.ts. */
  readonly rows: Uint8Array;
  /** Identity → first chunk, and link → row. */
  readonly entries: KeyColumns;
  readonly links: KeyColumns;
}

/** A draft. Rows, entries and chunks come in their final order. */
export class SegmentDraft {
  readonly rows = new RowLog();
  /** Rows that no longer count. */
  readonly dead = new Set<number>();
  chunkCount = 0;
  textBytes = 0;
  private readonly entries = new KeyTableBuilder();
  private readonly links = new KeyTableBuilder();
  private fields = new Uint8Array(256);
  private chunkBytes = new Uint16Array(256);
  private text: Uint8Array<SharedArrayBuffer>;

  /** memory: of a draft whose segment is written. */
  constructor(memory = new SharedArrayBuffer(FIRST_TEXT_BYTES)) {
    this.text = new Uint8Array(memory);
  }

  /** Begins a run of chunks of one turn; what follows belongs to it. */
  beginRow(row: NewRow): void {
    this.rows.add(row, this.chunkCount);
  }

  /** Appends a chunk to the row: bytes[start, end) of clean UTF-8. Throws RangeError when it is longer than 65,535 bytes. */
  addChunk(field: number, bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > MAX_CHUNK_BYTES) throw new RangeError(`a chunk of ${length} bytes, at most ${MAX_CHUNK_BYTES}`);
    if (this.chunkCount === this.fields.length) {
      this.fields = grown(this.fields);
      this.chunkBytes = grown(this.chunkBytes);
    }
    while (this.textBytes + length > this.text.length) this.growText();
    this.fields[this.chunkCount] = field;
    this.chunkBytes[this.chunkCount++] = length;
    this.text.set(bytes.subarray(start, end), this.textBytes);
    this.textBytes += length;
  }

  /** The entry with that identity begins here: its chunks come next. */
  addEntry(identity: Key): void {
    this.entries.add(identity.hi, identity.lo, this.chunkCount);
  }

  /** The key leads to the present row. */
  addLink(key: Key): void {
    this.links.add(key.hi, key.lo, this.rows.count - 1);
  }

  /** Key of the turn's first message id, for the present row. */
  setAnswerKey(key: Key): void {
    this.rows.setAnswerKey(key);
  }

  /** Ends the draft; the memory of its text may be reused when the segment has been written. */
  finish(): SegmentSource {
    const { chunkCount, rows } = this;
    return {
      fields: this.fields.slice(0, chunkCount),
      chunkBytes: this.chunkBytes.slice(0, chunkCount),
      text: this.text.subarray(0, this.textBytes),
      rowCount: rows.count,
      rows: rows.encode(chunkCount),
      entries: this.entries.sorted(),
      links: this.links.sorted(),
    };
  }

  private growText(): void {
    const { text } = this;
    this.text = new Uint8Array(new SharedArrayBuffer(text.length * 2));
    this.text.set(text);
  }
}
