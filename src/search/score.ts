/**
 * Scores every wanted chunk, turn and unit, group by group.
 *
 * First how many live chunks of all segments hold the word (so the same idf in one segment and in twenty,
 * with dead rows and without), then segment by segment its postings, which the kernel scores. Between groups only sums are kept.
 */
import { IndexDamage } from '../index/damage.ts';
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import {
  CHUNKS_BYTES, GATHERED_BYTES, GATHERED_CHUNKS, GATHERED_COUNT, GATHERED_FOUND, GATHERED_GAIN, KEPT_BYTES, MARK_EXACT, MARK_STRONG, MEMBER_AT, MEMBER_BYTES,
  MEMBER_CHUNK, MEMBER_GAINS, MEMBER_LEFT, MEMBER_MARK, MEMBER_MOST, SUMS_BEST, SUMS_BYTES, SUMS_MARKS, SUMS_STRONG, SUMS_TOUCHED, TILE_BYTES, WORD_BASE, WORD_BYTES, WORD_MARK, WORD_MOST, WORD_SLOPE, WORD_WEIGHTS,
} from '../kernel/layout.ts';
import { FIELDS } from '../schema.ts';
import { PASSAGES, RANKING } from './constants.ts';
import type { FewUnits } from './few-units.ts';
import type { Filter } from './filters.ts';
import { inverseFrequency, liveLengths } from './live-chunks.ts';
import { copyList, createChunkTable, postingCount, type ChunkTable, type CopiedList } from './chunk-table.ts';
import { rangeOf } from './range-of.ts';
import type { Scope } from './scope.ts';
import { createTally, tallyBytes } from './tally.ts';
import type { Group } from './terms.ts';
import type { Units } from './units.ts';
import type { Member } from './vocabulary.ts';

