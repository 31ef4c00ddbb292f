/**
 * Scores every wanted chunk, turn and unit, group by group.
 *
 * First how many live chunks of all segments hold the word (so the same idf in one segment and in twenty,
 * with dead rows and without), then segment by segment its postings. Between groups only sums are kept.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import {
  MARK, addMember, countGathered, createScratch, createTurnSums, fieldWeights, lengthNorm, scoreGathered, type Norm, type Scratch, type TurnSums,
} from './bm25.ts';
import { RANKING } from './constants.ts';
import type { Filter } from './filters.ts';
import type { Scope } from './scope.ts';
import type { Group } from './terms.ts';
import type { Member } from './vocabulary.ts';

export interface Scores {
  /** By segment: score by chunk, null where nothing matched. */
  readonly chunk: readonly (Float64Array | null)[];
  /** Sum over groups of the best chunk of the turn. */
  readonly turn: Float64Array;
  readonly touchedTurns: readonly number[];
  /** Sum over groups of the best chunk of the unit. */
  readonly spread: Float64Array;
  /** Sum over groups of the saturated number of chunks that hold the word. */
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
export function liveLengths(snapshot: Snapshot): { chunkCount: number; averageLength: number } {
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
export function inverseFrequency(chunkCount: number, holding: number): number {
  return Math.log(1 + (chunkCount - holding + 0.5) / (holding + 0.5));
}

/** Postings of a literal group in a segment: chunks that are wanted. */
export type LiteralReader = (group: number, segment: number) => Postings;

/** Scores all groups. */
export function scoreGroups(snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], literalPostings: LiteralReader): Scores {
  const { segments } = snapshot;
  const { chunkCount, averageLength } = liveLengths(snapshot);
  const norm = lengthNorm(averageLength);
  const scratch = createScratch(Math.max(0, ...segments.map((segment) => segment.chunkCount)));
  const sums = createTurnSums(scope.turnCount);
  const tally = new Tally(scope, groups.length);
  const chunk: (Float64Array | null)[] = segments.map(() => null);
  const idf = new Float64Array(groups.length);
  let reachable = 0;
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index];
    const literals = group.literal === null ? null : segments.map((_, at) => literalPostings(index, at));
    const holding = literals === null ? holdingChunks(snapshot, group, norm, scratch) : literals.reduce((sum, { count }) => sum + count, 0);
    idf[index] = inverseFrequency(chunkCount, holding);
    const weight = group.weight * idf[index] * (RANKING.k1 + 1);
    reachable += weight;
    const weights = fieldWeights(group.field, filter.fieldMask);
    for (let at = 0; at < segments.length; at++) {
      const members = literals === null ? group.members.filter(({ ordinals }) => ordinals[at] >= 0) : LITERAL;
      if (members.length === 0) continue;
      const segment = segments[at];
      scratch.isSingle = members.length === 1;
      const inOrder = literals === null ? gather(scratch, segment, at, members, weights, norm) : gatherLiteral(scratch, segment, literals[at], weights, norm);
      const score = (chunk[at] ??= new Float64Array(segment.chunkCount));
      scoreGathered(scratch, inOrder, weight, scope.spans[at], score, sums);
    }
    tally.take(index, weight, sums);
  }
  return {
    chunk, idf, reachable,
    turn: tally.turn, touchedTurns: tally.touchedTurns, spread: tally.spread, count: tally.count, touchedUnits: tally.touchedUnits,
    holds: (unit, group) => tally.hasBit(tally.held, unit, group),
    holdsExactly: (unit, group) => tally.hasBit(tally.exact, unit, group),
  };
}

/** What stands for a literal: itself. */
const LITERAL: readonly Member[] = [{ term: '', tier: RANKING.tierExact, way: 'exact', ordinals: new Int32Array(0) }];

function markOf({ way, tier }: Member): number {
  return (way === 'exact' ? MARK.exact : 0) | (tier >= RANKING.tierStrong ? MARK.strong : 0);
}

