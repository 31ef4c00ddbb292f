/**
 * Scores every wanted chunk, turn and unit, group by group.
 *
 * First how many live chunks of all segments hold the word (so the same idf in one segment and in twenty,
 * with dead rows and without), then segment by segment its postings. Between groups only sums are kept.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import { MARK, addPostings, createTurnSums, gatherChunks, rangeOf, scoreGathered, scoreList, type Target, type TurnSums } from './bm25.ts';
import { RANKING } from './constants.ts';
import type { Filter } from './filters.ts';
import { POINTS, fieldWeights, gainsByTier, lengthNorm, type Gains } from './gains.ts';
import type { Scope } from './scope.ts';
import type { Group } from './terms.ts';
import type { Member } from './vocabulary.ts';

/** What scoring leaves. */
export interface Scores {
  /** By segment: points by chunk, null where nothing matched. */
  readonly chunk: readonly (Int32Array | null)[];
  /** Points: sum over groups of the best chunk of the turn. */
  readonly turn: Int32Array;
  readonly touchedTurns: readonly number[];
  /** Points: sum over groups of the best chunk of the unit. */
  readonly spread: Int32Array;
  /** Score of one point. */
  readonly pointScore: number;
  /** Sum over groups of the saturated number of chunks that hold the word. A score. */
  readonly count: Float64Array;
  readonly touchedUnits: readonly number[];
  /** idf by group. */
  readonly idf: Float64Array;
  /** The score a unit could reach: what the gate measures against. */
  readonly reachable: number;
  /** True when the unit holds a member of the group. */
  holds(unit: number, group: number): boolean;
  /** True when the unit holds the group's word as typed. */
  holdsExactly(unit: number, group: number): boolean;
}

/** Live chunks of a snapshot and their mean length in tokens. Cost: one pass over chunk lengths where no sum is kept. */
function liveLengths(snapshot: Snapshot): { chunkCount: number; averageLength: number } {
  let chunkCount = 0;
  let tokenCount = 0;
  snapshot.segments.forEach((segment, index) => {
    const dead = snapshot.deadRows[index];
    chunkCount += segment.chunkCount;
    tokenCount += segment.tokenCount ?? sumOf(segment.lengths, 0, segment.chunkCount);
    if (dead === null) return;
    const { firstChunk, count } = segment.rows;
    for (let row = 0; row < count; row++) {
      if (dead[row] === 0) continue;
      chunkCount -= firstChunk[row + 1] - firstChunk[row];
      tokenCount -= sumOf(segment.lengths, firstChunk[row], firstChunk[row + 1]);
    }
  });
  return { chunkCount, averageLength: chunkCount > 0 ? tokenCount / chunkCount : 0 };
}

function sumOf(lengths: Uint16Array, from: number, to: number): number {
  let sum = 0;
  for (let chunk = from; chunk < to; chunk++) sum += lengths[chunk];
  return sum;
}

/** idf of a word that `holding` of `chunkCount` live chunks hold. Always > 0. */
function inverseFrequency(chunkCount: number, holding: number): number {
  return Math.log(1 + (chunkCount - holding + 0.5) / (holding + 0.5));
}

/** Postings of a literal group in a segment: chunks that are wanted. */
export type LiteralReader = (group: number, segment: number) => Postings;

