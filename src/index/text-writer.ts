/**
 * The stored text of a segment (texts, textIndex, textBytes): chunks in blocks, each deflated on its own.
 *
 * A block holds whole chunks, so one read and one inflation (140 us) give a chunk. Measured on 16 MB of text, bytes and cpu: deflate 1, 3, 5
 * 6.47, 6.26, 5.98 MB, 140, 177, 269 ms; Brotli 1 6.74 MB, 73 ms, and slower to unpack. Against level 5 a first build takes 8 % less for 3 %
 * more index. Blocks of 64 KB would be 3 % smaller, but every snippet inflates one. To try others: rows B1 and S1 of `npm run bench -- speed`.
 */
import { deflateRawSync } from 'node:zlib';
import { ByteBuffer } from './codec.ts';
import { CostMeter } from './cost-meter.ts';
import { grown } from './grown.ts';
import { bytesOf } from './segment-file.ts';

/** Text in a block; a longer chunk has a block for itself. */
export const TEXT_BLOCK_BYTES = 48 * 1024;
const PACKING = { level: 1 };

/** Fills the text sections; chunks come in order. Cost: one deflation of all text. */
export class TextWriter {
  chunkCount = 0;
  private readonly blocks: Uint8Array[] = [];
  private blockBytes = 0;
  private readonly pending = new ByteBuffer(1 << 12);
  private readonly index: number[] = [];
  private lengths = new Uint16Array(256);
  /** First chunk of the pending block. */
  private pendingFirst = 0;
  private readonly meter: CostMeter;

  constructor(meter = new CostMeter()) {
    this.meter = meter;
  }

  /** Appends the text of the next chunk, at most 65,535 bytes. */
  add(bytes: Uint8Array, start: number, end: number): void {
    if (this.pending.length > 0 && this.pending.length + end - start > TEXT_BLOCK_BYTES) this.flush();
    this.pending.append(bytes, start, end);
    this.countChunk(end - start);
  }

  /** Appends a whole block as it is in another segment; lengths: bytes of each of its chunks. Keeps the bytes. */
  addBlock(packed: Uint8Array, lengths: Uint16Array): void {
    this.flush();
    this.addPacked(packed);
    for (let i = 0; i < lengths.length; i++) this.countChunk(lengths[i]);
    this.pendingFirst = this.chunkCount;
  }

  /** Blocks so far: a merge writes them to the file, and sections() has the rest. */
  takeBlocks(): Uint8Array[] {
    return this.blocks.splice(0);
  }

  sections(): { texts: readonly Uint8Array[]; textIndex: Uint8Array; textBytes: Uint8Array } {
    this.flush();
    return {
      texts: this.blocks,
      textIndex: bytesOf(Uint32Array.from([...this.index, this.blockBytes, this.chunkCount])),
      textBytes: bytesOf(this.lengths.subarray(0, this.chunkCount)),
    };
  }

  private countChunk(length: number): void {
    if (this.chunkCount === this.lengths.length) this.lengths = grown(this.lengths);
    this.lengths[this.chunkCount++] = length;
  }

  private flush(): void {
    if (this.pendingFirst === this.chunkCount) return;
    this.addPacked(this.meter.during('packing', () => deflateRawSync(this.pending.view(), PACKING)));
    this.pending.length = 0;
    this.pendingFirst = this.chunkCount;
  }

  private addPacked(packed: Uint8Array): void {
    this.index.push(this.blockBytes, this.pendingFirst);
    this.blocks.push(packed);
    this.blockBytes += packed.length;
  }
}