/** Live chunks with a strong member of the group. Cost: nothing is read where one term decides and no row is dead. */
function holdingChunks(snapshot: Snapshot, group: Group, norm: Norm, scratch: Scratch): number {
  const strong = group.members.filter(({ tier }) => tier >= RANKING.tierStrong);
  let holding = 0;
  snapshot.segments.forEach((segment, at) => {
    const here = strong.filter(({ ordinals }) => ordinals[at] >= 0);
    if (here.length === 0) return;
    const dead = snapshot.deadRows[at];
    if (here.length === 1 && group.field < 0 && dead === null) holding += segment.documentFrequency(here[0].ordinals[at]);
    else {
      scratch.isSingle = here.length === 1;
      gather(scratch, segment, at, here, fieldWeights(group.field, null), norm);
      holding += countGathered(scratch, segment.rows.firstChunk, dead);
    }
  });
  return holding;
}

/** Gathers a group's chunks in a segment. Returns how many came from the first member, in order. */
function gather(scratch: Scratch, segment: SegmentReader, at: number, members: readonly Member[], weights: Uint32Array, norm: Norm): number {
  let inOrder = 0;
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    addMember(scratch, segment.postings(member.ordinals[at]), segment, weights, member.tier, markOf(member), norm);
    if (i === 0) inOrder = scratch.touchedCount;
  }
  return inOrder;
}

function gatherLiteral(scratch: Scratch, segment: SegmentReader, postings: Postings, weights: Uint32Array, norm: Norm): number {
  addMember(scratch, postings, segment, weights, RANKING.tierExact, MARK.exact | MARK.strong, norm);
  return scratch.touchedCount;
}

/** Sums over groups, per turn and unit. */
class Tally {
  readonly turn: Float64Array;
  readonly touchedTurns: number[] = [];
  readonly spread: Float64Array;
  readonly count: Float64Array;
  readonly touchedUnits: number[] = [];
  readonly held: Uint32Array;
  readonly exact: Uint32Array;
  private readonly scope: Scope;
  private readonly stride: number;
  /** Of the group at hand, by unit: best chunk, chunks with a strong member, marks. */
  private readonly best: Float64Array;
  private readonly strongCount: Uint32Array;
  private readonly marks: Uint8Array;

  constructor(scope: Scope, groupCount: number) {
    const { unitCount } = scope;
    this.scope = scope;
    this.turn = new Float64Array(scope.turnCount);
    this.spread = new Float64Array(unitCount);
    this.count = new Float64Array(unitCount);
    this.stride = (groupCount + 31) >>> 5;
    this.held = new Uint32Array(unitCount * this.stride);
    this.exact = new Uint32Array(unitCount * this.stride);
    this.best = new Float64Array(unitCount);
    this.strongCount = new Uint32Array(unitCount);
    this.marks = new Uint8Array(unitCount);
  }

  hasBit(bits: Uint32Array, unit: number, group: number): boolean {
    return (bits[unit * this.stride + (group >>> 5)] & (1 << (group & 31))) !== 0;
  }

  /** Adds what one group left, and clears it. */
  take(group: number, weight: number, sums: TurnSums): void {
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
    for (let i = 0; i < units.length; i++) this.takeUnit(group, weight, units[i]);
  }

  private takeUnit(group: number, weight: number, unit: number): void {
    const { best, strongCount, marks, scope } = this;
    if (this.spread[unit] === 0) this.touchedUnits.push(unit);
    this.spread[unit] += best[unit];
    const count = strongCount[unit];
    const relativeLength = scope.unitLength[unit] / scope.averageUnitLength;
    if (count > 0) this.count[unit] += (weight * count) / (count + RANKING.countHalf * relativeLength);
    const word = unit * this.stride + (group >>> 5);
    const bit = 1 << (group & 31);
    this.held[word] |= bit;
    if ((marks[unit] & MARK.exact) !== 0) this.exact[word] |= bit;
    best[unit] = 0;
    strongCount[unit] = 0;
    marks[unit] = 0;
  }
}
