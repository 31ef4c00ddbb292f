/**
 * What is kept of the segments of a snapshot once it was read: checked pages, inflated text, whole dictionaries. Each kind has one
 * budget of bytes for all segments, so that a process that lives for days stays small whatever it is asked.
 *
 * Two generations: what is used moves to the young one; when that holds half of the budget, the old one is dropped and the
 * young one becomes the old one. So what is used again and again stays, and no order has to be kept. What is dropped lives on
 * while anybody has a view of it. Dictionaries are scanned one after another again and again, and would drive each other out:
 * the first ones stay.
 */

/** Over 1 GB of transcript, 500 mixed questions made 630 reads each with a megabyte for each segment, and 400 with 8 MB for all. */
const PAGE_BYTES = 8 << 20;
/** Text is shown and seldom asked for again: the blocks of the hits of one question. */
const TEXT_BYTES = 2 << 20;
/** Inflated posting lists: scoring, closeness and passages of a question ask for the same ones. Over 3 GB those of eight words take 2 MB. */
const LIST_BYTES = 8 << 20;
/** All dictionaries of 1.3 GB of transcript (17 MB over 1 GB); beyond that they are read at every scan, window by window. */
const DICTIONARY_BYTES = 24 << 20;

/** Bytes by the number of their owner and a place below 2^32. */
export class ReadCache {
  private readonly halfBytes: number;
  private young = new Map<number, Buffer>();
  private old = new Map<number, Buffer>();
  private youngBytes = 0;
  private ownerCount = 0;

  constructor(budgetBytes: number) {
    this.halfBytes = budgetBytes / 2;
  }

  /** A number for a new owner. */
  newOwner(): number {
    return this.ownerCount++;
  }

  get(owner: number, place: number): Buffer | undefined {
    const key = owner * 2 ** 32 + place;
    const found = this.young.get(key);
    if (found !== undefined) return found;
    const aged = this.old.get(key);
    if (aged !== undefined) this.add(key, aged);
    return aged;
  }

  keep(owner: number, place: number, bytes: Buffer): void {
    this.add(owner * 2 ** 32 + place, bytes);
  }

  private add(key: number, bytes: Buffer): void {
    if (this.youngBytes + bytes.length > this.halfBytes) {
      this.old = this.young;
      this.young = new Map();
      this.youngBytes = 0;
    }
    this.young.set(key, bytes);
    this.youngBytes += bytes.length;
  }
}

/** What the segments of a snapshot share, and pass on to the next snapshot. */
export interface ReadMemory {
  readonly pages: ReadCache;
  readonly texts: ReadCache;
  readonly lists: ReadCache;
  /** Bytes left for dictionaries. */
  dictionaryBytes: number;
}

/** Nothing kept yet. */
export function createReadMemory(): ReadMemory {
  return { pages: new ReadCache(PAGE_BYTES), texts: new ReadCache(TEXT_BYTES), lists: new ReadCache(LIST_BYTES), dictionaryBytes: DICTIONARY_BYTES };
}
