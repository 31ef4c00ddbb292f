/**
 * Stored text of chunks: find the block, unpack it once, cut the chunk out.
 */
import type { CheckedFile } from './checked-file.ts';
import { IndexDamage } from './damage.ts';
import { inflate } from './posting-reader.ts';
import type { ReadCache } from './read-cache.ts';

/** The stored text of an open segment. Reads throw IndexDamage. */
export class TextReader {
  private readonly file: CheckedFile;
  /** Pairs: offset in texts, first chunk. */
  private index: Uint32Array | null = null;
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
    const block = this.blockOf(chunk);
    const first = this.firstChunk(block);
    const lengths = this.lengths(first, chunk + 1);
    let start = 0;
    for (let i = 0; i < lengths.length - 1; i++) start += lengths[i];
    return this.unpacked(block).subarray(start, start + lengths[lengths.length - 1]);
  }

  /** First chunk of a block; of blockCount: the number of chunks. */
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

  private unpacked(block: number): Buffer {
    const kept = this.cache.get(this.owner, block);
    if (kept !== undefined) return kept;
    const lengths = this.lengths(this.firstChunk(block), this.firstChunk(block + 1));
    let length = 0;
    for (let i = 0; i < lengths.length; i++) length += lengths[i];
    const text = inflate(this.packed(block), this.file.name, length);
    if (text.length !== length) throw new IndexDamage(`${this.file.name}: text block ${block} has the wrong length`);
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
