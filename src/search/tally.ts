/**
 * Sums over the groups of a query, by turn and by unit; the kernel adds them up.
 */
import {
  TALLY_BYTES, TALLY_COUNT_HALF, TALLY_EXACT, TALLY_GROUP_BEST, TALLY_GROUP_UNITS, TALLY_HELD, TALLY_HOLDING, TALLY_SPREAD, TALLY_STRIDE, TALLY_TOUCHED_TURNS,
  TALLY_TOUCHED_TURN_COUNT, TALLY_TOUCHED_UNITS, TALLY_TOUCHED_UNIT_COUNT, TALLY_TURN_SCORE, TALLY_TURN_UNIT, TALLY_UNIT_LENGTH,
} from '../kernel/layout.ts';
import { RANKING } from './constants.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import { totalBytes } from './total-bytes.ts';
import type { Units } from './units.ts';

/** Bytes that createTally() takes from an arena. */
export function tallyBytes({ unitCount, turnCount }: Units, groupCount: number): number {
  return totalBytes({
    structure: TALLY_BYTES,
    /** Score, touched. */
    turns: 2 * 4 * turnCount,
    /** Holding; spread, touched, best and units of the group that is added, and a word to spare. */
    units: (8 + 5 * 4) * unitCount,
    /** Held, exact. */
    bits: 2 * 4 * strideOf(groupCount) * unitCount,
    alignment: 128,
  });
}

/** Words of bits that each unit has. */
export function strideOf(groupCount: number): number {
  return (groupCount + 31) >>> 5;
}

export interface Tally {
  /** Adds what one group left in sums (an address). most: score of the group; holding: chunks that hold it anywhere. */
  take(sums: number, group: number, most: number, holding: number): void;
  scores(): Pick<Scores, 'turn' | 'touchedTurns' | 'spread' | 'count' | 'touchedUnits' | 'exact' | 'holds' | 'holdsExactly'>;
}

export function createTally({ arena, unitCount, turnCount, turnUnit, unitLength, averageUnitLength }: Scope, groupCount: number): Tally {
  const stride = strideOf(groupCount);
  const turn = arena.numbers(turnCount);
  const touchedTurns = arena.words(turnCount);
  const spread = arena.numbers(unitCount);
  const count = arena.reals(unitCount);
  const touchedUnits = arena.words(unitCount);
  const held = arena.words(unitCount * stride);
  const exact = arena.words(unitCount * stride);
  const address = arena.record(TALLY_BYTES, {
    [TALLY_TURN_UNIT]: turnUnit, [TALLY_TURN_SCORE]: turn, [TALLY_TOUCHED_TURNS]: touchedTurns,
    [TALLY_GROUP_BEST]: arena.numbers(unitCount), [TALLY_GROUP_UNITS]: arena.words(unitCount),
    [TALLY_SPREAD]: spread, [TALLY_HOLDING]: count, [TALLY_HELD]: held, [TALLY_EXACT]: exact, [TALLY_TOUCHED_UNITS]: touchedUnits,
    [TALLY_STRIDE]: stride, [TALLY_UNIT_LENGTH]: unitLength,
  });
  arena.setReal(address + TALLY_COUNT_HALF, RANKING.countHalf / averageUnitLength);
  const hasBit = (bits: Uint32Array, unit: number, group: number): boolean => (bits[unit * stride + (group >>> 5)] & (1 << (group & 31))) !== 0;
  return {
    take: (sums, group, most, holding) => arena.kernel.takeGroup(sums, turnCount, address, group, most, RANKING.countHalfShare * holding),
    scores: () => ({
      turn, spread, count, exact,
      touchedTurns: touchedTurns.subarray(0, arena.word(address + TALLY_TOUCHED_TURN_COUNT)),
      touchedUnits: touchedUnits.subarray(0, arena.word(address + TALLY_TOUCHED_UNIT_COUNT)),
      holds: (unit, group) => hasBit(held, unit, group),
      holdsExactly: (unit, group) => hasBit(exact, unit, group),
    }),
  };
}