/** Scores all groups. */
export function scoreGroups(snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], literalPostings: LiteralReader): Scores {
  const { segments } = snapshot;
  const { chunkCount, averageLength } = liveLengths(snapshot);
  const norm = lengthNorm(averageLength);
  const literals = groups.map(({ literal }, index) => (literal === null ? null : segments.map((_, at) => literalPostings(index, at))));
  const idf = Float64Array.from(groups, (group, index) => {
    const ofLiteral = literals[index];
    const holding = ofLiteral === null ? holdingChunks(snapshot, group) : ofLiteral.reduce((sum, { count }) => sum + count, 0);
    return inverseFrequency(chunkCount, holding);
  });
  const most = groups.map((group, index) => group.weight * idf[index] * (RANKING.k1 + 1));
  const reachable = most.reduce((sum, score) => sum + score, 0);
  const points = POINTS / (reachable || 1);
  const sums = createTurnSums(scope.turnCount);
  const tally = new Tally(scope, groups.length);
  const chunk: (Int32Array | null)[] = segments.map(() => null);
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index];
    const gainsOf = gainsByTier(most[index] * points, fieldWeights(group.field, filter.fieldMask), norm);
    for (let at = 0; at < segments.length; at++) {
      const segment = segments[at];
      const literal = literals[index]?.[at] ?? null;
      const members = group.members.filter(({ ordinals }) => ordinals[at] >= 0);
      if (literal === null ? members.length === 0 : literal.count === 0) continue;
      const target = { segment, spans: scope.spans[at], score: (chunk[at] ??= new Int32Array(segment.chunkCount)), sums };
      if (literal === null) scoreMembers(target, at, members, gainsOf);
      else scoreLiteral(target, literal, gainsOf(RANKING.tierExact));
    }
    tally.take(index, most[index], sums);
  }
  return {
    chunk, idf, reachable, pointScore: 1 / points,
    turn: tally.turn, touchedTurns: tally.touchedTurns, spread: tally.spread, count: tally.count, touchedUnits: tally.touchedUnits,
    holds: (unit, group) => tally.hasBit(tally.held, unit, group),
    holdsExactly: (unit, group) => tally.hasBit(tally.exact, unit, group),
  };
}

function markOf({ way, tier }: Member): number {
  return (way === 'exact' ? MARK.exact : 0) | (tier >= RANKING.tierStrong ? MARK.strong : 0);
}

/** Live chunks with a strong member of the group. Cost: nothing is read where one term decides and no row is dead. */
function holdingChunks(snapshot: Snapshot, group: Group): number {
  const strong = group.members.filter(({ tier }) => tier >= RANKING.tierStrong);
  const weights = fieldWeights(group.field, null);
  let holding = 0;
  snapshot.segments.forEach((segment, at) => {
    const here = strong.filter(({ ordinals }) => ordinals[at] >= 0);
    if (here.length === 0) return;
    const dead = snapshot.deadRows[at];
    if (here.length === 1 && group.field < 0 && dead === null) holding += segment.documentFrequency(here[0].ordinals[at]);
    else holding += countLive(segment, gatherChunks(here.map(({ ordinals }) => postingsOf(segment, ordinals[at]))), weights, dead);
  });
  return holding;
}

/** How many of the chunks are of a field that counts and in a live row. */
function countLive({ fields, rows }: SegmentReader, { chunks, count }: { readonly chunks: Uint32Array; readonly count: number }, weights: Uint32Array, dead: Uint8Array | null): number {
  const { firstChunk } = rows;
  let live = 0;
  let row = 0;
  for (let i = 0; i < count; i++) {
    const chunk = chunks[i];
    if (weights[fields[chunk]] === 0) continue;
    if (dead !== null && firstChunk[row + 1] <= chunk) row = rangeOf(firstChunk, row + 1, rows.count, chunk);
    if (dead === null || dead[row] === 0) live++;
  }
  return live;
}

/** Scores the members of a group that a segment has, one at least. */
function scoreMembers(target: Target, at: number, members: readonly Member[], gainsOf: (tier: number) => Gains): void {
  const { segment } = target;
  const [first, ...others] = members;
  const postings = others.map(({ ordinals }) => postingsOf(segment, ordinals[at]));
  const gathered = others.length === 0 ? null : gatherChunks(postings);
  scoreList(segment.list(first.ordinals[at]), target, gainsOf(first.tier), markOf(first), gathered);
  if (gathered === null) return;
  others.forEach((member, i) => addPostings(gathered, postings[i], segment, gainsOf(member.tier), markOf(member)));
  scoreGathered(gathered, target);
}

