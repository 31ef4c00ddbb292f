/**
 * Which segments to merge: a log-structured merge by tiers.
 *
 * Every refresh that found something adds a small segment, so segments of like size pile up. When more than
 * TIER_WIDTH of one tier (sizes within a factor of 8) have come together they become one of the next tier, so that each
 * chunk is copied a logarithmic number of times. A segment that is mostly dead is rewritten too. Pure.
 *
 * Merging serves the cost of a query (a few tenths of a millisecond for each segment), not size. Beyond MAX_MERGED_CHUNKS it
 * would hold up a search for longer than it ever saves: large segments stay.
 */
import type { SegmentEntry } from './manifest.ts';

const TIER_WIDTH = 8;
const TIER_FACTOR = 8;
/** Segments below this are all of the lowest tier. */
const SMALLEST_TIER_CHUNKS = 512;
/** About 40 MB of index. A merge of 305,000 chunks took 0.9 s, so this one takes about 0.4 s. */
const MAX_MERGED_CHUNKS = 128 * 1024;

/** Places of the segments to merge into one, ascending; null when all is well. A single place: rewrite it without its dead rows. */
export function chooseMerge(segments: readonly SegmentEntry[]): number[] | null {
  const tiers = new Map<number, number[]>();
  for (let i = 0; i < segments.length; i++) {
    const { liveChunks } = segments[i];
    if (liveChunks > MAX_MERGED_CHUNKS / 2) continue;
    const tier = tierOf(liveChunks);
    const same = tiers.get(tier);
    if (same === undefined) tiers.set(tier, [i]);
    else same.push(i);
  }
  for (const [, places] of [...tiers].sort(([a], [b]) => a - b)) {
    if (places.length > TIER_WIDTH) return withinLimit(segments, places);
  }
  const rotten = segments.findIndex(({ chunks, liveChunks }) => chunks > 0 && liveChunks * 2 < chunks);
  return rotten < 0 ? null : [rotten];
}

function tierOf(chunks: number): number {
  let tier = 0;
  for (let size = SMALLEST_TIER_CHUNKS; chunks >= size; size *= TIER_FACTOR) tier++;
  return tier;
}

/** As many of them, smallest first, as stay below the limit together; at least two. */
function withinLimit(segments: readonly SegmentEntry[], places: readonly number[]): number[] {
  const bySize = [...places].sort((a, b) => segments[a].liveChunks - segments[b].liveChunks);
  let sum = 0;
  const chosen = bySize.filter((place, i) => {
    sum += segments[place].liveChunks;
    return i < 2 || sum <= MAX_MERGED_CHUNKS;
  });
  return chosen.sort((a, b) => a - b);
}
