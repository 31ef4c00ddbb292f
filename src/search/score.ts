/**
 * Scores every wanted chunk, turn and unit.
 *
 * First it counts the live chunks of all segments that hold each word (so that idf is the same in one segment and in twenty, with
 * dead rows and without). Then the kernel scores the postings of all groups, segment by segment and window by window
 * (chunk-window.ts). In the end what each group left in turns and units is added up, group by group.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { SUMS_BEST, SUMS_BYTES, SUMS_MARKS, SUMS_STRONG, SUMS_TURN_MAP, WORD_BASE, WORD_BYTES, WORD_SLOPE, WORD_WEIGHTS } from '../kernel/layout.ts';
import { FIELDS } from '../schema.ts';
import { createWindow, windowBytes, type ChunkWindow } from './chunk-window.ts';
import { PASSAGES, RANKING } from './constants.ts';
import type { FewUnits } from './few-units.ts';
import type { Filter } from './filters.ts';
import { createScorer, scorerBytes, type BestChunk, type Measured } from './group-scorer.ts';
import { inverseFrequency, liveLengths } from './live-chunks.ts';
import { rangeOf } from './range-of.ts';
import type { Scope } from './scope.ts';
import { createTally, tallyBytes } from './tally.ts';
import { wrongLength, type TermLists } from './term-lists.ts';
import type { Group } from './terms.ts';
import { totalBytes } from './total-bytes.ts';
import type { Units } from './units.ts';

/** The result of scoring; the arrays are in the scope's arena. */
export interface Scores {
  /** At least the closenessChunks best chunks of all; none when no two words can be close. */
  readonly best: readonly BestChunk[];
  /** Points of chunks of a segment (ascending) in units that are wanted (1 by unit). Cost: their windows are scored again. */
  pointsOf(segment: number, chunks: Uint32Array, isWanted: Uint8Array): Int32Array;
  readonly lists: TermLists;
  readonly window: ChunkWindow;
  /** Points: sum over groups of the best chunk of the turn. */
  readonly turn: Int32Array;
  readonly touchedTurns: Uint32Array;
  /** Points: sum over groups of the best chunk of the unit. */
  readonly spread: Int32Array;
  /** Score of one point. */
  readonly pointScore: number;
  /** Sum over groups of the saturated number of chunks that hold the word. A score. */
  readonly count: Float64Array;
  readonly touchedUnits: Uint32Array;
  /** idf by group, and the number of live chunks that it comes from. */
  readonly idf: Float64Array;
  readonly holding: readonly number[];
  /** idf by group of the word as typed, without its other forms; the same as idf when nothing holds that. */
  readonly exactIdf: Float64Array;
  /** Live chunks of the snapshot, and their mean length in tokens. */
  readonly chunkCount: number;
  readonly averageLength: number;
  /** The score a unit could reach: what the gate measures against. */
  readonly reachable: number;
  /** True when the unit holds a member of the group. */
  holds(unit: number, group: number): boolean;
  /** Bits of groups by unit (strideOf() words): the unit holds the group's word as typed. */
  readonly exact: Uint32Array;
  /** The bit of one unit and group. */
  holdsExactly(unit: number, group: number): boolean;
}

/** The reachable score in points. A gain is rounded by less than one; sums stay below 2^31. */
const POINTS = 2 ** 30;

/** Field weights and norms are counted in hundredths, so that weighted frequencies are whole numbers. */
const UNIT = 100;

/** Weights by field id, in hundredths; 0 for fields that do not count. field: the only one that counts, or -1; mask: 1 by wanted field, or null. */
export function fieldWeights(field: number, mask: Uint8Array | null): Uint32Array {
  return Uint32Array.from(FIELDS, ({ id, weight }) => ((field >= 0 && id !== field) || (mask !== null && mask[id] === 0) ? 0 : Math.round(weight * UNIT)));
}

/** Postings of a literal group in a segment: its wanted chunks. averageLength: of all chunks. */
export type LiteralReader = (group: number, segment: number, averageLength: number) => Postings;

