/**
 * Terms to numbers, and the stream of tokens: the sink that the tokenizer writes to.
 *
 * An open-addressing table of four numbers a place (hash, number + 1, where the term lies, how often it came) over one arena of
 * bytes; a token is one number, complemented when it stands at the position of the one before. Nothing is sorted or
 * counted per chunk here: term-sort.ts and posting-encoder.ts do that once, at the end.
 * Starts small, so that a refresh of a few kilobytes allocates a few kilobytes; tokens lie in pages that are never moved. What it grew
 * to it keeps for the next segment.
 */
import type { TermSink } from '../analysis/analyzer-types.ts';

const FIRST_PLACES = 1 << 10;
/** Above this the table doubles instead of growing fourfold: then room costs more (cache) than moving. */
const LARGE_PLACES = 1 << 14;
/** Numbers a place. */
const STRIDE = 4;
/** Tokens in the first page; later ones hold TOKEN_PAGE. */
const FIRST_TOKENS = 1 << 12;
const TOKEN_PAGE = 1 << 16;

/** The sink of a segment's writer. Cost: one table probe a token. */
export class Interner implements TermSink {
  termCount = 0;
  /** Term number of each token, page by page; ~number when it stands at the position of the token before. */
  private readonly pages: Int32Array[] = [new Int32Array(FIRST_TOKENS)];
  private page = this.pages[0];
  private pageIndex = 0;
  private pageUsed = 0;
  private pagedTokens = 0;
  /** Each term: one byte of length, then its bytes. */
  arena = Buffer.allocUnsafeSlow(1 << 14);
  private arenaLength = 0;
  private places = new Int32Array(FIRST_PLACES * STRIDE);
  private mask = FIRST_PLACES * STRIDE - 1;
  private lastPosition = -1;

  get tokenCount(): number {
    return this.pagedTokens + this.pageUsed;
  }

  /** The stream, in order. */
  tokens(): Int32Array[] {
    return [...this.pages.slice(0, this.pageIndex), this.page.subarray(0, this.pageUsed)];
  }

  /** Forgets everything, but for the memory. */
  clear(): void {
    this.termCount = 0;
    this.arenaLength = 0;
    this.places.fill(0);
    this.pagedTokens = 0;
    this.usePage(0);
  }

  /** To be called before a chunk: its first token stands at a position of its own. */
  beginChunk(): void {
    this.lastPosition = -1;
  }

  term(bytes: Uint8Array, start: number, end: number, hash: number, position: number): void {
    const places = this.places;
    const mask = this.mask;
    let place = (hash << 2) & mask;
    while (places[place + 1] !== 0) {
      if (places[place] === hash && this.isTerm(places[place + 2], bytes, start, end)) break;
      place = (place + STRIDE) & mask;
    }
    let number = places[place + 1] - 1;
    if (number < 0) number = this.addTerm(place, bytes, start, end, hash);
    else places[place + 3]++;
    if (this.pageUsed === this.page.length) this.turnPage();
    this.page[this.pageUsed++] = position === this.lastPosition ? ~number : number;
    this.lastPosition = position;
  }

  /** By term number: where it lies in the arena (at its length byte), and how many tokens it has. */
  columns(): { starts: Uint32Array; counts: Uint32Array } {
    const starts = new Uint32Array(this.termCount);
    const counts = new Uint32Array(this.termCount);
    const places = this.places;
    for (let place = 0; place < places.length; place += STRIDE) {
      const number = places[place + 1] - 1;
      if (number < 0) continue;
      starts[number] = places[place + 2];
      counts[number] = places[place + 3];
    }
    return { starts, counts };
  }

  private isTerm(at: number, bytes: Uint8Array, start: number, end: number): boolean {
    const arena = this.arena;
    if (arena[at] !== end - start) return false;
    for (let i = start, k = at + 1; i < end; i++, k++) if (arena[k] !== bytes[i]) return false;
    return true;
  }

  private addTerm(place: number, bytes: Uint8Array, start: number, end: number, hash: number): number {
    const length = end - start;
    if (this.arenaLength + length + 1 > this.arena.length) {
      const grown = Buffer.allocUnsafeSlow(this.arena.length * 2);
      this.arena.copy(grown, 0, 0, this.arenaLength);
      this.arena = grown;
    }
    const at = this.arenaLength;
    this.arena[at] = length;
    for (let i = 0; i < length; i++) this.arena[at + 1 + i] = bytes[start + i];
    this.arenaLength += length + 1;
    this.places[place] = hash;
    this.places[place + 1] = ++this.termCount;
    this.places[place + 2] = at;
    this.places[place + 3] = 1;
    if (this.termCount * STRIDE * 5 > this.places.length * 3) this.growPlaces();
    return this.termCount - 1;
  }

  private growPlaces(): void {
    const old = this.places;
    const places = new Int32Array(old.length * (old.length < LARGE_PLACES * STRIDE ? 4 : 2));
    const mask = places.length - 1;
    for (let from = 0; from < old.length; from += STRIDE) {
      if (old[from + 1] === 0) continue;
      let place = (old[from] << 2) & mask;
      while (places[place + 1] !== 0) place = (place + STRIDE) & mask;
      for (let k = 0; k < STRIDE; k++) places[place + k] = old[from + k];
    }
    this.places = places;
    this.mask = mask;
  }

  private turnPage(): void {
    this.pagedTokens += this.pageUsed;
    if (this.pageIndex + 1 === this.pages.length) this.pages.push(new Int32Array(TOKEN_PAGE));
    this.usePage(this.pageIndex + 1);
  }

  private usePage(index: number): void {
    this.pageIndex = index;
    this.page = this.pages[index];
    this.pageUsed = 0;
  }
}
