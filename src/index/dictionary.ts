/**
 * The sorted terms of a segment: exact lookup, the range with a given start, terms that contain a text, a term by its number.
 *
 * With what is in memory (term-index.ts) one block has to be read, or the few blocks that begin alike. Terms are plain bytes, each
 * ended by a separator, so finding the middle of a word is one native search over them, window by window.
 */
import type { CheckedFile } from './checked-file.ts';
import { IndexDamage } from './damage.ts';
import { PAGE_BYTES, SEPARATOR, TERMS_A_BLOCK } from './format.ts';
import type { ReadMemory } from './read-cache.ts';
import type { TermTest } from './reader-types.ts';
import { leadOf } from './term-index.ts';
import type { TermIndex } from './term-index.ts';

/** What infix() reads at a time. */
const WINDOW_BYTES = 1 << 18;
/** blocks() reads on over gaps smaller than this: another read costs more. A choice. */
const GAP_BYTES = 1 << 13;
/** Blocks of terms read at first for the terms that begin alike; then twice as many, and so on. */
const FIRST_BLOCKS = 4;
/** More than any term with its separator. */
const LONGEST_TERM_BYTES = 128;

/** What infix() reads into, for all segments: new memory for a dictionary of 20 MB takes longer than reading it. */
let window: Buffer | null = null;

/** The terms of an open segment. Reads throw IndexDamage. */
export class Dictionary {
  readonly termCount: number;
  private readonly file: CheckedFile;
  private readonly loadIndex: () => TermIndex;
  private readonly memory: ReadMemory;
  /** A first scan reads window by window; later ones keep the whole: a question with unknown words is several scans. */
  private isScanned = false;
  private whole: Buffer | null = null;

  constructor(file: CheckedFile, loadIndex: () => TermIndex, memory: ReadMemory) {
    this.file = file;
    this.loadIndex = loadIndex;
    this.memory = memory;
    this.termCount = file.footer.counts.terms;
  }

  /** Ordinal of the term, or -1. */
  lookup(term: Uint8Array): number {
    const place = this.lowerBound(term);
    return place.isEqual ? place.ordinal : -1;
  }

  prefix(start: Uint8Array): { first: number; last: number } {
    if (start.length === 0) return { first: 0, last: this.termCount };
    const first = this.lowerBound(start).ordinal;
    const after = successor(start);
    return { first, last: after === null ? this.termCount : Math.max(first, this.lowerBound(after).ordinal) };
  }

  infix(part: Uint8Array, limit: number, fits: TermTest | null): { ordinals: number[]; more: boolean } {
    const ordinals: number[] = [];
    if (part.length === 0 || part.length > LONGEST_TERM_BYTES || part.subarray(0, -1).includes(SEPARATOR) || part[0] === SEPARATOR) return { ordinals, more: false };
    const { length } = this.file.footer.sections.dictionary;
    if (this.whole === null && this.isScanned && length <= this.memory.dictionaryBytes) {
      this.whole = this.file.read('dictionary', 0, length);
      this.memory.dictionaryBytes -= length;
    }
    this.isScanned = true;
    if (this.whole !== null) return { ordinals, more: !this.scan(this.whole, 0, part, limit, fits, ordinals) };
    const { offsets, blockCount } = this.loadIndex();
    for (let block = 0; block < blockCount; ) {
      const start = offsets[block];
      do block++;
      while (block < blockCount && offsets[block + 1] - start <= WINDOW_BYTES);
      const bytes = offsets[block] - start;
      if (window === null || window.length < bytes + 2 * PAGE_BYTES) window = Buffer.allocUnsafeSlow(Math.max(WINDOW_BYTES, bytes) + 2 * PAGE_BYTES);
      if (!this.scan(this.file.readInto('dictionary', start, bytes, window), start, part, limit, fits, ordinals)) return { ordinals, more: true };
    }
    return { ordinals, more: false };
  }

  /** The term's bytes, a copy. */
  term(ordinal: number): Buffer {
    const block = this.readBlock(Math.floor(ordinal / TERMS_A_BLOCK));
    let start = 0;
    for (let skip = ordinal % TERMS_A_BLOCK; skip > 0; skip--) start = this.separatorIn(block, start) + 1;
    return Buffer.from(block.subarray(start, this.separatorIn(block, start)));
  }

