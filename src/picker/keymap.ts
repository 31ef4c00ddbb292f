/**
 * The keys of the picker: one table, from which the help, the hint line and the meaning of each key are derived; a test holds README to it.
 *
 * Keys have the names that terminal/input gives them. Rows stand in the order of the help. While a person types, printable
 * characters are text, and Home, End, left and right edit the line. Pure.
 */
import type { InputEvent } from '../terminal/input.ts';
import type { Edit } from './edit.ts';

/** What a key can ask for. */
export type Action =
  | 'resume'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'query'
  | 'preview'
  | 'scroll-up'
  | 'scroll-down'
  | 'scroll-page-up'
  | 'scroll-page-down'
  | 'scroll-first'
  | 'scroll-last'
  | 'place-before'
  | 'place-next'
  | 'here'
  | 'branch'
  | 'field-next'
  | 'field-before'
  | 'weak'
  | 'copy'
  | 'open'
  | 'help'
  | 'refresh'
  | 'suspend'
  | 'leave'
  | 'quit'
  | 'mouse'
  | Edit;

/** A row of the table. */
export interface KeyBinding {
  /** What each key does. */
  readonly keys: Readonly<Record<string, Action>>;
  /** The keys as a person reads them. */
  readonly shown: string;
  /** What the keys do; the help's right column. */
  readonly does: string;
  /** Short form for the hint line, for keys that appear there; when room is short, lower ranks are kept. */
  readonly hint?: { readonly shown: string; readonly does: string; readonly rank: number };
}

