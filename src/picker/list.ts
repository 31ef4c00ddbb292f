/**
 * The list: which hit is selected, which hits are in sight, and what becomes of both when another answer comes. Pure.
 *
 * If the answer is to the same words (a refresh, another scope, a longer list), the selection stays on its session and on its row
 * of the screen; if it is to other words, the best hit is selected.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { layoutOf } from './layout.ts';
import type { Question } from './question.ts';
import type { PickerState } from './state.ts';

/** More hits are asked for when no more than this many are left below the selected one. */
const NEAR_END = 10;
/** How many times as long the longer list is. */
const GROWTH = 3;

/** How many hits the list could show: weak ones count only if they are wanted. */
export function reachable({ total, relevant, hits }: SearchAnswer, { isAll }: Question): number {
  return isAll ? total : Math.max(relevant, hits.length);
}

/** Selects the hit at that position, or the nearest one, and scrolls no further than needed to show it. */
export function moveTo(state: PickerState, wanted: number): PickerState {
  const { hitCount } = layoutOf(state.cols, state.rows, state);
  const count = state.answer.hits.length;
  const selected = clamp(wanted, 0, Math.max(0, count - 1));
  const top = clamp(state.top, Math.max(0, selected - hitCount + 1), selected);
  return { ...state, selected, top: clamp(top, 0, Math.max(0, count - hitCount)), wantsLast: false };
}

/** Asks for a longer list when the selection nears its end and there are more hits; for all of them when the last one is wanted. */
export function growList(state: PickerState): PickerState {
  return state.wantsLast || state.answer.hits.length - state.selected <= NEAR_END ? askForMore(state) : state;
}

/** Asks for a longer list when the screen has room for more hits than it holds, as after a resize. */
export function fillList(state: PickerState): PickerState {
  const room = state.top + layoutOf(state.cols, state.rows, state).hitCount;
  return state.answer.hits.length < room ? askForMore(state) : state;
}

function askForMore(state: PickerState): PickerState {
  const { answer, question, setting, wantsLast } = state;
  const count = Math.min(reachable(answer, question), setting.mostHits);
  const have = answer.hits.length;
  if (have >= count) return wantsLast ? { ...state, wantsLast: false } : state;
  if (state.number !== state.answerNumber) return state;
  const limit = wantsLast ? count : Math.min(count, Math.max(have, question.limit) * GROWTH);
  return limit <= question.limit ? state : { ...state, number: state.number + 1, question: { ...question, limit } };
}

/** Replaces the answer that is shown; an older answer than that changes nothing. */
export function takeAnswer(state: PickerState, number: number, answer: SearchAnswer): PickerState {
  if (number <= state.answerNumber) return state;
  const answerWords = answer.query;
  const isOfSameWords = answerWords === state.answerWords;
  const before = state.answer.hits[state.selected];
  // An empty page would not say that nothing was found.
  const next = { ...state, answer, answerNumber: number, answerWords, isInstead: state.isInstead && answer.hits.length > 0 };
  if (state.wantsLast && isOfSameWords) return moveTo(next, answer.hits.length - 1);
  const kept = before === undefined || !isOfSameWords ? -1 : positionOf(before, answer.hits);
  if (kept < 0) return moveTo({ ...next, top: 0 }, 0);
  return moveTo({ ...next, top: kept - (state.selected - state.top) }, kept);
}

/** The position of the same hit, else of the same session, else -1. */
function positionOf(hit: Hit, hits: readonly Hit[]): number {
  const same = hits.findIndex((one) => one.hit === hit.hit);
  return same >= 0 ? same : hits.findIndex((one) => one.session === hit.session);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