  /** Calls back for the terms that begin so, in order, with bytes[start, end) of scratch memory. Cost: one lookup, and the range. */
  visitPrefix(start: Uint8Array, onTerm: (ordinal: number, bytes: Buffer, start: number, end: number) => void): void {
    this.visitTerms(start, (bytes, ordinal) => {
      for (let at = 0; at < bytes.length; ordinal++) {
        const end = this.separatorIn(bytes, at);
        if (!beginsWith(bytes, at, end, start)) return false;
        onTerm(ordinal, bytes, at, end);
        at = end + 1;
      }
      return true;
    });
  }

  /** Calls back with the terms from the first one on that is not less, piece by piece, until that returns false: whole terms, each ended by a separator, the first of which has the ordinal. */
  visitTerms(from: Uint8Array, onPiece: (bytes: Buffer, ordinal: number) => boolean): void {
    const { ordinal } = this.lowerBound(from);
    const { offsets, blockCount } = this.loadIndex();
    const first = Math.floor(ordinal / TERMS_A_BLOCK);
    for (let block = first, blocksRead = FIRST_BLOCKS; block < blockCount; block += blocksRead, blocksRead *= 2) {
      const bytes = this.bytesAt(offsets[block], offsets[Math.min(blockCount, block + blocksRead)]);
      const skip = block === first ? ordinal % TERMS_A_BLOCK : 0;
      let start = 0;
      for (let i = 0; i < skip && start < bytes.length; i++) start = this.separatorIn(bytes, start) + 1;
      if (!onPiece(bytes.subarray(start), block * TERMS_A_BLOCK + skip)) return;
    }
  }

  /** By block its first four bytes, which are in memory. */
  leads(): { leads: Uint32Array; termsABlock: number } {
    return { leads: this.loadIndex().leads, termsABlock: TERMS_A_BLOCK };
  }

  /** The terms of those blocks, ascending. Blocks near each other come in one read. */
  blocks(numbers: Uint32Array): Buffer {
    const { offsets } = this.loadIndex();
    const found = Buffer.allocUnsafe(numbers.reduce((sum, block) => sum + offsets[block + 1] - offsets[block], 0));
    let length = 0;
    for (let i = 0; i < numbers.length; ) {
      const start = offsets[numbers[i]];
      let after = i + 1;
      while (after < numbers.length && offsets[numbers[after]] - offsets[numbers[after - 1] + 1] < GAP_BYTES && offsets[numbers[after] + 1] - start < WINDOW_BYTES) after++;
      const bytes = this.bytesAt(start, offsets[numbers[after - 1] + 1]);
      for (; i < after; i++) length += bytes.copy(found, length, offsets[numbers[i]] - start, offsets[numbers[i] + 1] - start);
    }
    return found;
  }

  /** The segment is closed: makes room for another's dictionary. */
  forget(): void {
    this.memory.dictionaryBytes += this.whole?.length ?? 0;
    this.whole = null;
  }

  /** Adds ordinals of terms that contain part and fit; terms: of whole blocks, from that offset on. False when the limit is reached and there are more. */
  private scan(terms: Buffer, termsStart: number, part: Uint8Array, limit: number, fits: TermTest | null, ordinals: number[]): boolean {
    let counted = 0;
    let ordinal = -1;
    for (let found = terms.indexOf(part); found >= 0; ) {
      if (fits !== null) {
        const termEnd = this.separatorIn(terms, found);
        if (!fits(terms, terms.lastIndexOf(SEPARATOR, found) + 1, termEnd)) {
          found = terms.indexOf(part, termEnd + 1);
          continue;
        }
      }
      if (ordinals.length >= limit) return false;
      if (ordinal < 0) {
        // Counting starts at the block of the first hit.
        const block = this.blockAt(termsStart + found);
        ordinal = block * TERMS_A_BLOCK;
        counted = this.loadIndex().offsets[block] - termsStart;
      }
      for (let end = this.separatorIn(terms, counted); end < found; end = this.separatorIn(terms, counted)) {
        counted = end + 1;
        ordinal++;
      }
      ordinals.push(ordinal);
      const end = this.separatorIn(terms, found);
      found = terms.indexOf(part, end + 1);
      if (found >= 0 && this.blockAt(termsStart + found) > Math.floor(ordinal / TERMS_A_BLOCK) + 1) ordinal = -1;
    }
    return true;
  }

