/**
 * What the picker knows, and how an action changes it: (state, event) → state. Pure; states are never changed in place.
 *
 * Invariants: `selected` is a hit of the answer; the selected hit lies within [top, top + hits that fit). An outcome
 * ends the picker: later events change nothing. What a key does to the terminal (suspend, redraw) is not here.
 */
import type { SearchAnswer } from '../contract.ts';
import type { Action } from './keymap.ts';
import { KEY_BINDINGS } from './keymap.ts';
import { layoutOf } from './layout.ts';

/** Everything that the view needs. */
export interface PickerState {
  /** At least one hit. */
  readonly answer: SearchAnswer;
  /** The time that ages are counted from. */
  readonly nowMs: number;
  /** Without colour, matches are marked by brackets. */
  readonly hasColor: boolean;
  readonly cols: number;
  readonly rows: number;
  /** Position in answer.hits. */
  readonly selected: number;
  /** Position of the first hit shown. */
  readonly top: number;
  /** First row of the help shown; null when the help is closed. */
  readonly helpTop: number | null;
  /** Set once: the person wants the selected session, or out. */
  readonly outcome: 'resume' | 'leave' | null;
}

/** What can happen to a picker. */
export type PickerEvent =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'resize'; readonly cols: number; readonly rows: number };

/** The state in which the picker opens: the best hit selected. */
export function openingState(start: Pick<PickerState, 'answer' | 'nowMs' | 'hasColor' | 'cols' | 'rows'>): PickerState {
  return { ...start, selected: 0, top: 0, helpTop: null, outcome: null };
}

/** The state after that event. */
export function nextState(state: PickerState, event: PickerEvent): PickerState {
  if (state.outcome !== null) return state;
  if (event.kind === 'resize') {
    const resized = select({ ...state, cols: event.cols, rows: event.rows }, state.selected);
    return resized.helpTop === null ? resized : scrollHelp(resized, resized.helpTop);
  }
  if (event.action === 'quit') return { ...state, outcome: 'leave' };
  return state.helpTop === null ? inList(state, event.action) : inHelp(state, state.helpTop, event.action);
}

function inList(state: PickerState, action: Action): PickerState {
  const page = layoutOf(state.cols, state.rows).hitCount;
  switch (action) {
    case 'up':
      return select(state, state.selected - 1);
    case 'down':
      return select(state, state.selected + 1);
    case 'page-up':
      return select({ ...state, top: state.top - page }, state.selected - page);
    case 'page-down':
      return select({ ...state, top: state.top + page }, state.selected + page);
    case 'first':
      return select(state, 0);
    case 'last':
      return select(state, state.answer.hits.length - 1);
    case 'resume':
      return { ...state, outcome: 'resume' };
    case 'leave':
      return { ...state, outcome: 'leave' };
    case 'help':
      return { ...state, helpTop: 0 };
    default:
      return state;
  }
}

function inHelp(state: PickerState, top: number, action: Action): PickerState {
  const page = layoutOf(state.cols, state.rows).bodyRows;
  switch (action) {
    case 'up':
      return scrollHelp(state, top - 1);
    case 'down':
      return scrollHelp(state, top + 1);
    case 'page-up':
      return scrollHelp(state, top - page);
    case 'page-down':
      return scrollHelp(state, top + page);
    case 'first':
      return scrollHelp(state, 0);
    case 'last':
      return scrollHelp(state, KEY_BINDINGS.length);
    case 'resume':
    case 'leave':
    case 'help':
      // Enter with the help open closes it: nobody resumes a session that he does not see.
      return { ...state, helpTop: null };
    default:
      return state;
  }
}

/** Selects the nearest hit to that position and scrolls no further than needed to show it. */
function select(state: PickerState, wanted: number): PickerState {
  const { hitCount } = layoutOf(state.cols, state.rows);
  const count = state.answer.hits.length;
  const selected = clamp(wanted, 0, count - 1);
  const top = clamp(state.top, Math.max(0, selected - hitCount + 1), selected);
  return { ...state, selected, top: clamp(top, 0, Math.max(0, count - hitCount)) };
}

function scrollHelp(state: PickerState, wanted: number): PickerState {
  const { bodyRows } = layoutOf(state.cols, state.rows);
  return { ...state, helpTop: clamp(wanted, 0, Math.max(0, KEY_BINDINGS.length - bodyRows)) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
