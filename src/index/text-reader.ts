/**
 * Stored text of chunks: find the block, unpack it once, cut the chunk out.
 */
import type { CheckedFile } from './checked-file.ts';
import { IndexDamage } from './damage.ts';
import { inflate, inflateBegin } from './inflate.ts';
import type { ReadCache } from './read-cache.ts';

/** The block that was asked for last, so that reading its chunks one after another costs nothing. */
interface OpenBlock {
  /** Chunks [first, end). */
  readonly first: number;
  readonly end: number;
  /** Where each begins in bytes, with one more. */
  readonly starts: Uint32Array;
  /** As much of the block as was asked for. */
  readonly bytes: Buffer;
}

/** The stored text of an open segment. Reads throw IndexDamage. */
export class TextReader {
  private readonly file: CheckedFile;
  /** Pairs: offset in texts, first chunk. */
  private index: Uint32Array | null = null;
  private open: OpenBlock | null = null;
  private readonly cache: ReadCache;
  private readonly owner: number;

  constructor(file: CheckedFile, cache: ReadCache) {
    this.file = file;
    this.cache = cache;
    this.owner = cache.newOwner();
  }

  get blockCount(): number {
    return (this.loadIndex().length >>> 1) - 1;
  }

  /** The chunk's text; a view of the unpacked block. */
  text(chunk: number): Buffer {
    if (!(chunk >= 0 && chunk < this.file.footer.counts.chunks)) throw new RangeError(`no chunk ${chunk}`);
    if (this.open === null || chunk < this.open.first || chunk >= this.open.end) this.open = this.openBlock(this.blockOf(chunk), chunk);
    if (this.open.bytes.length < this.open.starts[chunk - this.open.first + 1]) this.open = this.openBlock(this.blockOf(chunk), this.open.end - 1);
    const { first, starts, bytes } = this.open;
    return bytes.subarray(starts[chunk - first], starts[chunk - first + 1]);
  }

  /** The chunks whose text comes with this one's: [first, end). */
  beside(chunk: number): { first: number; end: number } {
    const block = this.blockOf(chunk);
    return { first: this.firstChunk(block), end: this.firstChunk(block + 1) };
  }

  /** First chunk of a block; for blockCount: the number of chunks. */
  firstChunk(block: number): number {
    return this.loadIndex()[2 * block + 1];
  }

  /** Bytes of the chunks [from, to). */
  lengths(from: number, to: number): Uint16Array {
    const lengths = new Uint16Array(to - from);
    new Uint8Array(lengths.buffer).set(this.file.read('textBytes', from * 2, (to - from) * 2));
    return lengths;
  }

  /** A block as it is stored. */
  packed(block: number): Buffer {
    const index = this.loadIndex();
    return this.file.read('texts', index[2 * block], index[2 * block + 2] - index[2 * block]);
  }

  /** Unpacks a block up to one of its chunks: of most blocks only one chunk is shown. A second request unpacks the whole. */
  private openBlock(block: number, chunk: number): OpenBlock {
    const first = this.firstChunk(block);
    const end = this.firstChunk(block + 1);
    const lengths = this.lengths(first, end);
    const starts = new Uint32Array(lengths.length + 1);
    for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i] + lengths[i];
    return { first, end, starts, bytes: this.unpacked(block, starts[lengths.length], starts[chunk + 1 - first]) };
  }

  private unpacked(block: number, length: number, wanted: number): Buffer {
    const kept = this.cache.get(this.owner, block);
    if (kept !== undefined && kept.length >= wanted) return kept;
    const packed = this.packed(block);
    const text = wanted < length && kept === undefined ? inflateBegin(packed, this.file.name, wanted) : inflate(packed, this.file.name, length);
    if (text.length !== length && text.length !== wanted) throw new IndexDamage(`${this.file.name}: text block ${block} has the wrong length`);
    this.cache.keep(this.owner, block, text);
    return text;
  }

  private blockOf(chunk: number): number {
    let low = 0;
    for (let high = this.blockCount; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (this.firstChunk(middle) <= chunk) low = middle;
      else high = middle;
    }
    return low;
  }

  private loadIndex(): Uint32Array {
    if (this.index === null) {
      this.index = this.file.words('textIndex');
      if (this.index.length < 2 || this.index.length % 2 !== 0) throw new IndexDamage(`${this.file.name}: the index of texts is cut`);
    }
    return this.index;
  }
}
