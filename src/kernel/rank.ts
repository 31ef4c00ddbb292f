/**
 * Units to scores: the formula of ranking (search/rollup.ts), including the words that a unit holds exactly as typed.
 */
import {
  RANK_AVERAGE_LENGTH, RANK_BONUSES, RANK_CLOSENESS, RANK_EXACT, RANK_HOLDING, RANK_IS_KNOWN, RANK_IS_NAMED, RANK_IS_OUT, RANK_IS_SHORT, RANK_LENGTH_BASE,
  RANK_LENGTH_FLOOR, RANK_LENGTH_SLOPE, RANK_MASKS, RANK_PARTS, RANK_POINT_SCORE, RANK_SCORES, RANK_SHARES, RANK_SPREAD, RANK_STRIDE, RANK_TEXT, RANK_TITLE,
  RANK_TOUCHED, RANK_TOUCHED_COUNT, RANK_TURN, RANK_UNITS, RANK_UNIT_LENGTH, RANK_VALUES, RANK_VALUE_COUNT, RANK_WORD_COUNT,
} from './layout.ts';
import { byteAt, f64, realAt, setByte, setReal, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Writes unit, values, score and whether it is a known item for each touched unit that is not out; returns how many. rank: RANK. */
export function rankUnits(rank: i32): i32 {
  const count = wordAt(rank + RANK_TOUCHED_COUNT);
  const isOut = wordAt(rank + RANK_IS_OUT);
  let place: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const unit = wordAt(wordAt(rank + RANK_TOUCHED) + (i << 2));
    if (isOut !== 0 && byteAt(isOut + unit) !== 0) continue;
    const values = wordAt(rank + RANK_VALUES) + ((place * RANK_VALUE_COUNT) << 3);
    takeSums(rank, unit, values);
    takeExact(rank, unit, place, values);
    let score: f64 = 0;
    for (let part: i32 = 0; part < RANK_PARTS; part++) score += realAt(wordAt(rank + RANK_SHARES) + (part << 3)) * realAt(values + (part << 3));
    setReal(wordAt(rank + RANK_SCORES) + (place << 3), score);
    setWord(wordAt(rank + RANK_UNITS) + (place << 2), unit);
    place++;
  }
  return place;
}

/** The parts of sums over chunks: best chunk, best turn, spread, number of chunks that hold the words, closeness. */
function takeSums(rank: i32, unit: i32, values: i32): void {
  const at = unit << 2;
  const pointScore = realAt(rank + RANK_POINT_SCORE);
  const text = wordAt(wordAt(rank + RANK_TEXT) + at);
  const title = wordAt(wordAt(rank + RANK_TITLE) + at);
  const best: i32 = text > title ? text : title;
  const share = f64(wordAt(wordAt(rank + RANK_UNIT_LENGTH) + at)) / realAt(rank + RANK_AVERAGE_LENGTH);
  const length: f64 = share > realAt(rank + RANK_LENGTH_FLOOR) ? share : realAt(rank + RANK_LENGTH_FLOOR);
  const divisor = realAt(rank + RANK_LENGTH_BASE) + realAt(rank + RANK_LENGTH_SLOPE) * length;
  setReal(values, f64(best) * pointScore);
  setReal(values + 8, f64(wordAt(wordAt(rank + RANK_TURN) + at)) * pointScore);
  setReal(values + 16, (f64(wordAt(wordAt(rank + RANK_SPREAD) + at)) / divisor) * pointScore);
  setReal(values + 24, realAt(wordAt(rank + RANK_HOLDING) + (unit << 3)));
  setReal(values + 32, realAt(wordAt(rank + RANK_CLOSENESS) + (unit << 3)));
  setReal(values + 48, divisor);
}

/** The part of words that the unit holds exactly as typed; and whether it is a known item: it holds a name, or all of a few words. */
function takeExact(rank: i32, unit: i32, place: i32, values: i32): void {
  const stride = wordAt(rank + RANK_STRIDE);
  const wordCount = wordAt(rank + RANK_WORD_COUNT);
  const exact = wordAt(rank + RANK_EXACT) + ((unit * stride) << 2);
  let bonus: f64 = 0;
  let heldCount: i32 = 0;
  let isKnown: i32 = 0;
  for (let word: i32 = 0; word < wordCount; word++) {
    if (!holdsAll(exact, wordAt(rank + RANK_MASKS) + ((word * stride) << 2), stride)) continue;
    heldCount++;
    isKnown |= byteAt(wordAt(rank + RANK_IS_NAMED) + word);
    bonus += realAt(wordAt(rank + RANK_BONUSES) + (word << 3));
  }
  if (heldCount === wordCount) isKnown |= wordAt(rank + RANK_IS_SHORT);
  setReal(values + 40, bonus);
  setByte(wordAt(rank + RANK_IS_KNOWN) + place, isKnown);
}

/** True when all bits of the mask are set. */
function holdsAll(bits: i32, mask: i32, wordCount: i32): boolean {
  for (let i: i32 = 0; i < wordCount; i++) {
    const wanted = wordAt(mask + (i << 2));
    if ((wordAt(bits + (i << 2)) & wanted) !== wanted) return false;
  }
  return true;
}
