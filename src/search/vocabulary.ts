/**
 * The vocabulary of all segments as one: which terms exist, and the most frequent of many.
 *
 * A term exists when a live chunk holds it. The counts that segments keep include dead chunks, so in a segment
 * with dead rows the live chunks are counted from the postings, but only for terms whose kept count is
 * high enough to matter.
 */
import type { SegmentReader, Snapshot, TermTest } from '../index/reader-types.ts';
import { takeArena } from '../kernel/arena.ts';
import { TERMS_DIGITS, TERMS_SIGNS } from '../kernel/layout.ts';
import type { Lookups } from './lookups.ts';
import { rangeOf } from './range-of.ts';
import { RANKING } from './constants.ts';

/** How a term came to stand for a word; all but `exact` are kinds of Expansion. */
export type Way = 'exact' | 'script' | 'form' | 'compound' | 'start' | 'middle' | 'spelling' | 'synonym';

/** A term that stands for a typed word. */
export interface Member {
  readonly term: string;
  readonly tier: number;
  readonly way: Way;
  /** Ordinal by segment, -1 where the segment lacks it. */
  readonly ordinals: Int32Array;
}

/** A term of the vocabulary; ordinals as in Member. */
export interface FoundTerm {
  readonly term: string;
  readonly ordinals: Int32Array;
}

/** What may follow in a term after its given start. */
export const BEHIND = { letters: 0, digitsToo: TERMS_DIGITS, anything: TERMS_SIGNS } as const;

/** Number of the class of a term, or -1. isPlain: what follows is allowed; else letters beyond ASCII have to be checked. */
export type TermClass = (term: string, isPlain: boolean) => number;

/** What the kernel writes for each term that it finds: three words. */
const FOUND_WORDS = 3;

interface Candidate extends FoundTerm {
  /** Chunks that hold it, dead ones included. */
  rawCount: number;
  liveCount: number;
}

/** The least letter in a folded term. */
const FIRST_LETTER = Uint8Array.of(0x61);

/** Most terms of one segment considered for one typed word: the most frequent. A bound of work for short pieces in a large history. */
const SCAN_LIMIT = 20_000;

/** Terms of a snapshot. Reads throw IndexDamage. */
export class Vocabulary {
  private readonly segments: readonly SegmentReader[];
  private readonly deadRows: Snapshot['deadRows'];
  private readonly lookups: Lookups;

  /** How often close spellings were looked up in this query. */
  closeCount = 0;
  /** Terms by way, see takeLeftOut(). */
  private leftOut = new Map<Way, number | null>();

  constructor(snapshot: Snapshot, lookups: Lookups) {
    this.segments = snapshot.segments;
    this.deadRows = snapshot.deadRows;
    this.lookups = lookups;
  }

  /** The term itself, as a list of one, or of none when no live chunk holds it. */
  exact(term: string): Member[] {
    const bytes = Buffer.from(term, 'utf8');
    const ordinals = new Int32Array(this.segments.length);
    for (let at = 0; at < ordinals.length; at++) ordinals[at] = this.segments[at].lookup(bytes);
    return this.asExact(term, ordinals);
  }

  /** By way, the number of terms found but left out since the last call; at most that many have live chunks. null: none were looked for. */
  takeLeftOut(): ReadonlyMap<Way, number | null> {
    const taken = this.leftOut;
    this.leftOut = new Map();
    return taken;
  }

  /** Terms that one way had left out were found by another. */
  foundAfterAll(way: Way): void {
    this.leftOut.delete(way);
  }

  private leaveOut(way: Way, count: number): void {
    if (count > 0) this.leftOut.set(way, (this.leftOut.get(way) ?? 0) + count);
  }

  private asExact(term: string, ordinals: Int32Array): Member[] {
    return this.isAlive(ordinals) ? [{ term, tier: RANKING.tierExact, way: 'exact', ordinals }] : [];
  }

