/**
 * Postings and positions of terms, by ordinal: the meta of a block of thirty-two terms says where their lists are.
 *
 * Scoring reads meta and postings only; positions are stored apart and read for the wanted chunks. Arrays handed out are
 * reused, so that a query over common words allocates once.
 */
import type { CheckedFile } from './checked-file.ts';
import { decodePostings, positionBits, readPositions, readVarint, varintEnd } from './codec.ts';
import { IndexDamage } from './damage.ts';
import { META_HEAD_BYTES, PAGE_BYTES, TERMS_A_BLOCK } from './format.ts';
import { inflate } from './inflate.ts';
import type { ReadCache } from './read-cache.ts';
import type { PostingList, Postings } from './reader-types.ts';
import type { TermIndex } from './term-index.ts';

/** Bytes that a posting of a long list seldom exceeds: so zlib gives a list in one piece. */
const POSTING_BYTES = 2;

/** Metas kept for each segment: more than a question asks for. A bound of memory, not measured. */
const KNOWN_METAS = 512;

/** Memory that is reused; replaced by a larger one when needed. */
class Scratch {
  private bytes = Buffer.alloc(0);

  of(length: number): Buffer {
    if (this.bytes.length < length) this.bytes = Buffer.allocUnsafeSlow(Math.max(2 * length, SCRATCH_BYTES));
    return this.bytes;
  }
}

/** More than the longest list of 3 GB of transcript takes: memory that is not touched costs nothing. */
const SCRATCH_BYTES = 1 << 19;
/** A list as it is in the file, and inflated; shared by all segments. */
const packed = new Scratch();
const plain = new Scratch();

/** Where the lists of one term are. */
export interface TermMeta {
  chunks: number;
  postingsStart: number;
  postingsBytes: number;
  isDeflated: boolean;
  positionsStart: number;
  positionsBytes: number;
}

/** What postings() hands out, shared by all segments: touching new memory costs more than the work done in it. */
const handedOut: Postings = { count: 0, chunks: new Uint32Array(64), frequencies: new Uint32Array(64) };
/** For positions(), so that it does not overwrite what postings() gave. */
const own: Postings = { count: 0, chunks: new Uint32Array(64), frequencies: new Uint32Array(64) };

const NO_POSITIONS = new Uint32Array(0);

/** The lists of an open segment. Reads throw IndexDamage; ordinals that do not exist RangeError. */
export class PostingReader {
  private readonly file: CheckedFile;
  private readonly loadIndex: () => TermIndex;
  private readonly loadLengths: () => Uint16Array;
  private block = -1;
  private readonly known = new Map<number, TermMeta>();
  private readonly metas: TermMeta[] = [];
  private readonly inflated: ReadCache;
  /** Inflated lists that are not kept yet. */
  private readonly isAsked = new Set<number>();
  private readonly owner: number;

  constructor(file: CheckedFile, loadIndex: () => TermIndex, loadLengths: () => Uint16Array, inflated: ReadCache) {
    this.file = file;
    this.loadIndex = loadIndex;
    this.loadLengths = loadLengths;
    this.inflated = inflated;
    this.owner = inflated.newOwner();
  }

  documentFrequency(ordinal: number): number {
    return this.meta(ordinal).chunks;
  }

  postings(ordinal: number): Postings {
    return this.read(ordinal, handedOut);
  }

  list(ordinal: number): PostingList {
    const meta = this.meta(ordinal);
    const bytes = this.plainPostings(ordinal, meta);
    return { bytes, start: 0, end: bytes.length, count: meta.chunks };
  }

  positionBytes(ordinal: number): Buffer {
    const { positionsStart, positionsBytes } = this.meta(ordinal);
    return this.file.read('positions', positionsStart, positionsBytes);
  }

  positions(ordinal: number, chunks: ArrayLike<number>): Uint32Array[] {
    const lengths = this.loadLengths();
    const postings = this.read(ordinal, own);
    const bytes = this.positionBytes(ordinal);
    const found: Uint32Array[] = [];
    let offset = 0;
    for (let i = 0; i < postings.count && found.length < chunks.length; i++) {
      const chunk = postings.chunks[i];
      while (found.length < chunks.length && chunks[found.length] < chunk) found.push(NO_POSITIONS);
      const width = positionBits(lengths[chunk]);
      if (chunk === chunks[found.length]) found.push(readPositions(bytes, offset, width, postings.frequencies[i]));
      offset += width * postings.frequencies[i];
    }
    while (found.length < chunks.length) found.push(NO_POSITIONS);
    return found;
  }