function scoreLiteral(target: Target, literal: Postings, gains: Gains): void {
  const gathered = gatherChunks([literal]);
  addPostings(gathered, literal, target.segment, gains, MARK.exact | MARK.strong);
  scoreGathered(gathered, target);
}

/** A copy of a term's postings, to be kept beside others. */
function postingsOf(segment: SegmentReader, ordinal: number): Postings {
  const { count, chunks, frequencies } = segment.postings(ordinal);
  return { count, chunks: chunks.slice(0, count), frequencies: frequencies.slice(0, count) };
}

/** Sums over groups, per turn and unit. */
class Tally {
  readonly turn: Int32Array;
  readonly touchedTurns: number[] = [];
  readonly spread: Int32Array;
  readonly count: Float64Array;
  readonly touchedUnits: number[] = [];
  readonly held: Uint32Array;
  readonly exact: Uint32Array;
  private readonly scope: Scope;
  private readonly stride: number;
  /** Of the group at hand, by unit: best chunk, chunks with a strong member, marks. */
  private readonly best: Int32Array;
  private readonly strongCount: Uint32Array;
  private readonly marks: Uint8Array;

  constructor(scope: Scope, groupCount: number) {
    const { unitCount } = scope;
    this.scope = scope;
    this.turn = new Int32Array(scope.turnCount);
    this.spread = new Int32Array(unitCount);
    this.count = new Float64Array(unitCount);
    this.stride = (groupCount + 31) >>> 5;
    this.held = new Uint32Array(unitCount * this.stride);
    this.exact = new Uint32Array(unitCount * this.stride);
    this.best = new Int32Array(unitCount);
    this.strongCount = new Uint32Array(unitCount);
    this.marks = new Uint8Array(unitCount);
  }

  hasBit(bits: Uint32Array, unit: number, group: number): boolean {
    return (bits[unit * this.stride + (group >>> 5)] & (1 << (group & 31))) !== 0;
  }

  /** Adds what one group left, and clears it. most: score of the group. */
  take(group: number, most: number, sums: TurnSums): void {
    const { best, strongCount, marks, turn: turnScores, touchedTurns } = this;
    const { turnUnit } = this.scope;
    const units: number[] = [];
    for (let i = 0; i < sums.touchedCount; i++) {
      const turn = sums.touched[i];
      const unit = turnUnit[turn];
      const gain = sums.best[turn];
      const score = turnScores[turn];
      if (score === 0) touchedTurns.push(turn);
      turnScores[turn] = score + gain;
      const bestOfUnit = best[unit];
      if (bestOfUnit === 0) units.push(unit);
      if (gain > bestOfUnit) best[unit] = gain;
      strongCount[unit] += sums.strongCount[turn];
      marks[unit] |= sums.marks[turn];
      sums.best[turn] = 0;
      sums.strongCount[turn] = 0;
      sums.marks[turn] = 0;
    }
    sums.touchedCount = 0;
    for (let i = 0; i < units.length; i++) this.takeUnit(group, most, units[i]);
  }

  private takeUnit(group: number, most: number, unit: number): void {
    const { best, strongCount, marks, scope } = this;
    if (this.spread[unit] === 0) this.touchedUnits.push(unit);
    this.spread[unit] += best[unit];
    const count = strongCount[unit];
    const relativeLength = scope.unitLength[unit] / scope.averageUnitLength;
    if (count > 0) this.count[unit] += (most * count) / (count + RANKING.countHalf * relativeLength);
    const word = unit * this.stride + (group >>> 5);
    const bit = 1 << (group & 31);
    this.held[word] |= bit;
    if ((marks[unit] & MARK.exact) !== 0) this.exact[word] |= bit;
    best[unit] = 0;
    strongCount[unit] = 0;
    marks[unit] = 0;
  }
}
