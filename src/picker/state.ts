/**
 * What the picker knows, and how an event changes it: (state, event) → state. Pure; states are never changed in place.
 *
 * Invariants: `selected` is the position of a hit of the answer, or 0 where there is none, and lies within [top, top + hits that fit).
 * `number` counts questions; an answer to an older question than the one shown changes nothing. After an outcome no event changes
 * anything. What a key does to the outside (copy, open, suspend, ask) is left to the loop in picker.ts, which compares states.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import type { MouseEvent } from '../terminal/mouse.ts';
import { truncate } from '../terminal/width.ts';
import type { Edit } from './edit.ts';
import { edit, insert, MAX_TYPED } from './edit.ts';
import { oneLine } from './hit-text.ts';
import { actOnHelp } from './help.ts';
import type { Action, Mode } from './keymap.ts';
import { layoutOf } from './layout.ts';
import { pointAt } from './pointing.ts';
import { readOn, takePlaces } from './reading.ts';
import { fillList, growList, moveTo, takeAnswer } from './list.ts';
import type { Preview } from './preview.ts';
import type { Place, Question } from './question.ts';
import { wordsOf } from './question.ts';
import { nextField } from './scope.ts';

/** What no key changes. */
export interface Setting {
  /** The time from which ages are counted back: that of the last frame. */
  readonly nowMs: number;
  /** Without colour, matches are marked by brackets. */
  readonly hasColor: boolean;
  /** Name of the present folder, and of the branch checked out there (null: none). */
  readonly project: string;
  readonly branch: string | null;
  /** What the command was limited to, as it was typed. */
  readonly filters: readonly string[];
  /** Most hits that are ever asked for. */
  readonly mostHits: number;
}

/** Places of one session. */
export interface Places {
  readonly key: string;
  readonly list: readonly Place[];
}

/** Everything that the view needs. */
export interface PickerState {
  readonly setting: Setting;
  readonly cols: number;
  readonly rows: number;
  readonly question: Question;
  /** Number of the question; 0 for the one that the picker opens with. */
  readonly number: number;
  readonly answer: SearchAnswer;
  /** Number and words of the question that the answer is to. */
  readonly answerNumber: number;
  readonly answerWords: string;
  readonly isTyping: boolean;
  /** Offset in the question's query. */
  readonly cursor: number;
  /** Position in answer.hits. */
  readonly selected: number;
  /** Position of the first hit shown. */
  readonly top: number;
  /** True when the last hit is to be selected as soon as the longer list comes. */
  readonly wantsLast: boolean;
  /** First row of the help shown; null when the help is closed. */
  readonly helpTop: number | null;
  /** Whether the preview is wanted: beside the list where there is room, and instead of it where there is not. */
  readonly isBeside: boolean;
  readonly isInstead: boolean;
  /** The last preview that came, whatever it is of. */
  readonly preview: { readonly key: string; readonly preview: Preview } | null;
  /** First row shown of the preview of that key; null: so that the match is in sight. */
  readonly scrolled: { readonly key: string; readonly top: number } | null;
  readonly places: Places | null;
  /** Which of the places of a session is shown, once the person has moved on from the hit's own. */
  readonly chosen: { readonly key: string; readonly index: number } | null;
  /** Shown in place of the hints until the next key. Harmless. */
  readonly message: string;
  /** What is going on in the background, '' for nothing. Harmless. */
  readonly progress: string;
  readonly clicked: { readonly hit: string; readonly atMs: number } | null;
  /** Set once, when the person wants to resume the selected session or to leave. */
  readonly outcome: 'resume' | 'leave' | null;
}

/** What can happen to a picker. Text from outside may hold anything. */
export type PickerEvent =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'mouse'; readonly mouse: MouseEvent; readonly atMs: number }
  | { readonly kind: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: SearchAnswer }
  | { readonly kind: 'unanswered'; readonly number: number }
  | { readonly kind: 'grown' }
  | { readonly kind: 'preview'; readonly key: string; readonly preview: Preview }
  | { readonly kind: 'places'; readonly key: string; readonly places: readonly Place[] }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'progress'; readonly text: string };