  /**
   * The terms that begin with the start and continue as allowed, each in the class that classOf gives (-1: none), the most frequent of each.
   * limits: by class, with its way. Among terms of letters only those longer by one are requested, since the many compounds that continue
   * with a sign or a digit come before them. classOf is called again for each segment. Empties the arena. Cost: one lookup in each segment, and the range.
   */
  among(start: string, limits: readonly (readonly [way: Way, limit: number])[], behind: number, classOf: TermClass): FoundTerm[][] {
    const bytes = Buffer.from(start, 'utf8');
    const from = behind === BEHIND.letters ? Buffer.concat([bytes, FIRST_LETTER]) : bytes;
    const classes = limits.map(() => new Gathered(this.segments.length, () => true));
    const arena = takeArena();
    this.segments.forEach((segment, index) => {
      segment.visitTerms(from, (piece, first) => {
        const mark = arena.mark();
        const most = Math.floor(piece.length / (bytes.length + 1)) + 1;
        arena.reserve(bytes.length + piece.length + 4 * FOUND_WORDS * most + 32);
        const address = arena.copy(piece);
        const begin = arena.copy(bytes);
        const into = arena.words(FOUND_WORDS * most);
        const count = arena.kernel.termsWithin(address, address + piece.length, begin, bytes.length, behind, into.byteOffset);
        // Negative where the range ended.
        const end = FOUND_WORDS * (count < 0 ? ~count : count);
        for (let i = 0; i < end; i += FOUND_WORDS) {
          const [isPlain, length] = [(into[i + 2] & 1) === 1, into[i + 2] >>> 1];
          const term = piece.toString(isPlain ? 'latin1' : 'utf8', into[i + 1], into[i + 1] + length);
          const number = classOf(term, isPlain);
          if (number >= 0) classes[number].add(index, first + into[i], term, segment.documentFrequency(first + into[i]));
        }
        arena.release(mark);
        return count >= 0;
      });
    });
    return classes.map((gathered, number) => this.mostFrequent(gathered.candidates(), ...limits[number]));
  }

  /**
   * Terms that contain the text, are longer and wanted, most frequent first. way: the way they are named by; those of way
   * middle that begin with the text are starts. fits: which may be wanted, judged by their bytes.
   */
  containing(part: string, way: 'compound' | 'middle', tier: number, limit: number, isWanted: (term: string) => boolean, fits: TermTest | null = null): Member[] {
    const { lookups } = this;
    const bytes = Buffer.from(part, 'utf8');
    if (lookups.absent !== null && bytes.includes(lookups.absent)) return [];
    let isAbsent = fits === null;
    const found = (segment: SegmentReader): readonly number[] => {
      lookups.checkpoint();
      const { ordinals } = segment.infix(bytes, Infinity, fits);
      if (ordinals.length > 0) isAbsent = false;
      if (ordinals.length <= SCAN_LIMIT) return ordinals;
      this.leaveOut(way, ordinals.length - SCAN_LIMIT);
      return ordinals.sort((a, b) => segment.documentFrequency(b) - segment.documentFrequency(a)).slice(0, SCAN_LIMIT);
    };
    const candidates = this.gather(found, (term) => term !== part && isWanted(term));
    if (isAbsent) lookups.absent = bytes;
    return this.mostFrequent(candidates, way, limit).map(({ term, ordinals }) => {
      return { term, tier, way: way === 'middle' && term.startsWith(part) ? 'start' : way, ordinals };
    });
  }

  /**
   * Terms that are 1, 2 … `mostEdits` edits away and wanted: a list for each number of edits, at most `limit` of the most frequent.
   * Cost: reads some hundredths of a large dictionary. Returns none for more than the first few words of a query.
   */
  close(typed: string, mostEdits: number, limit: number, isWanted: (term: string) => boolean): FoundTerm[][] {
    if (++this.closeCount > RANKING.spellingWordLimit) {
      this.leftOut.set('spelling', null);
      return [];
    }
    const { visitCloseTerms } = require('./spelling.ts') as typeof import('./spelling.ts');
    const byEdits = Array.from({ length: mostEdits }, () => new Gathered(this.segments.length, isWanted));
    this.segments.forEach((segment, index) => {
      visitCloseTerms(takeArena(), segment, typed, mostEdits, (ordinal, term, edits) => byEdits[edits - 1].add(index, ordinal, term, segment.documentFrequency(ordinal)));
    });
    return byEdits.map((gathered) => this.mostFrequent(gathered.candidates(), 'spelling', limit));
  }

  /** Chunks that hold the term, dead ones included. */
  rawCount(term: string): number {
    const bytes = Buffer.from(term, 'utf8');
    let sum = 0;
    for (const segment of this.segments) {
      const ordinal = segment.lookup(bytes);
      if (ordinal >= 0) sum += segment.documentFrequency(ordinal);
    }
    return sum;
  }

