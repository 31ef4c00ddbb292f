/**
 * The keys of the picker: one table, from which the help, the hint line and the answer to a key are derived.
 *
 * A key has the names that terminal/input gives it. Rows stand in the order of the help. Pure.
 */
import type { InputEvent } from '../terminal/input.ts';

/** What a key can ask for. */
export type Action =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'resume'
  | 'leave'
  | 'quit'
  | 'help'
  | 'suspend'
  | 'redraw';

/** A row of the table. */
export interface KeyBinding {
  readonly action: Action;
  /** Names of keys, or printable characters. */
  readonly keys: readonly string[];
  /** The keys as a person reads them. */
  readonly shown: string;
  /** What the key does; the help's right column. */
  readonly does: string;
  /** Short form for the hint line, where the key stands there: lower number first when there is little room. */
  readonly hint?: { readonly shown: string; readonly does: string; readonly rank: number };
}

/** Every key of the picker. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  {
    action: 'resume',
    keys: ['enter'],
    shown: 'Enter',
    does: 'go back into the session, in its own folder',
    hint: { shown: 'Enter', does: 'resume', rank: 1 },
  },
  { action: 'up', keys: ['up', 'ctrl-p', 'ctrl-k'], shown: '↑ Ctrl-P Ctrl-K', does: 'one hit up', hint: { shown: '↑↓', does: 'move', rank: 4 } },
  { action: 'down', keys: ['down', 'ctrl-n', 'ctrl-j'], shown: '↓ Ctrl-N Ctrl-J', does: 'one hit down' },
  { action: 'page-up', keys: ['page-up'], shown: 'PgUp', does: 'one page up' },
  { action: 'page-down', keys: ['page-down'], shown: 'PgDn', does: 'one page down' },
  { action: 'first', keys: ['home'], shown: 'Home', does: 'first hit' },
  { action: 'last', keys: ['end'], shown: 'End', does: 'last hit' },
  { action: 'help', keys: ['?'], shown: '?', does: 'this help', hint: { shown: '?', does: 'help', rank: 3 } },
  { action: 'redraw', keys: ['ctrl-l'], shown: 'Ctrl-L', does: 'draw the screen again' },
  { action: 'suspend', keys: ['ctrl-z'], shown: 'Ctrl-Z', does: 'suspend; fg comes back' },
  { action: 'leave', keys: ['escape'], shown: 'Esc', does: 'close the help, else leave', hint: { shown: 'Esc', does: 'leave', rank: 2 } },
  { action: 'quit', keys: ['ctrl-c'], shown: 'Ctrl-C', does: 'leave at once' },
];

const ACTION_OF_KEY: ReadonlyMap<string, Action> = new Map(
  KEY_BINDINGS.flatMap((binding) => binding.keys.map((key): [string, Action] => [key, binding.action])),
);

/** What that input asks for; null when it asks for nothing (a paste never does). */
export function actionOf(event: InputEvent): Action | null {
  if (event.kind === 'paste') return null;
  return ACTION_OF_KEY.get(event.kind === 'key' ? event.name : event.text) ?? null;
}
