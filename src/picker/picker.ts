/**
 * The picker: shows the hits of an answer under the keys and says which one was chosen.
 *
 * A loop around pure parts: input → action (keymap) → state → view → screen. It owns the terminal while it runs and has
 * given it back when it returns, so that the caller may hand it to `claude`. It starts nothing and searches nothing.
 * Where there is no terminal, a dumb one, or no hit, it prints the plain list instead.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { EXIT } from '../errors.ts';
import { createScreen } from '../terminal/screen.ts';
import { createStyle } from '../terminal/style.ts';
import type { Device } from '../terminal/tty.ts';
import { findTerminal, takeTerminal } from '../terminal/tty.ts';
import { actionOf } from './keymap.ts';
import { paintLine } from './line.ts';
import { plainList } from './plain-list.ts';
import type { PickerEvent, PickerState } from './state.ts';
import { nextState, openingState } from './state.ts';
import { view } from './view.ts';

/** What the picker shows, and on what. */
export interface PickerOptions {
  readonly answer: SearchAnswer;
  /** The line to type to be back in that hit, for the plain list; may hold anything, is sanitised here. */
  readonly command: (hit: Hit) => string;
  /** Environment of this process; only TERM is looked at. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a terminal gets colour: --color, FORCE_COLOR and NO_COLOR are the caller's. */
  readonly color: boolean;
  readonly nowMs: number;
  /** Standard output. Only the plain list goes there. */
  readonly print: (text: string) => void;
}

/** How it ended. */
export type PickerOutcome =
  | { readonly kind: 'chosen'; readonly hit: Hit }
  /** Left with Esc or Ctrl-C, or the terminal was closed. */
  | { readonly kind: 'left'; readonly exitCode: typeof EXIT.cancelled }
  /** No picker was shown; the list was printed. */
  | { readonly kind: 'listed'; readonly exitCode: typeof EXIT.ok | typeof EXIT.nothing };

/**
 * Shows the picker; resolves when the person has chosen or left, with the terminal restored. Rejects with what a
 * handler threw, restored as well. A fatal signal restores and ends the process.
 */
export async function runPicker(options: PickerOptions): Promise<PickerOutcome> {
  const { answer } = options;
  const device = answer.hits.length === 0 || isDumb(options.env) ? null : findTerminal();
  if (device === null) {
    options.print(plainList(answer, options.command, options.nowMs));
    return { kind: 'listed', exitCode: answer.hits.length === 0 ? EXIT.nothing : EXIT.ok };
  }
  return pickOn(device, options);
}

function pickOn(device: Device, options: PickerOptions): Promise<PickerOutcome> {
  const style = createStyle(options.color);
  return new Promise((done, fail) => {
    const terminal = takeTerminal(device, {
      onInput(event) {
        const action = actionOf(event);
        if (action === 'suspend') terminal.suspend();
        else if (action === 'redraw') redraw();
        else if (action !== null) apply({ kind: 'action', action });
      },
      onRedraw: redraw,
      onLost: () => done({ kind: 'left', exitCode: EXIT.cancelled }),
      onError: fail,
    });
    const screen = createScreen((text) => terminal.write(text));
    let state: PickerState;

    function redraw(): void {
      screen.forget();
      apply({ kind: 'resize', ...terminal.size() });
    }

    function apply(event: PickerEvent): void {
      state = nextState(state, event);
      if (state.outcome === null) {
        screen.draw(view(state, state.cols, state.rows).map((line) => paintLine(line, style)));
        return;
      }
      terminal.restore();
      const hit = state.answer.hits[state.selected];
      done(state.outcome === 'resume' ? { kind: 'chosen', hit } : { kind: 'left', exitCode: EXIT.cancelled });
    }

    // The first frame is no handler's: what it throws must not leave the terminal taken either.
    try {
      const { answer, nowMs, color } = options;
      state = openingState({ answer, nowMs, hasColor: color, ...terminal.size() });
      redraw();
    } catch (error) {
      terminal.restore();
      fail(error);
    }
  });
}

/** A terminal that cannot address its cursor, or (outside Windows) does not say what it is. */
function isDumb(env: Readonly<Record<string, string | undefined>>): boolean {
  const term = env['TERM'] ?? '';
  return term === 'dumb' || (term === '' && process.platform !== 'win32');
}