/** Hits asked for after the first frame; more when the selection nears their end. */
const LIST_HITS = 60;

/** Hits asked for beyond those that fit while words are typed; few, since for each one text is read. */
const SPARE_HITS = 4;

/** Most columns of a message. */
const MESSAGE_COLS = 400;

/** The state in which the picker opens: the best hit selected. */
export function openingState(start: Pick<PickerState, 'setting' | 'question' | 'answer' | 'cols' | 'rows'>): PickerState {
  return {
    ...start,
    number: 0, answerNumber: 0, answerWords: wordsOf(start.question), isTyping: false, cursor: start.question.query.length,
    selected: 0, top: 0, wantsLast: false, helpTop: null, isBeside: true, isInstead: false,
    preview: null, scrolled: null, places: null, chosen: null, message: '', progress: start.answer.index.sessions === 0 ? 'looking for sessions' : '', clicked: null, outcome: null,
  };
}

/** The selected hit; null where there is none. */
export function selectedHit(state: PickerState): Hit | null {
  return state.answer.hits[state.selected] ?? null;
}

/** Whether the hits are those of the words above them. */
export function isOfTheseWords({ question, answerWords }: PickerState): boolean {
  return wordsOf(question) === answerWords;
}

/** What the picker is doing, which decides what keys mean. */
export function modeOf(state: PickerState): Mode {
  if (state.isTyping) return 'typing';
  return state.helpTop === null && layoutOf(state.cols, state.rows, state).list === null ? 'reading' : 'list';
}

/** The state after that event. */
export function nextState(state: PickerState, event: PickerEvent): PickerState {
  if (state.outcome !== null) return state;
  switch (event.kind) {
    case 'action':
      return act({ ...state, message: '' }, event.action);
    case 'typed':
      return type({ ...state, message: '' }, event.text);
    case 'mouse':
      return state.helpTop === null ? pointAt({ ...state, message: '' }, event.mouse, event.atMs) : actOnHelp(state, event.mouse.did === 'wheel-up' ? 'up' : event.mouse.did === 'wheel-down' ? 'down' : 'mouse');
    case 'resize': {
      const resized = fillList(moveTo({ ...state, cols: event.cols, rows: event.rows }, state.selected));
      return resized.helpTop === null ? resized : actOnHelp(resized, 'mouse');
    }
    case 'answer':
      return fillList(takeAnswer(state, event.number, event.answer));
    case 'unanswered':
      return event.number > state.answerNumber ? { ...state, answerNumber: event.number } : state;
    case 'grown':
      return { ...state, number: state.number + 1, question: { ...state.question, limit: Math.min(state.setting.mostHits, Math.max(state.question.limit, state.isTyping ? 0 : LIST_HITS)) } };
    case 'preview':
      return { ...state, preview: { key: event.key, preview: event.preview } };
    case 'places':
      return takePlaces(state, event.key, event.places);
    case 'message':
      return { ...state, message: truncate(oneLine(event.text).trim(), MESSAGE_COLS) };
    case 'progress':
      return { ...state, progress: truncate(oneLine(event.text).trim(), MESSAGE_COLS) };
  }
}

