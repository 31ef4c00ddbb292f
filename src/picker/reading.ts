/**
 * Reading beside the list: which place is shown, which rows of it, and what keys do there. Pure.
 *
 * The selected hit's own place is shown until the person moves on to another place in its session. A key made of question and
 * place says what a preview is of, so that a late one is known to be of something else.
 */
import { layoutOf } from './layout.ts';
import { fillList, moveTo } from './list.ts';
import type { Preview, PreviewRows } from './preview.ts';
import { previewRows } from './preview.ts';
import type { Place } from './question.ts';
import type { PickerState } from './state.ts';

/** Rows of the pane that name the place. */
export const HEAD_ROWS = 1;
/** How far down in the pane the match stands. */
const MATCH_AT = 1 / 3;

type Reading = 'preview' | 'scroll-up' | 'scroll-down' | 'scroll-page-up' | 'scroll-page-down' | 'scroll-first' | 'scroll-last' | 'place-before' | 'place-next';

/** The key of the places of the selected session; '' where no hit is selected. */
export function placesKey(state: PickerState): string {
  const hit = state.answer.hits[state.selected];
  return hit === undefined ? '' : `${state.answerWords}\n${state.question.field ?? ''}\n${hit.hit}`;
}

/** The place to show, and the key of its preview; null where no hit is selected. */
export function wantedPlace(state: PickerState): { place: Place; key: string } | null {
  const hit = state.answer.hits[state.selected];
  if (hit === undefined) return null;
  const index = placeIndex(state);
  const chosen = state.chosen !== null && state.chosen.key === placesKey(state) ? state.places?.list[index] : undefined;
  const place: Place = chosen ?? hit;
  return { place, key: `${state.answerWords}\n${place.hit}\n${place.session}` };
}

/** Position of the place shown among those of its session; -1 while they are not known. */
export function placeIndex(state: PickerState): number {
  const key = placesKey(state);
  const { places, chosen } = state;
  if (places === null || places.key !== key) return -1;
  if (chosen !== null && chosen.key === key) return Math.max(0, Math.min(chosen.index, places.list.length - 1));
  const hit = state.answer.hits[state.selected];
  const same = places.list.findIndex((place) => place.hit === hit.hit);
  return same >= 0 ? same : places.list.findIndex((place) => place.turn === hit.turn);
}

/** Replaces the places of a session; the one that the person has moved on to stays. */
export function takePlaces(state: PickerState, key: string, list: readonly Place[]): PickerState {
  const { chosen, places } = state;
  const shown = chosen?.key === key && places?.key === key ? places.list[placeIndex(state)] : undefined;
  const index = shown === undefined ? -1 : list.findIndex(({ hit }) => hit === shown.hit);
  return { ...state, places: { key, list }, chosen: chosen !== null && index >= 0 ? { key, index } : chosen };
}

/** The preview of the place shown; null until it has come. */
export function presentPreview(state: PickerState): Preview | null {
  return state.preview !== null && state.preview.key === wantedPlace(state)?.key ? state.preview.preview : null;
}

/** The rows of the present preview, the first one shown, and how many fit; null where there is no pane or nothing to show. */
export function shownRows(state: PickerState): { rows: PreviewRows; top: number; room: number } | null {
  const preview = presentPreview(state);
  const area = layoutOf(state.cols, state.rows, state).preview;
  if (preview === null || area === null) return null;
  const rows = previewRows(preview, area.cols, state.setting.hasColor);
  const room = Math.max(1, area.rows - HEAD_ROWS);
  const wanted = state.scrolled !== null && state.scrolled.key === state.preview?.key ? state.scrolled.top : rows.target - Math.floor(room * MATCH_AT);
  return { rows, room, top: Math.max(0, Math.min(wanted, rows.lines.length - room)) };
}

/** The state after a key of the preview. */
export function readOn(state: PickerState, action: Reading): PickerState {
  switch (action) {
    case 'preview': {
      // There are two wishes, one for screens with room beside the list and one for those without.
      const { preview, list } = layoutOf(state.cols, state.rows, state);
      const isAlone = preview !== null && list === null;
      const isWide = layoutOf(state.cols, state.rows, { isBeside: true, isInstead: false }).preview !== null;
      const changed = isWide ? { ...state, isBeside: preview === null } : { ...state, isInstead: !isAlone && state.answer.hits.length > 0 };
      // A list of another width has another number of hits in sight.
      return fillList(moveTo(changed, state.selected));
    }
    case 'scroll-up':
      return scroll(state, -1);
    case 'scroll-down':
      return scroll(state, 1);
    case 'scroll-page-up':
      return scroll(state, 1 - (shownRows(state)?.room ?? 0));
    case 'scroll-page-down':
      return scroll(state, (shownRows(state)?.room ?? 0) - 1);
    case 'scroll-first':
      return scroll(state, -Infinity);
    case 'scroll-last':
      return scroll(state, Infinity);
    case 'place-before':
      return goTo(state, -1);
    case 'place-next':
      return goTo(state, 1);
  }
}

/** Scrolls the preview by so many rows, if one is shown. */
export function scroll(state: PickerState, by: number): PickerState {
  const shown = shownRows(state);
  if (shown === null || state.preview === null) return state;
  const top = Math.max(0, Math.min(shown.top + by, shown.rows.lines.length - shown.room));
  return { ...state, scrolled: { key: state.preview.key, top } };
}

function goTo(state: PickerState, by: 1 | -1): PickerState {
  const key = placesKey(state);
  const index = placeIndex(state);
  if (index < 0 || state.places === null) return key === '' ? state : { ...state, message: 'still looking for the places in this session' };
  const next = index + by;
  if (next < 0) return { ...state, message: 'this is the first place in this session' };
  if (next >= state.places.list.length) return { ...state, message: 'this is the last place in this session' };
  return { ...state, chosen: { key, index: next }, scrolled: null };
}
