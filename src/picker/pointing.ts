/**
 * The mouse: a click selects, a second one on the same hit resumes, the wheel goes to the pane under the pointer. Pure.
 */
import type { MouseEvent } from '../terminal/mouse.ts';
import type { Area } from './layout.ts';
import { layoutOf } from './layout.ts';
import { growList, moveTo } from './list.ts';
import { scroll } from './reading.ts';
import type { PickerState } from './state.ts';

/** Two clicks within this time are a double click. */
const DOUBLE_CLICK_MS = 400;

/** Rows of text that one notch of the wheel scrolls. */
const WHEEL_ROWS = 3;

/** The state after a mouse event. atMs: by any clock that does not go back. */
export function pointAt(state: PickerState, mouse: MouseEvent, atMs: number): PickerState {
  const { list, preview, hitRows, hitCount } = layoutOf(state.cols, state.rows, state);
  const isWheel = mouse.did === 'wheel-up' || mouse.did === 'wheel-down';
  const by = mouse.did === 'wheel-up' ? -1 : 1;
  if (isWheel && preview !== null && (list === null || contains(preview, mouse))) return scroll(state, by * WHEEL_ROWS);
  if (isWheel) return growList(moveTo(state, state.selected + by));
  if (mouse.did !== 'press' || list === null || !contains(list, mouse)) return state;
  const offset = Math.floor((mouse.row - list.row) / hitRows);
  const index = state.top + offset;
  if (offset >= hitCount || index >= state.answer.hits.length) return state;
  const { hit } = state.answer.hits[index];
  const isDouble = state.clicked !== null && state.clicked.hit === hit && atMs - state.clicked.atMs <= DOUBLE_CLICK_MS;
  const clicked = moveTo({ ...state, clicked: { hit, atMs } }, index);
  return isDouble ? { ...clicked, outcome: 'resume' } : clicked;
}

function contains({ col, row, cols, rows }: Area, mouse: MouseEvent): boolean {
  return mouse.col >= col && mouse.col < col + cols && mouse.row >= row && mouse.row < row + rows;
}