function act(state: PickerState, action: Action): PickerState {
  if (action === 'quit') return { ...state, outcome: 'leave' };
  if (state.helpTop !== null) return actOnHelp(state, action);
  const { question, selected, top } = state;
  const page = layoutOf(state.cols, state.rows, state).hitCount;
  switch (action) {
    case 'up':
      return moveTo(state, selected - 1);
    case 'down':
      return growList(moveTo(state, selected + 1));
    case 'page-up':
      return moveTo({ ...state, top: top - page }, selected - page);
    case 'page-down':
      return growList(moveTo({ ...state, top: top + page }, selected + page));
    case 'first':
      return moveTo(state, 0);
    case 'last':
      return growList({ ...moveTo(state, state.answer.hits.length - 1), wantsLast: true });
    case 'resume':
      return resume(state);
    case 'leave':
      return leave(state);
    case 'help':
      return { ...state, helpTop: 0 };
    case 'query':
      return narrow(state);
    case 'here':
      return ask(state, { isHere: !question.isHere });
    case 'branch':
      return state.setting.branch === null ? { ...state, message: 'no git branch is checked out here' } : ask(state, { isOnBranch: !question.isOnBranch });
    case 'field-next':
      return ask(state, { field: nextField(question.field, 1) });
    case 'field-before':
      return ask(state, { field: nextField(question.field, -1) });
    case 'weak':
      return ask(state, { isAll: !question.isAll });
    case 'preview':
    case 'scroll-up':
    case 'scroll-down':
    case 'scroll-page-up':
    case 'scroll-page-down':
    case 'scroll-first':
    case 'scroll-last':
    case 'place-before':
    case 'place-next':
      return readOn(state, action);
    case 'copy':
    case 'open':
    case 'refresh':
    case 'suspend':
    case 'mouse':
      return state;
    default:
      return editQuery(state, action);
  }
}

/**
 * Resumes the session in sight. While words still wait for their hits, the list is that of other words, and Enter only ends typing. If they wait
 * no more, their search has failed: it is tried again, which also says again why.
 */
function resume(state: PickerState): PickerState {
  if (!isOfTheseWords(state)) {
    const asked = ask({ ...state, isTyping: false }, {});
    return asked.number > asked.answerNumber ? asked : { ...asked, number: asked.number + 1 };
  }
  return selectedHit(state) === null ? state : { ...state, outcome: 'resume' };
}

function leave(state: PickerState): PickerState {
  if (state.isTyping) return ask({ ...state, isTyping: false }, {});
  return modeOf(state) === 'reading' ? { ...state, isInstead: false } : { ...state, outcome: 'leave' };
}

/** Begins typing after the words that are there, so that what is added narrows the list. */
function narrow(state: PickerState): PickerState {
  if (state.isTyping) return state;
  const { query } = state.question;
  const text = query === '' || query.endsWith(' ') || query.length >= MAX_TYPED ? query : `${query} `;
  return { ...state, isTyping: true, isInstead: false, cursor: text.length, question: { ...state.question, query: text } };
}

function type(state: PickerState, text: string): PickerState {
  if (state.helpTop !== null || text === '') return state;
  const typing = narrow(state);
  const message = `more than ${MAX_TYPED} characters are not taken`;
  // A terminal that does not mark pastes sends them letter by letter, however long they are.
  if (typing.question.query.length >= MAX_TYPED) return { ...typing, message };
  const line = insert({ text: typing.question.query, cursor: typing.cursor }, text);
  return ask({ ...typing, cursor: line.cursor, message: line.text.length >= MAX_TYPED ? message : '' }, { query: line.text });
}

function editQuery(state: PickerState, how: Edit): PickerState {
  const isMove = how === 'left' || how === 'right' || how === 'line-start' || how === 'line-end';
  if (!state.isTyping && isMove) return state;
  const from = state.isTyping ? state.cursor : state.question.query.length;
  const line = edit({ text: state.question.query, cursor: from }, how);
  if (isMove) return { ...state, cursor: line.cursor };
  return ask({ ...state, isTyping: true, isInstead: false, cursor: line.cursor }, { query: line.text });
}

/** Asks another question, unless nothing that matters to the search has changed. */
function ask(state: PickerState, change: Partial<Question>): PickerState {
  const asked = { ...state.question, ...change };
  const isUnfinished = state.isTyping && state.cursor === asked.query.length && /\S$/.test(asked.query);
  const most = state.isTyping ? layoutOf(state.cols, state.rows, state).hitCount + SPARE_HITS : LIST_HITS;
  const question = { ...asked, isUnfinished, limit: Math.min(state.setting.mostHits, most) };
  const isSame = wordsOf(question) === wordsOf(state.question) && question.isHere === state.question.isHere && question.isOnBranch === state.question.isOnBranch
    && question.field === state.question.field && question.isAll === state.question.isAll && question.isUnfinished === state.question.isUnfinished;
  return isSame ? { ...state, question } : { ...state, question, number: state.number + 1, wantsLast: false };
}
