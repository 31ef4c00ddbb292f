/**
 * The list: which hit is selected, what is in sight, and what becomes of both when another answer comes. Pure.
 *
 * To the same words (a refresh, another scope, a longer list) the selection stays on its session, and on its row of the
 * screen; to other words the best hit is selected.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { layoutOf } from './layout.ts';
import type { Question } from './question.ts';
import type { PickerState } from './state.ts';

/** When so few hits are left below the selected one, more are asked for. */
const NEAR_END = 10;
/** A longer list is so many times as long. */
const GROWTH = 3;

/** Hits of an answer that can be had: weak ones only where they are wanted. */
export function reachable({ total, relevant, hits }: SearchAnswer, { isAll }: Question): number {
  return isAll ? total : Math.max(relevant, hits.length);
}

/** Selects the nearest hit to that position and scrolls no further than needed to show it. */
export function moveTo(state: PickerState, wanted: number): PickerState {
  const { hitCount } = layoutOf(state.cols, state.rows, state);
  const count = state.answer.hits.length;
  const selected = clamp(wanted, 0, Math.max(0, count - 1));
  const top = clamp(state.top, Math.max(0, selected - hitCount + 1), selected);
  return { ...state, selected, top: clamp(top, 0, Math.max(0, count - hitCount)), wantsLast: false };
}

/** Asks for a longer list where the selection nears its end and there are more hits; for all of it where the last one is wanted. */
export function growList(state: PickerState): PickerState {
  const { answer, question, setting, selected, wantsLast } = state;
  const count = Math.min(reachable(answer, question), setting.mostHits);
  const have = answer.hits.length;
  if (have >= count || state.number !== state.answerNumber || (!wantsLast && have - selected > NEAR_END)) return have >= count ? { ...state, wantsLast: false } : state;
  const limit = wantsLast ? count : Math.min(count, Math.max(have, question.limit) * GROWTH);
  return limit <= question.limit ? state : { ...state, number: state.number + 1, question: { ...question, limit } };
}

/** The answer in place of the one shown; older ones than that change nothing. */
export function takeAnswer(state: PickerState, number: number, answer: SearchAnswer): PickerState {
  if (number <= state.answerNumber) return state;
  const answerWords = answer.query;
  const isOfSameWords = answerWords === state.answerWords;
  const before = state.answer.hits[state.selected];
  const next = { ...state, answer, answerNumber: number, answerWords };
  if (state.wantsLast && isOfSameWords) return moveTo(next, answer.hits.length - 1);
  const kept = before === undefined || !isOfSameWords ? -1 : positionOf(before, answer.hits);
  if (kept < 0) return moveTo({ ...next, top: 0 }, 0);
  return moveTo({ ...next, top: kept - (state.selected - state.top) }, kept);
}

/** The very hit, else its session. */
function positionOf(hit: Hit, hits: readonly Hit[]): number {
  const same = hits.findIndex((one) => one.hit === hit.hit);
  return same >= 0 ? same : hits.findIndex((one) => one.session === hit.session);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
