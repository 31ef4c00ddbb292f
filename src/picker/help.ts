/**
 * The help: the table of keys over the whole screen, scrolled where it does not fit. Pure.
 */
import type { Action } from './keymap.ts';
import { KEY_BINDINGS } from './keymap.ts';
import { layoutOf } from './layout.ts';
import type { PickerState } from './state.ts';

/** What an action does while the help is open: nothing that would affect a session that is not in sight. */
export function actOnHelp(state: PickerState, action: Action): PickerState {
  const top = state.helpTop ?? 0;
  const page = layoutOf(state.cols, state.rows, state).bodyRows;
  switch (action) {
    case 'up':
    case 'scroll-up':
      return scrollTo(state, top - 1);
    case 'down':
    case 'scroll-down':
      return scrollTo(state, top + 1);
    case 'page-up':
    case 'scroll-page-up':
      return scrollTo(state, top - page);
    case 'page-down':
    case 'scroll-page-down':
      return scrollTo(state, top + page);
    case 'first':
      return scrollTo(state, 0);
    case 'last':
      return scrollTo(state, KEY_BINDINGS.length);
    case 'resume':
    case 'leave':
    case 'help':
      return { ...state, helpTop: null };
    default:
      return scrollTo(state, top);
  }
}

function scrollTo(state: PickerState, wanted: number): PickerState {
  const { bodyRows } = layoutOf(state.cols, state.rows, state);
  return { ...state, helpTop: Math.max(0, Math.min(wanted, KEY_BINDINGS.length - bodyRows)) };
}