/** Every key of the picker. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  { keys: { enter: 'resume' }, shown: 'Enter', does: 'go back into the session, in its own folder', hint: { shown: 'Enter', does: 'resume', rank: 1 } },
  { keys: { '/': 'query' }, shown: '/ or just type', does: 'narrow: every key searches the index; Esc ends typing', hint: { shown: '/', does: 'narrow', rank: 4 } },
  {
    keys: { up: 'up', 'ctrl-p': 'up', 'ctrl-k': 'up', down: 'down', 'ctrl-n': 'down', 'ctrl-j': 'down' },
    shown: '↑ ↓',
    does: 'one hit up or down; also Ctrl-P Ctrl-N, Ctrl-K Ctrl-J',
  },
  { keys: { 'page-up': 'page-up', 'page-down': 'page-down' }, shown: 'PgUp PgDn', does: 'one page up or down' },
  { keys: { home: 'first', end: 'last' }, shown: 'Home End', does: 'first and last hit; while typing or reading, ends of the text' },
  { keys: { ' ': 'preview' }, shown: 'Space', does: 'show or hide the preview', hint: { shown: 'Space', does: 'preview', rank: 5 } },
  {
    keys: { 'shift-up': 'scroll-up', 'alt-up': 'scroll-up', 'shift-down': 'scroll-down', 'alt-down': 'scroll-down' },
    shown: 'Shift-↑ Shift-↓',
    does: 'scroll the preview (Alt where Shift does nothing)',
  },
  {
    keys: {
      'shift-page-up': 'scroll-page-up', 'alt-page-up': 'scroll-page-up', 'ctrl-page-up': 'scroll-page-up',
      'shift-page-down': 'scroll-page-down', 'alt-page-down': 'scroll-page-down', 'ctrl-page-down': 'scroll-page-down',
      'shift-home': 'scroll-first', 'alt-home': 'scroll-first', 'ctrl-home': 'scroll-first',
      'shift-end': 'scroll-last', 'alt-end': 'scroll-last', 'ctrl-end': 'scroll-last',
    },
    shown: 'Shift-PgUp/PgDn',
    does: 'by a page, Shift-Home/End to its ends (or Alt, or Ctrl)',
  },
  {
    keys: { 'shift-left': 'place-before', 'alt-left': 'place-before', 'shift-right': 'place-next', 'alt-right': 'place-next' },
    shown: 'Shift-← Shift-→',
    does: 'previous and next place in this session',
    hint: { shown: 'Shift-←→', does: 'places', rank: 8 },
  },
  { keys: { 'ctrl-a': 'here' }, shown: 'Ctrl-A', does: 'this project only, or all projects', hint: { shown: 'Ctrl-A', does: 'project', rank: 6 } },
  { keys: { 'ctrl-b': 'branch' }, shown: 'Ctrl-B', does: 'this branch only, or all branches', hint: { shown: 'Ctrl-B', does: 'branch', rank: 9 } },
  { keys: { tab: 'field-next', 'shift-tab': 'field-before' }, shown: 'Tab Shift-Tab', does: 'only titles, prompts, answers, …, or all text', hint: { shown: 'Tab', does: 'field', rank: 10 } },
  { keys: { 'ctrl-t': 'weak' }, shown: 'Ctrl-T', does: 'show or hide weak hits', hint: { shown: 'Ctrl-T', does: 'weak', rank: 11 } },
  { keys: { 'ctrl-y': 'copy' }, shown: 'Ctrl-Y', does: 'copy the line that resumes the session', hint: { shown: 'Ctrl-Y', does: 'copy', rank: 7 } },
  { keys: { 'ctrl-o': 'open' }, shown: 'Ctrl-O', does: 'open it in a new pane or window, and stay here', hint: { shown: 'Ctrl-O', does: 'open', rank: 12 } },
  {
    keys: { 'ctrl-w': 'erase-word', 'alt-backspace': 'erase-word', 'ctrl-u': 'erase-line', backspace: 'erase-back', 'ctrl-h': 'erase-back', delete: 'erase-next' },
    shown: 'Ctrl-W Ctrl-U',
    does: 'erase a word, all words',
  },
  { keys: { 'ctrl-l': 'refresh' }, shown: 'Ctrl-L', does: 'redraw, and read what is new in sessions' },
  { keys: { 'ctrl-z': 'suspend' }, shown: 'Ctrl-Z', does: 'suspend; fg brings it back' },
  { keys: { escape: 'leave' }, shown: 'Esc', does: 'end typing, close help or preview, else leave', hint: { shown: 'Esc', does: 'leave', rank: 2 } },
  { keys: { 'ctrl-c': 'quit' }, shown: 'Ctrl-C', does: 'leave at once' },
  { keys: { '?': 'help' }, shown: '?', does: 'this help', hint: { shown: '?', does: 'help', rank: 3 } },
  { keys: {}, shown: 'Mouse', does: 'click selects, double click resumes, the wheel scrolls' },
];

const ACTION_OF_KEY: ReadonlyMap<string, Action> = new Map(KEY_BINDINGS.flatMap(({ keys }) => Object.entries(keys)));

/** Keys that edit the line while a person types. */
const LINE_KEYS: Readonly<Record<string, Action | undefined>> = { left: 'left', right: 'right', home: 'line-start', end: 'line-end' };

/** Keys while the preview has the whole screen: it is read like a page. */
const READING_KEYS: Readonly<Record<string, Action | undefined>> = {
  up: 'scroll-up', down: 'scroll-down', 'page-up': 'scroll-page-up', 'page-down': 'scroll-page-down', home: 'scroll-first', end: 'scroll-last',
  left: 'place-before', right: 'place-next',
};

/** What the picker is doing, which decides what keys mean. */
export type Mode = 'list' | 'typing' | 'reading';

/** What an input asks for; null for nothing, and for text to be typed. */
export function actionOf(event: InputEvent, mode: Mode): Action | null {
  if (event.kind === 'paste') return null;
  if (event.kind === 'mouse') return 'mouse';
  if (event.kind === 'text') return mode === 'typing' ? null : (ACTION_OF_KEY.get(event.text) ?? null);
  const own = mode === 'typing' ? LINE_KEYS[event.name] : mode === 'reading' ? READING_KEYS[event.name] : undefined;
  return own ?? ACTION_OF_KEY.get(event.name) ?? null;
}