/** Bytes that scoring takes from an arena, and after it the search for positions and passages. */
export function scoreBytes(snapshot: Snapshot, units: Units, groups: readonly Group[]): number {
  const memberCount = groups.reduce((sum, { members }) => sum + members.length, 0);
  const mostChunks = snapshot.segments.reduce((most, { chunkCount }) => Math.max(most, chunkCount), 0);
  return totalBytes({
    window: windowBytes(snapshot),
    scorer: scorerBytes(snapshot, groups),
    tally: tallyBytes(units, groups.length),
    /** createSums() and createWord(). */
    groups: groups.length * (SUMS_BYTES + WORD_BYTES + 5 * units.turnCount + 5 * units.unitCount + 128),
    /** distinctChunks(): a map of the chunks of a segment, and those marked in it. */
    holding: 5 * mostChunks,
    /** What is sought in the list of each term (term-lists.ts), for closeness and for passages. */
    sought: memberCount * (64 + 8 * RANKING.closenessChunks) + 4 * RANKING.closenessChunks + 12 * PASSAGES.batch,
    /** Units that are wanted, a byte each. */
    wanted: 3 * units.unitCount,
    alignment: 4096,
  });
}

/** Called after each group with what all sums have grown to, the address of the group's WORD, and the points of a chunk that is full of it. */
export type GroupWatch = (group: number, sums: Scores, word: number, points: number) => void;

/** How to score. */
export interface Scoring {
  /** Posting lists of the groups (term-lists.ts). */
  readonly lists: TermLists;
  readonly literalPostings: LiteralReader;
  readonly onGroup?: GroupWatch;
  /** The only units to score; null for all. */
  readonly few?: FewUnits | null;
}

/** Scores all groups, in all units or in a few. The scope was built with room for scoreBytes(). */
export function scoreGroups(snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], { lists, literalPostings, onGroup, few = null }: Scoring): Scores {
  const { segments } = snapshot;
  const live = liveLengths(snapshot);
  const literals = groups.map(({ literal }, index) => (literal === null ? null : segments.map((_, at) => literalPostings(index, at, live.averageLength))));
  // Before measureGroups(): the sums need memory that nobody has used.
  const window = createWindow(scope.arena, snapshot);
  const tally = createTally(scope, groups.length);
  const { measured, most, pointScore, ...known } = measureGroups(snapshot, scope, filter, groups, live, literals, lists);
  const scorer = createScorer(snapshot, scope, measured, lists, window);
  few?.begin();
  segments.forEach((_, at) => scorer.score(at, few !== null));
  few?.touch(lists);
  few?.end();
  const scores = (): Scores => ({ best: scorer.best(), pointsOf: scorer.pointsOf, lists, window, pointScore, ...known, ...live, ...tally.scores() });
  measured.forEach(({ sums, word, points }, index) => {
    tally.take(sums, index, most[index], known.holding[index]);
    onGroup?.(index, scores(), word, points);
  });
  return scores();
}

/** What is known of the groups before any chunk is scored. */
interface Measures extends Pick<Scores, 'idf' | 'exactIdf' | 'holding' | 'reachable' | 'pointScore'> {
  readonly measured: readonly Measured[];
  /** By group the score of a chunk that is full of it. */
  readonly most: readonly number[];
}

/** literals: postings by group and segment, null for groups of terms. */
function measureGroups(
  snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], { chunkCount, averageLength }: ReturnType<typeof liveLengths>,
  literals: readonly (readonly Postings[] | null)[], lists: TermLists,
): Measures {
  const { arena } = scope;
  const sums = groups.map(() => createSums(arena, scope));
  const words = groups.map(({ field }) => createWord(arena, fieldWeights(field, filter.fieldMask), averageLength));
  const holding = groups.map((group, index) => literals[index]?.reduce((sum, { count }) => sum + count, 0) ?? holdingChunks(snapshot, group, lists, arena));
  const idf = Float64Array.from(holding, (count) => inverseFrequency(chunkCount, count));
  const exactIdf = Float64Array.from(groups, ({ members, ...group }, index) => {
    const exact = members.filter(({ way }) => way === 'exact');
    return exact.length === 0 ? idf[index] : inverseFrequency(chunkCount, holdingChunks(snapshot, { ...group, members: exact }, lists, arena));
  });
  const most = groups.map((group, index) => group.weight * idf[index] * (RANKING.k1 + 1));
  const reachable = most.reduce((sum, score) => sum + score, 0);
  const points = POINTS / (reachable || 1);
  const measured = groups.map((group, index): Measured => ({ group, word: words[index], sums: sums[index], points: most[index] * points, literals: literals[index] }));
  return { measured, most, holding, idf, exactIdf, reachable, pointScore: 1 / points };
}

