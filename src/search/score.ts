/**
 * Scores every wanted chunk, turn and unit, group by group.
 *
 * A group is walked twice: once over its postings in all segments, which gives the value of each chunk and
 * the number of live chunks that hold the word (so the same idf in one segment and in twenty, with dead rows
 * and without), and once over those values. Between groups only sums are kept.
 */
import type { Postings, Snapshot } from '../index/reader-types.ts';
import {
  MARK, addMember, createChunkList, createGroupSums, createScratch, emitChunks, lengthNorm, scoreRange,
  type ChunkList, type GroupSums, type Norm, type Scratch,
} from './bm25.ts';
import { RANKING } from './constants.ts';
import type { Filter } from './filters.ts';
import type { Scope } from './scope.ts';
import type { Group } from './terms.ts';

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

/** Scores all groups. literalPostings: postings of a literal group in a segment. */
export function scoreGroups(
  snapshot: Snapshot, scope: Scope, filter: Filter, groups: readonly Group[], literalPostings: (group: number, segment: number) => Postings,
): Scores {
  const { chunkCount, averageLength } = liveLengths(snapshot);
  const norm = lengthNorm(averageLength);
  const scratch = createScratch(Math.max(0, ...snapshot.segments.map((segment) => segment.chunkCount)));
  const list = createChunkList();
  const sums = createGroupSums(scope.unitCount, scope.turnCount);
  const tally = new Tally(scope, groups.length);
  const chunk: (Float64Array | null)[] = snapshot.segments.map(() => null);
  const idf = new Float64Array(groups.length);
  let reachable = 0;
  groups.forEach((group, index) => {
    gather(snapshot, group, (segment) => literalPostings(index, segment), norm, scratch, list);
    idf[index] = inverseFrequency(chunkCount, list.strongCount);
    const weight = group.weight * idf[index] * (RANKING.k1 + 1);
    reachable += weight;
    snapshot.segments.forEach((segment, at) => {
      if (list.start[at] === list.start[at + 1]) return;
      const score = (chunk[at] ??= new Float64Array(segment.chunkCount));
      scoreRange(list, list.start[at], list.start[at + 1], weight, scope.spans[at], segment.fields, filter.fieldMask, score, sums);
    });
    tally.take(index, weight, sums);
  });
  return {
    chunk, idf, reachable,
    turn: tally.turn, touchedTurns: tally.touchedTurns, spread: tally.spread, count: tally.count, touchedUnits: tally.touchedUnits,
    holds: (unit, group) => tally.hasBit(tally.held, unit, group),
    holdsExactly: (unit, group) => tally.hasBit(tally.exact, unit, group),
  };
}

/** The chunks of a group in all segments, with value and mark. */
function gather(snapshot: Snapshot, group: Group, literalPostings: (segment: number) => Postings, norm: Norm, scratch: Scratch, list: ChunkList): void {
  list.count = 0;
  list.strongCount = 0;
  list.start.length = 0;
  snapshot.segments.forEach((segment, at) => {
    list.start.push(list.count);
    let added = 0;
    if (group.literal !== null) {
      addMember(scratch, literalPostings(at), segment, RANKING.tierExact, MARK.exact | MARK.strong, group.field, norm);
      added = 1;
    }
    for (const { tier, way, ordinals } of group.members) {
      if (ordinals[at] < 0) continue;
      const mark = (way === 'exact' ? MARK.exact : 0) | (tier >= RANKING.tierStrong ? MARK.strong : 0);
      addMember(scratch, segment.postings(ordinals[at]), segment, tier, mark, group.field, norm);
      added++;
    }
    if (added > 0) emitChunks(scratch, list, added === 1, segment.rows.firstChunk, snapshot.deadRows[at]);
  });
  list.start.push(list.count);
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
