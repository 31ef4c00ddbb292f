/**
 * The term sections of a segment (dictionary, termIndex, meta, postings, positions), filled term by term in byte order.
 *
 * The caller appends the encoded lists of a term to `postings` and `positions` and then names the term. Used by the segment
 * writer and by the merge.
 */
import * as zlib from 'node:zlib';
import { ByteBuffer } from './codec.ts';
import { META_HEAD_BYTES, SEPARATOR, TERMS_A_BLOCK } from './format.ts';
import { bytesOf } from './segment-file.ts';
import { leadOf } from './term-index.ts';

/**
 * Posting lists of so many bytes are deflated, when that gains an eighth. Measured on 17 MB of text, postings and build: never 4.00 MB;
 * from 4096 bytes 3.72 MB, from 1024 3.31 MB (+ 3 %), from 256 3.23 MB (+ 6 %). To try another: rows B1 and S1 of
 * `npm run bench -- speed`.
 */
const DEFLATE_FROM_BYTES = 1024;
const DEFLATE_LEVEL = 1;

/** Fills the term sections; terms come in byte order. */
export class TermWriter {
  readonly postings: ByteBuffer;
  readonly positions: ByteBuffer;
  termCount = 0;
  private readonly dictionary = new ByteBuffer(1 << 12);
  private readonly meta = new ByteBuffer(1 << 10);
  private readonly dictionaryOffsets: number[] = [];
  private readonly leads: number[] = [];
  private readonly metaOffsets: number[] = [];
  /** Where the lists of the next term begin. */
  private postingsStart = 0;
  private positionsStart = 0;
  /** The list of the next term was appended deflated. */
  private isTaken = false;

  /** Room to begin with; both lists grow. */
  constructor(postingBytes = 1 << 12, positionBytes = 1 << 12) {
    this.postings = new ByteBuffer(postingBytes);
    this.positions = new ByteBuffer(positionBytes);
  }

  /** The term bytes[start, end), greater than the one before, whose lists were appended since; chunks: how many postings. */
  add(bytes: Uint8Array, start: number, end: number, chunks: number): void {
    if (this.termCount % TERMS_A_BLOCK === 0) this.beginBlock(bytes, start, end);
    this.termCount++;
    const { dictionary } = this;
    dictionary.append(bytes, start, end);
    dictionary.reserve(1);
    dictionary.bytes[dictionary.length++] = SEPARATOR;
    const isDeflated = this.isTaken || (this.postings.length - this.postingsStart >= DEFLATE_FROM_BYTES && this.deflateLast());
    this.isTaken = false;
    this.addMeta(chunks, this.postings.length - this.postingsStart, this.positions.length - this.positionsStart, isDeflated);
    this.postingsStart = this.postings.length;
    this.positionsStart = this.positions.length;
  }

  /** Appends a posting list that is deflated already: bytes[start, end) of another segment. */
  takeDeflated(bytes: Uint8Array, start: number, end: number): void {
    this.postings.append(bytes, start, end);
    this.isTaken = true;
  }

  sections(): { dictionary: Uint8Array; termIndex: Uint8Array; meta: Uint8Array; postings: Uint8Array; positions: Uint8Array } {
    const { dictionary, meta, postings, positions } = this;
    return {
      dictionary: dictionary.view(),
      termIndex: bytesOf(Uint32Array.from([...this.dictionaryOffsets, dictionary.length, ...this.leads, ...this.metaOffsets, meta.length])),
      meta: meta.view(),
      postings: postings.view(),
      positions: positions.view(),
    };
  }

  private beginBlock(bytes: Uint8Array, start: number, end: number): void {
    this.dictionaryOffsets.push(this.dictionary.length);
    this.leads.push(leadOf(bytes, start, end));
    const { meta } = this;
    this.metaOffsets.push(meta.length);
    meta.reserve(META_HEAD_BYTES);
    meta.bytes.writeUInt32LE(this.postingsStart, meta.length);
    meta.bytes.writeUInt32LE(this.positionsStart, meta.length + 4);
    meta.length += META_HEAD_BYTES;
  }

  private addMeta(chunks: number, postingBytes: number, positionBytes: number, isDeflated: boolean): void {
    const { meta } = this;
    if (chunks === 1 && postingBytes <= 4 && positionBytes < 16) {
      meta.varint(1 | ((postingBytes - 1) << 1) | (positionBytes << 3));
      return;
    }
    meta.varint(chunks << 1);
    meta.varint((postingBytes << 1) | (isDeflated ? 1 : 0));
    meta.varint(positionBytes);
  }

  private deflateLast(): boolean {
    const { postings } = this;
    const plain = postings.bytes.subarray(this.postingsStart, postings.length);
    const deflated = zlib.deflateRawSync(plain, { level: DEFLATE_LEVEL });
    if (deflated.length > plain.length - (plain.length >>> 3)) return false;
    postings.length = this.postingsStart;
    postings.append(deflated, 0, deflated.length);
    return true;
  }
}