function createSums(arena: Arena, { turnCount, unitCount }: Scope): number {
  return arena.record(SUMS_BYTES, {
    // One more, 0: there is nothing after the last turn.
    [SUMS_BEST]: arena.zeros(turnCount + 1),
    [SUMS_TURN_MAP]: arena.zeros((turnCount + 31) >>> 5),
    [SUMS_STRONG]: arena.zeros(unitCount),
    [SUMS_MARKS]: arena.zeros((unitCount + 3) >>> 2),
  });
}

/** A WORD, with the length norm k1 (1 - b + b L / average L) of a chunk of L tokens. */
function createWord(arena: Arena, weights: Uint32Array, averageLength: number): number {
  const word = arena.record(WORD_BYTES, {});
  arena.setReal(word + WORD_BASE, UNIT * RANKING.k1 * (1 - RANKING.b));
  arena.setReal(word + WORD_SLOPE, (UNIT * RANKING.k1 * RANKING.b) / (averageLength || 1));
  weights.forEach((weight, field) => arena.setWord(word + WORD_WEIGHTS + 4 * field, weight));
  return word;
}

/** Live chunks with a strong member of the group. Cost: nothing is read when there is one term and no row is dead. */
function holdingChunks(snapshot: Snapshot, group: Group, lists: TermLists, arena: Arena): number {
  const strong = group.members.filter(({ tier }) => tier >= RANKING.tierStrong);
  let holding = 0;
  snapshot.segments.forEach((segment, at) => {
    const here = strong.filter(({ ordinals }) => ordinals[at] >= 0);
    if (here.length === 0) return;
    const dead = snapshot.deadRows[at];
    if (here.length === 1 && group.field < 0 && dead === null) holding += segment.documentFrequency(here[0].ordinals[at]);
    else {
      const start = arena.mark();
      holding += countLive(segment, distinctChunks(arena, segment, at, here.map(({ ordinals }) => ordinals[at]), lists), group.field, dead);
      arena.release(start);
    }
  });
  return holding;
}

/** The distinct chunks of those terms, ascending. */
function distinctChunks(arena: Arena, segment: SegmentReader, at: number, ordinals: readonly number[], lists: TermLists): Uint32Array {
  const wordCount = (segment.chunkCount + 31) >>> 5;
  const map = arena.words(wordCount).fill(0);
  let most = 0;
  for (const ordinal of ordinals) {
    const { start, end, count } = lists.of(at, ordinal);
    if (arena.kernel.markChunks(start, count, map.byteOffset) !== end) throw wrongLength(segment);
    most += count;
  }
  const chunks = arena.words(Math.min(segment.chunkCount, most));
  return chunks.subarray(0, arena.kernel.takeMarked(map.byteOffset, wordCount, chunks.byteOffset));
}

/** How many of the chunks are in a live row. field: the only one that counts, or -1. */
function countLive(segment: SegmentReader, chunks: Uint32Array, field: number, dead: Uint8Array | null): number {
  if (field < 0 && dead === null) return chunks.length;
  const fields = field < 0 ? null : segment.fields;
  const { firstChunk, count } = segment.rows;
  let live = 0;
  let row = 0;
  for (const chunk of chunks) {
    if (fields !== null && fields[chunk] !== field) continue;
    if (dead !== null && firstChunk[row + 1] <= chunk) row = rangeOf(firstChunk, row + 1, count, chunk);
    if (dead === null || dead[row] === 0) live++;
  }
  return live;
}