/** What scoring leaves; the arrays lie in the scope's arena. */
export interface Scores {
  /** By segment: points by chunk, null where nothing matched. */
  readonly chunk: readonly (Int32Array | null)[];
  /** By segment. */
  readonly tables: readonly ChunkTable[];
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

/** Postings of a list from which on gains are kept. */
const KEPT_FROM = 4096;

/** What a chunk takes where a literal stands in it. */
const LITERAL_BYTES = 12;

/** Weights by field id, in hundredths; 0 for fields that do not count. field: the only one, or -1; mask: 1 by wanted field, or null. */
export function fieldWeights(field: number, mask: Uint8Array | null): Uint32Array {
  return Uint32Array.from(FIELDS, ({ id, weight }) => ((field >= 0 && id !== field) || (mask !== null && mask[id] === 0) ? 0 : Math.round(weight * UNIT)));
}

/** Postings of a literal group in a segment: chunks that are wanted. averageLength: of all chunks. */
export type LiteralReader = (group: number, segment: number, averageLength: number) => Postings;

/** What scoring takes of an arena. */
export function scoreBytes({ segments }: Snapshot, units: Units, groups: readonly Group[]): number {
  let bytes = 0;
  let most = 0;
  segments.forEach((segment, at) => {
    // By chunk length, field and score; of one group at a time its lists, a map of chunks and what is gathered.
    bytes += 7 * segment.chunkCount + CHUNKS_BYTES + 32;
    for (const { members, literal } of groups) most = Math.max(most, literal === null ? memberBytes(segment, at, members) : LITERAL_BYTES * segment.chunkCount + 128);
  });
  // By turn what a group leaves; by unit whether it is shown, and of few units two notes; of the best chunks points and places; where passages are looked for chunks and what was found of each.
  return bytes + most + 12 * PASSAGES.batch + 13 * units.turnCount + 3 * units.unitCount + 24 * RANKING.closenessChunks + tallyBytes(units, groups.length) + 1024;
}

/** Of the members that a segment has: their lists, what is read of each, gains of long ones; then a tile, or a map of chunks and those marked in it. */
function memberBytes(segment: SegmentReader, at: number, members: readonly Member[]): number {
  let bytes = TILE_BYTES + (segment.chunkCount >>> 3) + 256;
  let marked = 0;
  for (const { ordinals, tier } of members) {
    const ordinal = ordinals[at];
    if (ordinal < 0) continue;
    const count = segment.documentFrequency(ordinal);
    bytes += segment.listBytes(ordinal) + MEMBER_BYTES + 16 + (count < KEPT_FROM ? 0 : KEPT_BYTES);
    if (tier >= RANKING.tierStrong) marked += count;
  }
  return bytes + 4 * Math.min(segment.chunkCount, marked);
}

/** Told after each group what all sums have grown to; with the address of its WORD, and the points of a chunk that is full of it. */
export type GroupWatch = (group: number, sums: Scores, word: number, points: number) => void;

/** Scores all groups, or what few units have of them. The scope was built with room for scoreBytes(). */
export function scoreGroups(
  snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], literalPostings: LiteralReader, onGroup: GroupWatch | null = null, few: FewUnits | null = null,
): Scores {
  const { segments } = snapshot;
  const { arena } = scope;
  const { chunkCount, averageLength } = liveLengths(snapshot);
  const literals = groups.map(({ literal }, index) => (literal === null ? null : segments.map((_, at) => literalPostings(index, at, averageLength))));
  const tables = segments.map((segment) => createChunkTable(arena, segment));
  const tally = createTally(scope, groups.length);
  const sums = createSums(arena, scope.turnCount);
  const word = arena.record(WORD_BYTES, {});
  const holding = groups.map((group, index) => literals[index]?.reduce((sum, { count }) => sum + count, 0) ?? holdingChunks(snapshot, group, tables, arena));
  const idf = Float64Array.from(holding, (count) => inverseFrequency(chunkCount, count));
  const exactIdf = Float64Array.from(groups, ({ members, ...group }, index) => {
    const exact = members.filter(({ way }) => way === 'exact');
    return exact.length === 0 ? idf[index] : inverseFrequency(chunkCount, holdingChunks(snapshot, { ...group, members: exact }, tables, arena));
  });
  const most = groups.map((group, index) => group.weight * idf[index] * (RANKING.k1 + 1));
  const reachable = most.reduce((sum, score) => sum + score, 0);
  const points = POINTS / (reachable || 1);
  const scores = (): Scores => ({
    chunk: tables.map(({ score }) => score()), tables, idf, holding, exactIdf, chunkCount, averageLength, reachable, pointScore: 1 / points, ...tally.scores(),
  });
  // Length normalisation by length in tokens: k1 (1 - b + b L / average L).
  arena.setReal(word + WORD_BASE, UNIT * RANKING.k1 * (1 - RANKING.b));
  arena.setReal(word + WORD_SLOPE, (UNIT * RANKING.k1 * RANKING.b) / (averageLength || 1));
  few?.begin(tables);
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index];
    fieldWeights(group.field, filter.fieldMask).forEach((weight, field) => arena.setWord(word + WORD_WEIGHTS + 4 * field, weight));
    for (let at = 0; at < segments.length; at++) {
      const literal = literals[index]?.[at] ?? null;
      const members = group.members.filter(({ ordinals }) => ordinals[at] >= 0);
      if (literal === null ? members.length === 0 : literal.count === 0) continue;
      const target: Target = { arena, segment: segments[at], at, chunks: tables[at].address(literal?.count ?? postingCount(segments[at], at, members)), spans: scope.spans[at].address, sums, word, points: most[index] * points };
      if (literal === null) scoreMembers(target, members);
      else scoreLiteral(target, literal);
      few?.touch(index, segments[at], at, members);
    }
    tally.take(sums, index, most[index], holding[index]);
    onGroup?.(index, scores(), word, most[index] * points);
  }
  few?.end();
  return scores();
}

function createSums(arena: Arena, turnCount: number): number {
  return arena.record(SUMS_BYTES, {
    // One more: behind the last turn there is nothing.
    [SUMS_BEST]: arena.numbers(turnCount + 1),
    [SUMS_STRONG]: arena.words(turnCount),
    [SUMS_MARKS]: arena.bytes(turnCount),
    [SUMS_TOUCHED]: arena.words(turnCount),
  });
}

/** Where a group's postings of one segment go. chunks, spans, sums and word: addresses. */
interface Target {
  readonly arena: Arena;
  readonly segment: SegmentReader;
  readonly at: number;
  readonly chunks: number;
  readonly spans: number;
  readonly sums: number;
  readonly word: number;
  /** Of a chunk that is full of the word as typed. */
  readonly points: number;
}

function setMember({ arena, word, points }: Target, tier: number, mark: number): void {
  arena.setReal(word + WORD_MOST, points * tier);
  arena.setWord(word + WORD_MARK, mark);
}

function markOf({ way, tier }: Member): number {
  // What is only misspelt stands as it was meant.
  return (way === 'exact' || (way === 'spelling' && tier >= RANKING.tierStrong) ? MARK_EXACT : 0) | (tier >= RANKING.tierStrong ? MARK_STRONG : 0);
}

