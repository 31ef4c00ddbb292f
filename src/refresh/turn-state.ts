/**
 * Where a main transcript stands: the turn that the next entry belongs to. Kept in the file's mark between refreshes.
 */
import { NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';

/** The present turn. */
export interface TurnState {
  /** Number in the session; 0 before any prompt. */
  turn: number;
  /** RowTable.turnKey of the turn's rows; NO_KEY in turn 0. */
  key: Key;
  /** Chunks of the turn so far, those stored by other sessions too; -1: not known, look at the rows. */
  ordinal: number;
  /** Time of the turn's prompt, NaN when unknown. */
  timeMs: number;
  /** An answer with text has been seen in this turn. */
  hasAnswer: boolean;
  /** The turn's prompt is stored as this session's own. */
  isOwn: boolean;
  /** Key of the prompt's text; NO_KEY when it need not be known. */
  promptKey: Key;
}

/** JSON form. */
export type SavedTurn = readonly [turn: number, hi: number, lo: number, ordinal: number, timeMs: number | null, flags: number, promptHi: number, promptLo: number];

/** Before the first entry of a file. */
export function firstTurn(): TurnState {
  return { turn: 0, key: NO_KEY, ordinal: 0, timeMs: NaN, hasAnswer: false, isOwn: false, promptKey: NO_KEY };
}

/** The state as it is kept in a mark. */
export function saveTurn({ turn, key, ordinal, timeMs, hasAnswer, isOwn, promptKey }: TurnState): SavedTurn {
  return [turn, key.hi, key.lo, ordinal, Number.isNaN(timeMs) ? null : timeMs, (hasAnswer ? 1 : 0) + (isOwn ? 2 : 0), promptKey.hi, promptKey.lo];
}

/** The state that was kept. */
export function loadTurn([turn, hi, lo, ordinal, timeMs, flags, promptHi, promptLo]: SavedTurn): TurnState {
  return { turn, key: { hi, lo }, ordinal, timeMs: timeMs ?? NaN, hasAnswer: (flags & 1) !== 0, isOwn: (flags & 2) !== 0, promptKey: { hi: promptHi, lo: promptLo } };
}
