/**
 * What the groups of a query leave in turns and units, summed up.
 *
 * A turn is judged together with the next one: what is asked in one is answered in the next, and people go on talking about it.
 */
import {
  MARK_EXACT, SUMS_BEST, SUMS_MARKS, SUMS_STRONG, SUMS_TURN_MAP, TALLY_COUNT_HALF, TALLY_EXACT, TALLY_GROUP_BEST, TALLY_GROUP_UNITS, TALLY_HELD, TALLY_HOLDING,
  TALLY_SPREAD, TALLY_STRIDE, TALLY_TOUCHED_TURNS, TALLY_TOUCHED_TURN_COUNT, TALLY_TOUCHED_UNITS, TALLY_TOUCHED_UNIT_COUNT, TALLY_TURN_SCORE, TALLY_TURN_UNIT,
  TALLY_UNIT_LENGTH,
} from './layout.ts';
import { byteAt, ctz, f64, realAt, setReal, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/**
 * Adds what one group left in `turnCount` turns and their units to the sums over all groups.
 *
 * sums: SUMS; tally: TALLY; group: its number; most: score of a unit that is full of the word; mostHalf: chunks that count half at most.
 */
export function takeGroup(sums: i32, turnCount: i32, tally: i32, group: i32, most: f64, mostHalf: f64): void {
  const turnUnit = wordAt(tally + TALLY_TURN_UNIT);
  const best = wordAt(tally + TALLY_GROUP_BEST);
  const units = wordAt(tally + TALLY_GROUP_UNITS);
  const bests = wordAt(sums + SUMS_BEST);
  const map = wordAt(sums + SUMS_TURN_MAP);
  let unitCount: i32 = 0;
  for (let begin: i32 = 0; begin < turnCount; begin += 32) {
    for (let bits = wordAt(map + (begin >>> 3)); bits !== 0; bits &= bits - 1) {
      const turn = begin + ctz(bits);
      takeTurn(tally, bests, turn);
      const unit = wordAt(turnUnit + (turn << 2));
      const ofUnit = best + (unit << 2);
      const gain = wordAt(bests + (turn << 2));
      if (wordAt(ofUnit) === 0) setWord(units + (unitCount++ << 2), unit);
      if (gain > wordAt(ofUnit)) setWord(ofUnit, gain);
    }
  }
  for (let i: i32 = 0; i < unitCount; i++) takeUnit(sums, tally, group, most, mostHalf, wordAt(units + (i << 2)));
}

/** Adds the group's part of the turn and the next one to the turn; and to the previous turn if that has nothing of its own. bests: by turn, with one more. */
function takeTurn(tally: i32, bests: i32, turn: i32): void {
  const unit = wordAt(tally + TALLY_TURN_UNIT) + (turn << 2);
  const best = bests + (turn << 2);
  const gain = wordAt(best);
  const next = wordAt(best + 4);
  addToTurn(tally, turn, next > gain && wordAt(unit + 4) === wordAt(unit) ? next : gain);
  if (turn > 0 && wordAt(best - 4) === 0 && wordAt(unit - 4) === wordAt(unit)) addToTurn(tally, turn - 1, gain);
}

function addToTurn(tally: i32, turn: i32, gain: i32): void {
  const at = wordAt(tally + TALLY_TURN_SCORE) + (turn << 2);
  const score = wordAt(at);
  if (score === 0) {
    const touched = wordAt(tally + TALLY_TOUCHED_TURN_COUNT);
    setWord(wordAt(tally + TALLY_TOUCHED_TURNS) + (touched << 2), turn);
    setWord(tally + TALLY_TOUCHED_TURN_COUNT, touched + 1);
  }
  setWord(at, score + gain);
}

function takeUnit(sums: i32, tally: i32, group: i32, most: f64, mostHalf: f64, unit: i32): void {
  const best = wordAt(tally + TALLY_GROUP_BEST) + (unit << 2);
  const spread = wordAt(tally + TALLY_SPREAD) + (unit << 2);
  const count = wordAt(tally + TALLY_HOLDING) + (unit << 3);
  if (wordAt(spread) === 0) {
    const touched = wordAt(tally + TALLY_TOUCHED_UNIT_COUNT);
    setWord(wordAt(tally + TALLY_TOUCHED_UNITS) + (touched << 2), unit);
    setWord(tally + TALLY_TOUCHED_UNIT_COUNT, touched + 1);
  }
  setWord(spread, wordAt(spread) + wordAt(best));
  const strongCount = wordAt(wordAt(sums + SUMS_STRONG) + (unit << 2));
  const holding = f64(strongCount);
  const half = realAt(tally + TALLY_COUNT_HALF) * f64(wordAt(wordAt(tally + TALLY_UNIT_LENGTH) + (unit << 2)));
  if (strongCount > 0) setReal(count, realAt(count) + (most * holding) / (holding + (half < mostHalf ? half : mostHalf)));
  const bits = (unit * wordAt(tally + TALLY_STRIDE) + (group >>> 5)) << 2;
  const bit: i32 = 1 << (group & 31);
  setWord(wordAt(tally + TALLY_HELD) + bits, wordAt(wordAt(tally + TALLY_HELD) + bits) | bit);
  if ((byteAt(wordAt(sums + SUMS_MARKS) + unit) & MARK_EXACT) !== 0) setWord(wordAt(tally + TALLY_EXACT) + bits, wordAt(wordAt(tally + TALLY_EXACT) + bits) | bit);
  setWord(best, 0);
}