/** Scores the members of a group that a segment has, one at least. */
function scoreMembers(target: Target, members: readonly Member[]): void {
  const { arena, segment, at, chunks, spans, sums, word } = target;
  const { kernel } = arena;
  const start = arena.mark();
  const lists = members.map(({ ordinals }) => copyList(arena, segment, ordinals[at]));
  const gains = lists.map(({ count }) => (count < KEPT_FROM ? 0 : arena.bytes(KEPT_BYTES).fill(0).byteOffset));
  if (members.length === 1) {
    const [{ start: list, count, end }] = lists;
    setMember(target, members[0].tier, markOf(members[0]));
    if (kernel.scoreList(list, count, chunks, spans, sums, word, gains[0]) !== end) throw wrongLength(segment);
  } else {
    const read = members.map((member, i) => {
      const address = arena.record(MEMBER_BYTES, {
        [MEMBER_AT]: lists[i].start, [MEMBER_LEFT]: lists[i].count, [MEMBER_CHUNK]: -1, [MEMBER_MARK]: markOf(member), [MEMBER_GAINS]: gains[i],
      });
      arena.setReal(address + MEMBER_MOST, target.points * member.tier);
      return address;
    });
    kernel.scoreMembers(read[0], read.length, segment.chunkCount, arena.bytes(TILE_BYTES).fill(0).byteOffset, chunks, spans, sums, word);
    if (read.some((address, i) => arena.word(address + MEMBER_AT) !== lists[i].end)) throw wrongLength(segment);
  }
  arena.release(start);
}

function wrongLength({ name }: SegmentReader): IndexDamage {
  return new IndexDamage(`${name}: a posting list has the wrong length`);
}

/** The distinct chunks of those lists, ascending. */
function distinctChunks(arena: Arena, segment: SegmentReader, lists: readonly CopiedList[]): Uint32Array {
  const wordCount = (segment.chunkCount + 31) >>> 5;
  const map = arena.words(wordCount).fill(0);
  for (const { start, end, count } of lists) if (arena.kernel.markChunks(start, count, map.byteOffset) !== end) throw wrongLength(segment);
  const most = Math.min(segment.chunkCount, lists.reduce((sum, { count }) => sum + count, 0));
  const chunks = arena.words(most);
  return chunks.subarray(0, arena.kernel.takeMarked(map.byteOffset, wordCount, chunks.byteOffset));
}

function scoreLiteral(target: Target, literal: Postings): void {
  const { arena, chunks, spans, sums, word } = target;
  const { count } = literal;
  const start = arena.mark();
  const found = arena.words(count);
  for (let i = 0; i < count; i++) found[i] = (literal.frequencies[i] << 2) | MARK_EXACT | MARK_STRONG;
  const gathered = arena.record(GATHERED_BYTES, {
    [GATHERED_COUNT]: count, [GATHERED_CHUNKS]: arena.copy(literal.chunks.subarray(0, count)), [GATHERED_FOUND]: found, [GATHERED_GAIN]: arena.numbers(count),
  });
  setMember(target, RANKING.tierExact, 0);
  arena.kernel.gainGathered(gathered, chunks, word);
  arena.kernel.scoreGathered(gathered, chunks, spans, sums);
  arena.release(start);
}

/** Live chunks with a strong member of the group. Cost: nothing is read where one term decides and no row is dead. */
function holdingChunks(snapshot: Snapshot, group: Group, tables: readonly ChunkTable[], arena: Arena): number {
  const strong = group.members.filter(({ tier }) => tier >= RANKING.tierStrong);
  let holding = 0;
  snapshot.segments.forEach((segment, at) => {
    const here = strong.filter(({ ordinals }) => ordinals[at] >= 0);
    if (here.length === 0) return;
    const dead = snapshot.deadRows[at];
    if (here.length === 1 && group.field < 0 && dead === null) holding += segment.documentFrequency(here[0].ordinals[at]);
    else holding += countLive(arena, segment, here.map(({ ordinals }) => ordinals[at]), group.field < 0 ? null : tables[at].fields(), group.field, dead);
  });
  return holding;
}

/** Number of distinct chunks that hold one of the terms, in a live row. fields: by chunk, where only those of that field count; or null. */
function countLive(arena: Arena, segment: SegmentReader, ordinals: readonly number[], fields: Uint8Array | null, field: number, dead: Uint8Array | null): number {
  const start = arena.mark();
  const chunks = distinctChunks(arena, segment, ordinals.map((ordinal) => copyList(arena, segment, ordinal)));
  arena.release(start);
  if (fields === null && dead === null) return chunks.length;
  const { firstChunk, count } = segment.rows;
  let live = 0;
  let row = 0;
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i];
    if (fields !== null && fields[chunk] !== field) continue;
    if (dead !== null && firstChunk[row + 1] <= chunk) row = rangeOf(firstChunk, row + 1, count, chunk);
    if (dead === null || dead[row] === 0) live++;
  }
  return live;
}