  /** Block that holds an offset of the dictionary. */
  private blockAt(offset: number): number {
    const { offsets, blockCount } = this.loadIndex();
    let low = 0;
    for (let high = blockCount; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (offsets[middle] <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** First term that is not less. */
  private lowerBound(term: Uint8Array): { ordinal: number; isEqual: boolean } {
    const { leads, blockCount } = this.loadIndex();
    if (blockCount === 0) return { ordinal: 0, isEqual: false };
    const lead = leadOf(term, 0, term.length);
    // By their first four bytes, blocks before `low` begin with something less, those from `high` on with something greater.
    let low = bound(leads, lead, 0, blockCount);
    let high = endOfLead(leads, lead, low);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.readBlock(middle);
      if (compareAt(block, 0, term) < 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return { ordinal: 0, isEqual: compareAt(this.readBlock(0), 0, term) === 0 };
    return this.boundInBlock(low - 1, term);
  }

  private boundInBlock(blockNumber: number, term: Uint8Array): { ordinal: number; isEqual: boolean } {
    const block = this.readBlock(blockNumber);
    let ordinal = blockNumber * TERMS_A_BLOCK;
    // Byte by byte: searching for each separator takes longer than stepping over the few bytes before it.
    for (let at = 0; at < block.length; at++, ordinal++) {
      let same = 0;
      while (same < term.length && block[at] === term[same]) {
        at++;
        same++;
      }
      const isEnd = block[at] === SEPARATOR;
      if (same === term.length) return { ordinal, isEqual: isEnd };
      if (!isEnd && block[at] > term[same]) return { ordinal, isEqual: false };
      while (block[at] !== SEPARATOR) if (++at >= block.length) throw new IndexDamage(`${this.file.name}: a term without end`);
    }
    return { ordinal, isEqual: this.lookupFirst(blockNumber + 1, term) };
  }

  /** True when the term is the first of a block. */
  private lookupFirst(blockNumber: number, term: Uint8Array): boolean {
    return blockNumber < this.loadIndex().blockCount && compareAt(this.readBlock(blockNumber), 0, term) === 0;
  }

  private readBlock(block: number): Buffer {
    const { offsets } = this.loadIndex();
    return this.bytesAt(offsets[block], offsets[block + 1]);
  }

  private bytesAt(start: number, end: number): Buffer {
    return this.whole !== null ? this.whole.subarray(start, end) : this.file.read('dictionary', start, end - start);
  }

  private separatorIn(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(SEPARATOR, from);
    if (end < 0) throw new IndexDamage(`${this.file.name}: a term without end`);
    return end;
  }
}

/** Number of values that are less, which is between low and high. */
function bound(sorted: Uint32Array, value: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index after the values equal to that at `first`, mostly few. */
function endOfLead(sorted: Uint32Array, lead: number, first: number): number {
  let step = 1;
  while (first + step <= sorted.length && sorted[first + step - 1] === lead) step *= 2;
  return bound(sorted, lead + 1, first + (step >>> 1), Math.min(sorted.length, first + step));
}

/** Order of the term at block[at] against another: negative, 0 or positive. */
function compareAt(block: Buffer, at: number, term: Uint8Array): number {
  for (let i = 0; ; i++, at++) {
    const isEnd = block[at] === SEPARATOR;
    if (i === term.length) return isEnd ? 0 : 1;
    if (isEnd) return -1;
    if (block[at] !== term[i]) return block[at] - term[i];
  }
}

function beginsWith(bytes: Buffer, at: number, end: number, start: Uint8Array): boolean {
  if (end - at < start.length) return false;
  for (let i = 0; i < start.length; i++) if (bytes[at + i] !== start[i]) return false;
  return true;
}

/** The least string of bytes greater than all that begin so; null when there is none. */
function successor(start: Uint8Array): Uint8Array | null {
  let length = start.length;
  while (length > 0 && start[length - 1] === 0xff) length--;
  if (length === 0) return null;
  const after = Uint8Array.from(start.subarray(0, length));
  after[length - 1]++;
  return after;
}
