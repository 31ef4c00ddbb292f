/**
 * The term sections of a segment (dictionary, termIndex, meta, postings, positions), filled term by term in byte order.
 *
 * The kernel encodes them, run after run; here long lists are deflated and the places of all are recorded. Used by the segment writer
 * and by merges.
 */
import { constants, deflateRawSync } from 'node:zlib';
import { ByteBuffer } from './codec.ts';
import { META_HEAD_BYTES, TERMS_A_BLOCK } from './format.ts';
import { LIST_BYTES } from './term-run.ts';
import { bytesOf } from './segment-file.ts';
import { leadOf } from './term-index.ts';
import type { TermMachine } from './term-kernel.ts';

/**
 * Posting lists from this many bytes on are deflated, when that saves an eighth. Measured on 17 MB of text, postings and build: never 4.00 MB;
 * from 4096 bytes 3.72 MB, from 1024 3.31 MB (+ 3 %), from 256 3.23 MB (+ 6 %). To try another: rows B1 and S1 of
 * `npm run bench -- speed`.
 */
export const DEFLATE_FROM_BYTES = 1024;
/** For a segment that is merged soon: deflating its lists and inflating them again took 4 to 7 % of a build of 360 MB. */
export const DEFLATE_NOTHING = 0x7fffffff;
/** Gaps repeat in runs or not at all: looking only for runs takes a tenth less time, and the 489 long lists of 100 MB become 588 instead of 611 KB. */
const DEFLATION = { level: 1, strategy: constants.Z_RLE };
/** Words of the record of a term in a run. */
const LIST_WORDS = LIST_BYTES / 4;
/** Sections are kept in pieces of about this many bytes: growing one memory would need twice as much, and copies. */
const PIECE_BYTES = 1 << 18;

/** Fills the term sections; terms come in byte order. */
export class TermWriter {
  /** Posting lists from this many bytes on are deflated. */
  private readonly deflateFromBytes: number;
  private readonly postings = new ByteBuffer(1 << 12);
  private readonly positions = new ByteBuffer(1 << 12);
  termCount = 0;
  private readonly dictionary = new ByteBuffer(1 << 12);
  private readonly meta = new ByteBuffer(1 << 10);
  private readonly pieces = { positions: [] as Uint8Array[], postings: [] as Uint8Array[], dictionary: [] as Uint8Array[], meta: [] as Uint8Array[] };
  private readonly dictionaryOffsets: number[] = [];
  private readonly leads: number[] = [];
  private readonly metaOffsets: number[] = [];
  /** Where the lists of the next term begin. */
  private postingsStart = 0;
  private positionsStart = 0;

  constructor(deflateFromBytes = DEFLATE_FROM_BYTES) {
    this.deflateFromBytes = deflateFromBytes;
  }

  /** Takes the terms of the kernel's run (term-run.ts), of which only the last may have a long posting list. */
  addRun({ kernel, buffer }: TermMachine): void {
    const count = kernel.runTerms();
    if (count === 0) return;
    const bytes = Buffer.from(buffer());
    const lists = new Uint32Array(bytes.buffer, kernel.runAt(), count * LIST_WORDS);
    let terms = kernel.dictionaryAt();
    let postings = kernel.postingsAt();
    let positions = kernel.positionsAt();
    const last = lists.length - LIST_WORDS;
    const shift = endOf(this.dictionary) - terms;
    this.dictionary.append(bytes, terms, lists[last + 3]);
    this.postings.append(bytes, postings, lists[last + 1]);
    this.positions.append(bytes, positions, lists[last + 2]);
    for (let at = 0; at <= last; at += LIST_WORDS) {
      const [postingsEnd, positionsEnd, termEnd] = [lists[at + 1], lists[at + 2], lists[at + 3]];
      const isDeflated = at === last && this.deflateLast();
      this.note(bytes, terms, termEnd - 1, terms + shift, lists[at], isDeflated ? endOf(this.postings) - this.postingsStart : postingsEnd - postings, positionsEnd - positions, isDeflated);
      terms = termEnd;
      postings = postingsEnd;
      positions = positionsEnd;
    }
    this.takePieces();
  }

  /** Positions of the terms so far, except less than a piece: a merge writes them to the file, and sections() has the rest. */
  takePositions(): Uint8Array[] {
    return this.pieces.positions.splice(0);
  }

  sections(): { dictionary: Uint8Array[]; termIndex: Uint8Array; meta: Uint8Array[]; postings: Uint8Array[]; positions: Uint8Array[] } {
    const whole = (section: keyof TermWriter['pieces']): Uint8Array[] => [...this.pieces[section], this[section].view()];
    const index = [...this.dictionaryOffsets, endOf(this.dictionary), ...this.leads, ...this.metaOffsets, endOf(this.meta)];
    return {
      dictionary: whole('dictionary'),
      termIndex: bytesOf(Uint32Array.from(index)),
      meta: whole('meta'),
      postings: whole('postings'),
      positions: whole('positions'),
    };
  }

  /** Meta of the next term, bytes[start, end), which begins at that offset in the dictionary; the other arguments are the sizes of its lists. */
  private note(bytes: Uint8Array, start: number, end: number, dictionaryAt: number, chunks: number, postingBytes: number, positionBytes: number, isDeflated: boolean): void {
    if (this.termCount % TERMS_A_BLOCK === 0) {
      this.dictionaryOffsets.push(dictionaryAt);
      this.leads.push(leadOf(bytes, start, end));
      this.beginMetaBlock();
    }
    this.termCount++;
    this.addMeta(chunks, postingBytes, positionBytes, isDeflated);
    this.postingsStart += postingBytes;
    this.positionsStart += positionBytes;
  }

  private beginMetaBlock(): void {
    const { meta } = this;
    this.metaOffsets.push(endOf(meta));
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

  /** Deflates the posting list of the next term when that pays. */
  private deflateLast(): boolean {
    const { postings } = this;
    if (endOf(postings) - this.postingsStart < this.deflateFromBytes) return false;
    const start = this.postingsStart - postings.taken;
    const plain = postings.bytes.subarray(start, postings.length);
    const deflated = deflateRawSync(plain, DEFLATION);
    if (deflated.length > plain.length - (plain.length >>> 3)) return false;
    postings.length = start;
    postings.append(deflated, 0, deflated.length);
    return true;
  }

  private takePieces(): void {
    takePiece(this.positions, this.pieces.positions);
    takePiece(this.postings, this.pieces.postings);
    takePiece(this.dictionary, this.pieces.dictionary);
    takePiece(this.meta, this.pieces.meta);
  }
}

function takePiece(section: ByteBuffer, pieces: Uint8Array[]): void {
  if (section.length >= PIECE_BYTES) pieces.push(section.take());
}

/** Offset in the section of what comes next. */
function endOf(section: ByteBuffer): number {
  return section.taken + section.length;
}
