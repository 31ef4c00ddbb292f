/**
 * Identities read in this run, in memory: where an entry's text is stored, without asking any file.
 *
 * A first build asks this for every entry, and the table grows with the history: open addressing in flat arrays, 14 bytes for
 * each place, up to three quarters of them taken (630,000 entries of a generated history of 3 GB: 15 MB). Segments of earlier
 * runs are either loaded into it (large refresh) or asked by positional reads (small one); see stored-rows.ts.
 */
import type { Key } from '../hash.ts';

const FIRST_CAPACITY = 1 << 10;

/** The table. Cost: a few adjacent probes for each identity. */
export class KnownEntries {
  count = 0;
  private mask = FIRST_CAPACITY - 1;
  private hi = new Uint32Array(FIRST_CAPACITY);
  private lo = new Uint32Array(FIRST_CAPACITY);
  private chunk = new Uint32Array(FIRST_CAPACITY);
  /** Number of the segment plus one; 0 in a free place. */
  private segment = new Uint16Array(FIRST_CAPACITY);

  /** Makes room for that many more; saves growing step by step. */
  reserve(more: number): void {
    let capacity = this.mask + 1;
    while (isTooFull(this.count + more, capacity)) capacity *= 2;
    if (capacity > this.mask + 1) this.grow(capacity);
  }

  /** One identity may have several adjacent places: a dead one and its live successor. */
  add(hi: number, lo: number, segment: number, chunk: number): void {
    if (isTooFull(this.count + 1, this.mask + 1)) this.grow((this.mask + 1) * 2);
    let place = (lo ^ hi) & this.mask;
    while (this.segment[place] !== 0) place = (place + 1) & this.mask;
    this.hi[place] = hi;
    this.lo[place] = lo;
    this.chunk[place] = chunk;
    this.segment[place] = segment + 1;
    this.count++;
  }

  /** Calls `isWanted` for each place of the identity until it returns true; false when none did. */
  find(key: Key, isWanted: (segment: number, chunk: number) => boolean): boolean {
    const { hi, lo } = key;
    for (let place = (lo ^ hi) & this.mask; this.segment[place] !== 0; place = (place + 1) & this.mask) {
      if (this.lo[place] === lo && this.hi[place] === hi && isWanted(this.segment[place] - 1, this.chunk[place])) return true;
    }
    return false;
  }

  private grow(capacity: number): void {
    const { hi, lo, chunk, segment } = this;
    this.mask = capacity - 1;
    this.hi = new Uint32Array(capacity);
    this.lo = new Uint32Array(capacity);
    this.chunk = new Uint32Array(capacity);
    this.segment = new Uint16Array(capacity);
    this.count = 0;
    for (let i = 0; i < segment.length; i++) if (segment[i] !== 0) this.add(hi[i], lo[i], segment[i] - 1, chunk[i]);
  }
}

function isTooFull(count: number, capacity: number): boolean {
  return count * 4 > capacity * 3;
}
