/**
 * Rows to spans: the plain ones, which are nearly all.
 */
import {
  ROWS_COUNT, ROWS_DEAD, ROWS_FIRST_CHUNK, ROWS_FLAGS, ROWS_SESSION, ROWS_TURN, ROWS_TURN_KEY, SESSIONS_ADMITTED, SESSIONS_COPIED, SESSIONS_IS_SHOWN,
  SESSIONS_TURN_BASE, SESSIONS_TURN_UNIT, SESSIONS_UNIT_LENGTH, SPANS_COUNT, SPANS_FIRST, SPANS_ROW, SPANS_TURN, SPANS_UNIT,
} from './layout.ts';
import { byteAt, setByte, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Raises the word at session + 1 of `most` to the greatest turn among the rows. rows: ROWS. */
export function greatestTurns(rows: i32, most: i32): void {
  const count = wordAt(rows + ROWS_COUNT);
  const session = wordAt(rows + ROWS_SESSION);
  const turn = wordAt(rows + ROWS_TURN);
  for (let row: i32 = 0; row < count; row++) {
    const at = most + ((wordAt(session + (row << 2)) + 1) << 2);
    const number = wordAt(turn + (row << 2));
    if (number > wordAt(at)) setWord(at, number);
  }
}

/** Adds to each of `count` words after the first the one before it, and one: turns the greatest turns of sessions into the numbers before their turns 0. */
export function addUpTurns(words: i32, count: i32): void {
  for (let i: i32 = 0; i < count; i++) setWord(words + ((i + 1) << 2), wordAt(words + ((i + 1) << 2)) + wordAt(words + (i << 2)) + 1);
}

/** Number of words that are not 0. */
export function countFilled(words: i32, count: i32): i32 {
  let filled: i32 = 0;
  for (let i: i32 = 0; i < count; i++) if (wordAt(words + (i << 2)) !== 0) filled++;
  return filled;
}

/** Sum of the words. */
export function sumOf(words: i32, count: i32): i32 {
  let sum: i32 = 0;
  for (let i: i32 = 0; i < count; i++) sum += wordAt(words + (i << 2));
  return sum;
}

/** Number of rows whose turn another session may hold too, because its key has its bit in the map `copied`. */
export function countCopied(rows: i32, copied: i32): i32 {
  const count = wordAt(rows + ROWS_COUNT);
  let found: i32 = 0;
  for (let row: i32 = 0; row < count; row++) if (isCopied(wordAt(rows + ROWS_TURN_KEY), row, copied)) found++;
  return found;
}

function isCopied(turnKey: i32, row: i32, copied: i32): boolean {
  const key = wordAt(turnKey + (row << 2)) & 0xffff;
  return (byteAt(copied + (key >>> 3)) & (1 << (key & 7))) !== 0;
}

/**
 * Adds spans of plain rows, from `row` on: of one session that is admitted whole, held by no other. Returns the first row that
 * needs more thought, or the number of rows. rows: ROWS; spans: SPANS; sessions: SESSIONS.
 */
export function addPlainRows(rows: i32, row: i32, spans: i32, sessions: i32): i32 {
  const count = wordAt(rows + ROWS_COUNT);
  const session = wordAt(rows + ROWS_SESSION);
  const turn = wordAt(rows + ROWS_TURN);
  const firstChunk = wordAt(rows + ROWS_FIRST_CHUNK);
  const flags = wordAt(rows + ROWS_FLAGS);
  const dead = wordAt(rows + ROWS_DEAD);
  const turnKey = wordAt(rows + ROWS_TURN_KEY);
  const admitted = wordAt(sessions + SESSIONS_ADMITTED);
  const turnBase = wordAt(sessions + SESSIONS_TURN_BASE);
  const unitLength = wordAt(sessions + SESSIONS_UNIT_LENGTH);
  const isShown = wordAt(sessions + SESSIONS_IS_SHOWN);
  const turnUnit = wordAt(sessions + SESSIONS_TURN_UNIT);
  const copied = wordAt(sessions + SESSIONS_COPIED);
  const first = wordAt(spans + SPANS_FIRST);
  const spanRow = wordAt(spans + SPANS_ROW);
  const unit = wordAt(spans + SPANS_UNIT);
  const spanTurn = wordAt(spans + SPANS_TURN);
  let span = wordAt(spans + SPANS_COUNT);
  for (; row < count; row++) {
    const from = wordAt(firstChunk + (row << 2));
    const owner = wordAt(session + (row << 2));
    const at = span << 2;
    if (dead !== 0 && byteAt(dead + row) !== 0) {
      setWord(unit + at, -1);
      setWord(spanTurn + at, 0);
    } else {
      if (byteAt(admitted + owner) !== 1) break;
      // A title belongs to its session alone.
      const isTitle = byteAt(flags + row) & 1;
      if (copied !== 0 && isTitle === 0 && isCopied(turnKey, row, copied)) break;
      const number = wordAt(turnBase + (owner << 2)) + (isTitle !== 0 ? 0 : wordAt(turn + (row << 2)));
      const length = unitLength + (owner << 2);
      setWord(length, wordAt(length) + wordAt(firstChunk + ((row + 1) << 2)) - from);
      if (isTitle === 0) setByte(isShown + owner, 1);
      setWord(turnUnit + (number << 2), owner);
      setWord(unit + at, owner);
      setWord(spanTurn + at, number);
    }
    setWord(first + at, from);
    setWord(spanRow + at, row);
    span++;
  }
  setWord(spans + SPANS_COUNT, span);
  return row;
}

/**
 * The first span from `span` on that holds the title of a session under which nothing else is shown and whose text is shown under another;
 * the number of spans when there is none. rows: ROWS; spans: SPANS; isShown: bytes by session; heirs: words by session, -1 for none.
 */
export function nextOrphan(rows: i32, spans: i32, span: i32, isShown: i32, heirs: i32): i32 {
  const count = wordAt(spans + SPANS_COUNT);
  const spanRow = wordAt(spans + SPANS_ROW);
  const unit = wordAt(spans + SPANS_UNIT);
  const flags = wordAt(rows + ROWS_FLAGS);
  const session = wordAt(rows + ROWS_SESSION);
  for (; span < count; span++) {
    const row = wordAt(spanRow + (span << 2));
    if ((byteAt(flags + row) & 1) === 0 || wordAt(unit + (span << 2)) < 0) continue;
    const owner = wordAt(session + (row << 2));
    if (byteAt(isShown + owner) === 0 && wordAt(heirs + (owner << 2)) >= 0) break;
  }
  return span;
}
