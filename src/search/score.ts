/**
 * Scores every wanted chunk, turn and unit, group by group.
 *
 * First how many live chunks of all segments hold the word (so the same idf in one segment and in twenty,
 * with dead rows and without), then segment by segment its postings. Between groups only sums are kept.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import {
  MARK, addMember, countGathered, createGroupSums, createScratch, fieldWeights, lengthNorm, scoreGathered, scorePostings, type GroupSums, type Norm, type Scratch,
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
  const scratch = lazyScratch(segments);
  const sums = createGroupSums(scope.unitCount, scope.turnCount);
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
      const segment = segments[at];
      const members = literals === null ? group.members.filter(({ ordinals }) => ordinals[at] >= 0) : LITERAL;
      if (members.length === 0) continue;
      const score = (chunk[at] ??= new Float64Array(segment.chunkCount));
      if (members.length === 1) {
        const [member] = members;
        const postings = literals === null ? segment.postings(member.ordinals[at]) : literals[at];
        scorePostings(postings, segment, weights, weight * member.tier, markOf(member), norm, scope.spans[at], score, sums);
      } else {
        gather(scratch(), segment, at, members, weights, norm);
        scoreGathered(scratch(), weight, scope.spans[at], score, sums);
      }
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

function lazyScratch(segments: readonly SegmentReader[]): () => Scratch {
  let scratch: Scratch | null = null;
  return () => (scratch ??= createScratch(Math.max(0, ...segments.map((segment) => segment.chunkCount))));
}

function markOf({ way, tier }: Member): number {
  return (way === 'exact' ? MARK.exact : 0) | (tier >= RANKING.tierStrong ? MARK.strong : 0);
}

/** Live chunks with a strong member of the group. Cost: nothing is read where one term decides and no row is dead. */
function holdingChunks(snapshot: Snapshot, group: Group, norm: Norm, scratch: () => Scratch): number {
  const strong = group.members.filter(({ tier }) => tier >= RANKING.tierStrong);
  let holding = 0;
  snapshot.segments.forEach((segment, at) => {
    const here = strong.filter(({ ordinals }) => ordinals[at] >= 0);
    if (here.length === 0) return;
    const dead = snapshot.deadRows[at];
    if (here.length === 1 && group.field < 0 && dead === null) holding += segment.documentFrequency(here[0].ordinals[at]);
    else {
      gather(scratch(), segment, at, here, fieldWeights(group.field, null), norm);
      holding += countGathered(scratch(), segment.rows.firstChunk, dead);
    }
  });
  return holding;
}

function gather(scratch: Scratch, segment: SegmentReader, at: number, members: readonly Member[], weights: Float64Array, norm: Norm): void {
  for (const member of members) addMember(scratch, segment.postings(member.ordinals[at]), segment, weights, member.tier, markOf(member), norm);
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
  private readonly stride: number;
  private readonly relativeLength: Float64Array;

  constructor(scope: Scope, groupCount: number) {
    this.turn = new Float64Array(scope.turnCount);
    this.spread = new Float64Array(scope.unitCount);
    this.count = new Float64Array(scope.unitCount);
    this.stride = (groupCount + 31) >>> 5;
    this.held = new Uint32Array(scope.unitCount * this.stride);
    this.exact = new Uint32Array(scope.unitCount * this.stride);
    this.relativeLength = scope.unitLength.map((length) => length / scope.averageUnitLength);
  }

  hasBit(bits: Uint32Array, unit: number, group: number): boolean {
    return (bits[unit * this.stride + (group >>> 5)] & (1 << (group & 31))) !== 0;
  }

  /** Adds what one group left, and clears it. */
  take(group: number, weight: number, sums: GroupSums): void {
    const { turnBest, touchedTurns, unitBest, unitCount, unitMark, touchedUnits } = sums;
    for (let i = 0; i < sums.touchedTurnCount; i++) {
      const turn = touchedTurns[i];
      if (this.turn[turn] === 0) this.touchedTurns.push(turn);
      this.turn[turn] += turnBest[turn];
      turnBest[turn] = 0;
    }
    const bit = 1 << (group & 31);
    for (let i = 0; i < sums.touchedUnitCount; i++) {
      const unit = touchedUnits[i];
      if (this.spread[unit] === 0) this.touchedUnits.push(unit);
      this.spread[unit] += unitBest[unit];
      const count = unitCount[unit];
      if (count > 0) this.count[unit] += (weight * count) / (count + RANKING.countHalf * this.relativeLength[unit]);
      const word = unit * this.stride + (group >>> 5);
      this.held[word] |= bit;
      if ((unitMark[unit] & MARK.exact) !== 0) this.exact[word] |= bit;
      unitBest[unit] = 0;
      unitCount[unit] = 0;
      unitMark[unit] = 0;
    }
    sums.touchedTurnCount = 0;
    sums.touchedUnitCount = 0;
  }
}
