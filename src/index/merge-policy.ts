/**
 * Which segments to merge: a log-structured merge. Pure.
 *
 * Every refresh that found something adds a small segment, and every segment costs each query a look into its dictionary: compared with
 * one segment, 15 segments of a history of 3 GB cost a search for a rare identifier a quarter more, for an unknown word two fifths. What a
 * merge may cost depends on who waits for it.
 *
 * - A search waits: when more than TIER_WIDTH segments of one tier (sizes within a factor of TIER_FACTOR) have come together, they become one
 *   of the next tier, up to SHORT_CHUNKS. Each chunk is copied once in each tier.
 * - There is time (a long build, `ccfind index`): the smallest segments that make up at most LONG_CHUNKS become one, unless one of them is
 *   larger than the rest together. So the segment of a chunk at least doubles each time the chunk is copied, and a very large one
 *   is not copied again and again for a few small ones. What stays are large segments, small ones each larger than all
 *   smaller ones together, and at most TIER_WIDTH that are tiny even together: else every second `ccfind index` after a few lines would
 *   merge and publish twice, which took a fifth of its time over 100 MB.
 *
 * Both ways each chunk is copied a logarithmic number of times. A segment that is mostly dead is rewritten too.
 */
import type { SegmentEntry } from './manifest.ts';

const TIER_WIDTH = 8;
const TIER_FACTOR = 8;
/** Segments below this size are all of the lowest tier. */
const SMALLEST_TIER_CHUNKS = 512;
/** About 55 MB of index. Merges of 230,000 to 300,000 chunks took 1.0 to 1.6 s of cpu, so this one takes 0.6 to 0.8 s, once in some 450 MB of transcripts. */
const SHORT_CHUNKS = 128 * 1024;
/** About 220 MB of index. What a merge holds in memory grows with this. */
const LONG_CHUNKS = 512 * 1024;
/** Each input has windows of 0.75 MB in memory, and takes part in every comparison of terms. */
const MAX_INPUTS = 24;

/**
 * Places of the segments to merge into one, ascending; null when all is well. A single place: rewrite it without its dead rows.
 * hasTime: nobody waits for it.
 */
export function chooseMerge(segments: readonly SegmentEntry[], hasTime: boolean): number[] | null {
  const chosen = hasTime ? chooseSmallest(segments) : chooseTier(segments);
  if (chosen !== null) return chosen.sort((a, b) => a - b);
  const rotten = segments.findIndex(({ chunks, liveChunks }) => chunks > 0 && liveChunks * 2 < chunks);
  return rotten < 0 ? null : [rotten];
}

function chooseTier(segments: readonly SegmentEntry[]): number[] | null {
  const tiers: number[][] = [];
  for (const place of smallestFirst(segments, SHORT_CHUNKS / 2)) (tiers[tierOf(segments[place].liveChunks)] ??= []).push(place);
  const places = tiers.find((tier) => tier !== undefined && tier.length > TIER_WIDTH);
  if (places === undefined) return null;
  let sum = 0;
  return places.slice(0, MAX_INPUTS).filter((place, i) => {
    sum += segments[place].liveChunks;
    return i < 2 || sum <= SHORT_CHUNKS;
  });
}

function tierOf(chunks: number): number {
  let tier = 0;
  for (let size = SMALLEST_TIER_CHUNKS; chunks >= size; size *= TIER_FACTOR) tier++;
  return tier;
}

function chooseSmallest(segments: readonly SegmentEntry[]): number[] | null {
  const places = smallestFirst(segments, LONG_CHUNKS / 2).slice(0, MAX_INPUTS);
  let sum = 0;
  let count = 0;
  let chunks = 0;
  places.forEach((place, i) => {
    const { liveChunks } = segments[place];
    sum += liveChunks;
    if (sum <= LONG_CHUNKS && liveChunks * 2 <= sum) [count, chunks] = [i + 1, sum];
  });
  const isWorthIt = count > TIER_WIDTH || (count >= 2 && chunks >= SMALLEST_TIER_CHUNKS);
  return isWorthIt ? places.slice(0, count) : null;
}

/** Places of the segments with at most that many live chunks. */
function smallestFirst(segments: readonly SegmentEntry[], mostChunks: number): number[] {
  const places = [...segments.keys()].filter((place) => segments[place].liveChunks <= mostChunks);
  return places.sort((a, b) => segments[a].liveChunks - segments[b].liveChunks);
}