  /** Live chunks that hold the term. Cost: its postings where a segment has dead rows. */
  liveChunks({ term, ordinals }: FoundTerm): number {
    const rawCount = ordinals.reduce((sum, ordinal, index) => sum + (ordinal < 0 ? 0 : this.segments[index].documentFrequency(ordinal)), 0);
    return this.liveCount({ term, ordinals, rawCount, liveCount: -1 });
  }

  private gather(find: (segment: SegmentReader) => readonly number[], isWanted: (term: string) => boolean): Candidate[] {
    const gathered = new Gathered(this.segments.length, isWanted);
    this.segments.forEach((segment, index) => {
      for (const ordinal of find(segment)) {
        gathered.add(index, ordinal, segment.term(ordinal).toString('utf8'), segment.documentFrequency(ordinal));
      }
    });
    return gathered.candidates();
  }

  /** The first `limit` by number of live chunks, then by code units; none without live chunks. */
  private mostFrequent(candidates: Candidate[], way: Way, limit: number): Candidate[] {
    this.leaveOut(way, candidates.length - limit);
    candidates.sort((a, b) => b.rawCount - a.rawCount);
    const alive: Candidate[] = [];
    let lowest = 0;
    for (const candidate of candidates) {
      // The rest has at most as many live chunks as it has chunks: too few.
      if (candidate.rawCount < lowest) break;
      candidate.liveCount = this.liveCount(candidate);
      if (candidate.liveCount > 0) alive.push(candidate);
      if (alive.length % limit === 0 && alive.length > 0) lowest = byLive(alive)[limit - 1].liveCount;
    }
    return byLive(alive).slice(0, limit);
  }

  private liveCount({ ordinals, rawCount }: Candidate): number {
    let sum = rawCount;
    ordinals.forEach((ordinal, index) => {
      const dead = this.deadRows[index];
      if (ordinal >= 0 && dead !== null) sum -= deadChunks(this.segments[index], dead, ordinal);
    });
    return sum;
  }

  private isAlive(ordinals: Int32Array): boolean {
    let isSomewhere = false;
    for (let index = 0; index < ordinals.length; index++) {
      if (ordinals[index] < 0) continue;
      if (this.deadRows[index] === null) return true;
      isSomewhere = true;
    }
    if (!isSomewhere) return false;
    return this.segments.some((segment, index) => {
      const dead = this.deadRows[index];
      const ordinal = ordinals[index];
      return dead !== null && ordinal >= 0 && deadChunks(segment, dead, ordinal) < segment.documentFrequency(ordinal);
    });
  }
}

/** False where an ASCII byte of a folded term is no letter. */
export function mayBeLetters(term: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (term[at] < 0x61 || (term[at] > 0x7a && term[at] < 0x80)) return false;
  return true;
}

/** Terms of all segments by their text. */
class Gathered {
  private readonly byTerm = new Map<string, Candidate>();
  private readonly segmentCount: number;
  private readonly isWanted: (term: string) => boolean;

  constructor(segmentCount: number, isWanted: (term: string) => boolean) {
    this.segmentCount = segmentCount;
    this.isWanted = isWanted;
  }

  add(segment: number, ordinal: number, term: string, count: number): void {
    let candidate = this.byTerm.get(term);
    if (candidate === undefined) {
      if (!this.isWanted(term)) return;
      candidate = { term, ordinals: new Int32Array(this.segmentCount).fill(-1), rawCount: 0, liveCount: -1 };
      this.byTerm.set(term, candidate);
    }
    candidate.ordinals[segment] = ordinal;
    candidate.rawCount += count;
  }

  candidates(): Candidate[] {
    return [...this.byTerm.values()];
  }
}

function byLive(candidates: Candidate[]): Candidate[] {
  return candidates.sort((a, b) => b.liveCount - a.liveCount || (a.term < b.term ? -1 : 1));
}

/** How many chunks of the term's postings are in dead rows. */
function deadChunks(segment: SegmentReader, dead: Uint8Array, ordinal: number): number {
  const { chunks, count } = segment.postings(ordinal);
  const rowStart = segment.rows.firstChunk;
  let row = 0;
  let deadCount = 0;
  for (let i = 0; i < count; i++) {
    if (rowStart[row + 1] <= chunks[i]) row = rangeOf(rowStart, row + 1, dead.length, chunks[i]);
    deadCount += dead[row];
  }
  return deadCount;
}