  /** Meta of the term. Kept for the terms asked for: a query asks several times, and each time thirty-two would be decoded. */
  meta(ordinal: number): TermMeta {
    const known = this.known.get(ordinal);
    if (known !== undefined) return known;
    const block = Math.floor(ordinal / TERMS_A_BLOCK);
    if (!(ordinal >= 0 && ordinal < this.file.footer.counts.terms)) throw new RangeError(`no term ${ordinal}`);
    if (block !== this.block) this.readBlock(block);
    const meta = { ...this.metas[ordinal % TERMS_A_BLOCK] };
    if (this.known.size >= KNOWN_METAS) this.known.clear();
    this.known.set(ordinal, meta);
    return meta;
  }

  /**
   * The posting list as varints, inflated if it is deflated. A view, void at the next call: new memory for each list would cost as much as
   * inflating it. A list that is asked for a second time is kept.
   */
  private plainPostings(ordinal: number, { postingsStart, postingsBytes, isDeflated, chunks }: TermMeta): Buffer {
    const kept = isDeflated ? this.inflated.get(this.owner, ordinal) : undefined;
    if (kept !== undefined) return kept;
    const bytes = this.file.readInto('postings', postingsStart, postingsBytes, packed.of(postingsBytes + 2 * PAGE_BYTES));
    if (!isDeflated) return bytes;
    const length = POSTING_BYTES * chunks;
    if (!this.isAsked.has(ordinal)) {
      this.isAsked.add(ordinal);
      return inflate(bytes, this.file.name, length, plain.of(length + 1));
    }
    const inflated = inflate(bytes, this.file.name, length);
    this.inflated.keep(this.owner, ordinal, inflated);
    return inflated;
  }

  private read(ordinal: number, into: Postings): Postings {
    const meta = this.meta(ordinal);
    const bytes = this.plainPostings(ordinal, meta);
    if (into.chunks.length < meta.chunks) {
      // Room for half as much again: the next term of a query is often a little more frequent.
      const room = Math.ceil(meta.chunks * 1.5);
      into.chunks = new Uint32Array(room);
      into.frequencies = new Uint32Array(room);
    }
    decodePostings(bytes, 0, bytes.length, meta.chunks, into.chunks, into.frequencies);
    into.count = meta.chunks;
    return into;
  }

  private readBlock(block: number): void {
    const { metaOffsets } = this.loadIndex();
    const meta = this.file.read('meta', metaOffsets[block], metaOffsets[block + 1] - metaOffsets[block]);
    let at = META_HEAD_BYTES;
    let postingsStart = meta.readUInt32LE(0);
    let positionsStart = meta.readUInt32LE(4);
    const count = Math.min(TERMS_A_BLOCK, this.file.footer.counts.terms - block * TERMS_A_BLOCK);
    for (let i = 0; i < count; i++) {
      const into = (this.metas[i] ??= { chunks: 0, postingsStart: 0, postingsBytes: 0, isDeflated: false, positionsStart: 0, positionsBytes: 0 });
      at = decodeMeta(meta, at, into);
      into.postingsStart = postingsStart;
      into.positionsStart = positionsStart;
      postingsStart += into.postingsBytes;
      positionsStart += into.positionsBytes;
    }
    if (at !== meta.length) throw new IndexDamage(`${this.file.name}: block ${block} of terms does not add up`);
    this.block = block;
  }
}

/** One entry of meta; returns the offset after it. The layout is in format.ts. */
function decodeMeta(bytes: Buffer, at: number, into: TermMeta): number {
  const first = readVarint(bytes, at);
  if ((first & 1) === 1) {
    into.chunks = 1;
    into.postingsBytes = ((first >>> 1) & 3) + 1;
    into.isDeflated = false;
    into.positionsBytes = first >>> 3;
    return varintEnd;
  }
  into.chunks = first >>> 1;
  const second = readVarint(bytes, varintEnd);
  into.postingsBytes = second >>> 1;
  into.isDeflated = (second & 1) === 1;
  into.positionsBytes = readVarint(bytes, varintEnd);
  return varintEnd;
}
