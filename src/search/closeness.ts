/**
 * Words that stand close together in one chunk.
 *
 * Computed for the best chunks only: the sum over pairs of words of min(idf) / (1 + slope x (distance - 1)) for their
 * nearest occurrences, at most `closenessReach` tokens apart. A word occurs wherever its strong members do.
 * Left out are stop words (next to something everywhere, with the longest lists), literals (their words are close
 * anyway), parts of an identifier whose whole is known (the whole counts), and the single characters of runs
 * without spaces (their pairs say the same).
 */
import type { SegmentReader, Snapshot } from '../index/reader-types.ts';
import { positionBits, readPositions } from '../index/codec.ts';
import { RANKING } from './constants.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import type { Place } from './places.ts';
import { seek } from './term-lists.ts';
import type { Group } from './terms.ts';

/** Called for each close pair in a place: the numbers of its groups, the distance in tokens, its share of the closeness. */
export type PairWatch = (place: number, a: number, b: number, distance: number, worth: number) => void;

/** Closeness of each place, >= 0, unweighted. Cost: reads the postings and chunk lengths again, and the positions of these chunks only. */
export function closenessOf(
  places: readonly Place[], snapshot: Snapshot, groups: readonly Group[], scores: Scores, scope: Scope, onPair: PairWatch | null = null,
): Float64Array {
  const { idf } = scores;
  const closeness = new Float64Array(places.length);
  const placed = groups.map((group, index) => ({ group, index })).filter(({ group }) => group.isPlaced && group.members.length > 0);
  if (placed.length < 2) return closeness;
  snapshot.segments.forEach((segment, at) => {
    const here = places.map((place, index) => ({ chunk: place.chunk, segment: place.segment, index })).filter((place) => place.segment === at);
    if (here.length === 0) return;
    here.sort((a, b) => a.chunk - b.chunk);
    const chunks = Uint32Array.from(here, (place) => place.chunk);
    const found = findTerms(placed.map(({ group }) => group), { segment, at, chunks }, scores, scope);
    const positions = placed.map(({ group }) => positionsOf(group, { segment, at, chunks }, found));
    here.forEach((place, i) => {
      closeness[place.index] = pairSum(placed, positions, i, idf, onPair === null ? null : (...pair) => onPair(place.index, ...pair));
    });
  });
  return closeness;
}

type Placed = readonly { readonly group: Group; readonly index: number }[];

type OnePair = (a: number, b: number, distance: number, worth: number) => void;

function pairSum(placed: Placed, positions: readonly (Uint32Array | null)[][], chunkIndex: number, idf: Float64Array, onPair: OnePair | null): number {
  let sum = 0;
  for (let i = 0; i < placed.length; i++) {
    const a = positions[i][chunkIndex];
    if (a === null) continue;
    for (let j = i + 1; j < placed.length; j++) {
      const b = positions[j][chunkIndex];
      if (b === null) continue;
      const distance = nearest(a, b);
      if (distance > RANKING.closenessReach) continue;
      const worth = Math.min(idf[placed[i].index], idf[placed[j].index]) / (1 + RANKING.closenessSlope * (distance - 1));
      sum += worth;
      onPair?.(placed[i].index, placed[j].index, distance, worth);
    }
  }
  return sum;
}

/** Smallest distance > 0 between two ascending lists; Infinity when there is none. */
function nearest(a: Uint32Array, b: Uint32Array): number {
  let best = Infinity;
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    while (j < b.length && b[j] < a[i]) j++;
    if (j > 0) best = Math.min(best, a[i] - b[j - 1]);
    const next = j < b.length && b[j] === a[i] ? j + 1 : j;
    if (next < b.length) best = Math.min(best, b[next] - a[i]);
    if (best === 1) return 1;
  }
  return best;
}

/** Chunks of a segment whose positions are wanted. */
interface Wanted {
  readonly segment: SegmentReader;
  readonly at: number;
  /** Ascending. */
  readonly chunks: Uint32Array;
}

/** By ordinal of a term: ascending positions in each wanted chunk, null where it does not occur. */
type Found = ReadonlyMap<number, (Uint32Array | null)[]>;

/** Positions of the strong members of groups. All lists are read side by side, in one pass over the lengths of chunks. */
function findTerms(groups: readonly Group[], { segment, at, chunks }: Wanted, { lists, window }: Scores, { arena }: Scope): Found {
  const start = arena.mark();
  const ordinals = [...new Set(groups.flatMap(({ members }) => members.filter(({ tier }) => tier >= RANKING.tierStrong).map((member) => member.ordinals[at])))].filter((ordinal) => ordinal >= 0);
  const wanted = arena.copy(chunks);
  const sought = ordinals.map((ordinal) => {
    const list = lists.of(at, ordinal);
    const places = arena.words(2 * chunks.length).fill(0);
    return { ordinal, places, address: seek(arena, list, wanted, chunks.length, places.byteOffset) };
  });
  const widths = new Uint8Array(chunks.length);
  const last = chunks[chunks.length - 1];
  for (let from = 0, i = 0; from <= last; ) {
    const { first, end } = segment.windowAround(from);
    const lengths = window.loadLengths(segment, first, end);
    for (const { address } of sought) arena.kernel.findPositions(address, end, lengths);
    for (; i < chunks.length && chunks[i] < end; i++) widths[i] = positionBits(window.lengthOf(chunks[i]));
    from = end;
  }
  const found = new Map(sought.map(({ ordinal, places }) => {
    const bytes = segment.positionBytes(ordinal);
    return [ordinal, Array.from(chunks, (_, i) => (places[2 * i + 1] === 0 ? null : readPositions(bytes, places[2 * i], widths[i], places[2 * i + 1])))];
  }));
  arena.release(start);
  return found;
}

/** Ascending positions of the group's strong members in each chunk; null where it has none. */
function positionsOf(group: Group, { segment, at, chunks }: Wanted, terms: Found): (Uint32Array | null)[] {
  const found: (Uint32Array | null)[] = new Array<Uint32Array | null>(chunks.length).fill(null);
  for (const { tier, ordinals } of group.members) {
    if (tier < RANKING.tierStrong || ordinals[at] < 0) continue;
    terms.get(ordinals[at])?.forEach((positions, index) => {
      if (positions === null || (group.field >= 0 && segment.fieldOf(chunks[index]) !== group.field)) return;
      const known = found[index];
      found[index] = known === null ? positions : Uint32Array.from([...known, ...positions]).sort();
    });
  }
  return found;
}
