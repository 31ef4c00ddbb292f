/**
 * Scores every wanted chunk, turn and unit.
 *
 * First how many live chunks of all segments hold each word (so the same idf in one segment and in twenty,
 * with dead rows and without), then segment by segment, window by window (chunk-window.ts) the postings of all groups, which the kernel scores. Then what each group
 * left in turns and units is added up, group by group.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { SUMS_BEST, SUMS_BYTES, SUMS_MARKS, SUMS_STRONG, SUMS_TURNS, WORD_BASE, WORD_BYTES, WORD_SLOPE, WORD_WEIGHTS } from '../kernel/layout.ts';
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
import type { Units } from './units.ts';

/** What scoring leaves; the arrays lie in the scope's arena. */
export interface Scores {
  /** Chunks among which the best of all are, closenessChunks of them; none where no two words can stand close. */
  readonly best: readonly BestChunk[];
  /** Points of chunks of a segment (ascending) in units that are wanted (1 by unit). Cost: the windows that they lie in are scored again. */
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
  /** idf by group, and the live chunks that it comes of. */
  readonly idf: Float64Array;
  readonly holding: readonly number[];
  /** idf by group of the word as typed, without other forms of it; where nothing holds that, the same as idf. */
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
  /** The same of one. */
  holdsExactly(unit: number, group: number): boolean;
}

/** Points of the reachable score. A gain is rounded by less than one; sums stay below 2^31. */
const POINTS = 2 ** 30;

/** Field weights and norms are counted in hundredths, so that weighted frequencies are whole numbers. */
const UNIT = 100;

/** Weights by field id, in hundredths; 0 for fields that do not count. field: the only one, or -1; mask: 1 by wanted field, or null. */
export function fieldWeights(field: number, mask: Uint8Array | null): Uint32Array {
  return Uint32Array.from(FIELDS, ({ id, weight }) => ((field >= 0 && id !== field) || (mask !== null && mask[id] === 0) ? 0 : Math.round(weight * UNIT)));
}

/** Postings of a literal group in a segment: chunks that are wanted. averageLength: of all chunks. */
export type LiteralReader = (group: number, segment: number, averageLength: number) => Postings;

/** What scoring takes of an arena, and what asks for positions and passages after it. */
export function scoreBytes(snapshot: Snapshot, units: Units, groups: readonly Group[]): number {
  const { segments } = snapshot;
  const memberCount = groups.reduce((sum, { members }) => sum + members.length, 0);
  const most = segments.reduce((sum, { chunkCount }) => Math.max(sum, chunkCount), 0);
  // Of a group what it leaves; for a while a map of chunks and those marked in it, or of each term what is sought.
  const sums = groups.length * (SUMS_BYTES + WORD_BYTES + 5 * units.turnCount + 5 * units.unitCount + 128);
  const sought = memberCount * (64 + 8 * RANKING.closenessChunks) + 4 * RANKING.closenessChunks + 12 * PASSAGES.batch;
  return windowBytes(snapshot) + scorerBytes(snapshot, groups) + sums + 5 * most + sought + 3 * units.unitCount + tallyBytes(units, groups.length) + 4096;
}

/** Told after each group what all sums have grown to; with the address of its WORD, and the points of a chunk that is full of it. */
export type GroupWatch = (group: number, sums: Scores, word: number, points: number) => void;

/** Who is to be scored how. */
export interface Scoring {
  /** Of the groups (term-lists.ts). */
  readonly lists: TermLists;
  readonly literalPostings: LiteralReader;
  readonly onGroup?: GroupWatch;
  /** Null: all units. */
  readonly few?: FewUnits | null;
}

/** Scores all groups, or what few units have of them. The scope was built with room for scoreBytes(). */
export function scoreGroups(snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], { lists, literalPostings, onGroup, few = null }: Scoring): Scores {
  const { segments } = snapshot;
  const { arena } = scope;
  const { chunkCount, averageLength } = liveLengths(snapshot);
  const literals = groups.map(({ literal }, index) => (literal === null ? null : segments.map((_, at) => literalPostings(index, at, averageLength))));
  const window = createWindow(arena, snapshot);
  const tally = createTally(scope, groups.length);
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
  const scorer = createScorer(snapshot, scope, measured, lists, window);
  few?.begin();
  segments.forEach((_, at) => scorer.score(at, few !== null));
  few?.touch(lists);
  few?.end();
  const scores = (): Scores => ({
    best: scorer.best(), pointsOf: scorer.pointsOf, lists, window, idf, holding, exactIdf, chunkCount, averageLength, reachable, pointScore: 1 / points, ...tally.scores(),
  });
  groups.forEach((_, index) => {
    tally.take(sums[index], index, most[index], holding[index]);
    onGroup?.(index, scores(), words[index], most[index] * points);
  });
  return scores();
}

function createSums(arena: Arena, { turnCount, unitCount }: Scope): number {
  return arena.record(SUMS_BYTES, {
    // One more: behind the last turn there is nothing.
    [SUMS_BEST]: arena.zeros(turnCount + 1),
    [SUMS_TURNS]: arena.zeros((turnCount + 31) >>> 5),
    [SUMS_STRONG]: arena.zeros(unitCount),
    [SUMS_MARKS]: arena.zeros((unitCount + 3) >>> 2),
  });
}

/** Length normalisation by length in tokens: k1 (1 - b + b L / average L). */
function createWord(arena: Arena, weights: Uint32Array, averageLength: number): number {
  const word = arena.record(WORD_BYTES, {});
  arena.setReal(word + WORD_BASE, UNIT * RANKING.k1 * (1 - RANKING.b));
  arena.setReal(word + WORD_SLOPE, (UNIT * RANKING.k1 * RANKING.b) / (averageLength || 1));
  weights.forEach((weight, field) => arena.setWord(word + WORD_WEIGHTS + 4 * field, weight));
  return word;
}

/** Live chunks with a strong member of the group. Cost: nothing is read where one term decides and no row is dead. */
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

/** How many of the chunks lie in a live row. field: the only one that counts, or -1. */
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
