/**
 * The one owner of the terminal: takes it, hears it, and gives it back as it was, whichever way the process ends.
 *
 * The idea: everything that is switched on is undone by one function, `restore`, which is synchronous, works once, and
 * goes in reverse order. It is called by the owner on the way out, when a handler throws, when the process ends or dies
 * of an error, and on SIGINT, SIGTERM, SIGHUP and SIGQUIT, which are raised again afterwards so that whoever started the
 * process sees what ended it. A suspended process (Ctrl-Z) gives the terminal back for as long as it sleeps.
 *
 * Drawing goes to the controlling terminal, else to standard error; never to standard output, which stays clean for
 * `$(…)`. Keys come from standard input. Knows nothing of what is drawn.
 */
import { closeSync, openSync } from 'node:fs';
import { WriteStream, isatty } from 'node:tty';
import { writeAll } from './descriptor.ts';
import type { InputEvent } from './input.ts';
import { createInputDecoder } from './input.ts';
import { outliveTerminal } from './lost.ts';

/** The size of a terminal, in characters. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** What a terminal needs from the system; fakes in tests. */
export interface Device {
  readonly input: Pick<NodeJS.ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'>;
  /** Writes all of it before it returns. */
  write(text: string): void;
  /** The size as the system tells it; 0 or NaN where it does not know. */
  measure(): Size;
  close(): void;
}

/** The parts of `process` that are used. */
export type Host = Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'pid'>;

/** What the owner of a terminal is told. */
export interface TerminalHandlers {
  onInput(event: InputEvent): void;
  /** The screen has another size, or somebody else has drawn on it: draw everything. */
  onRedraw(): void;
  /** The terminal is gone, or sends nothing any more. It is restored as far as it can be. */
  onLost(): void;
  /** A handler has thrown. The terminal is restored. */
  onError(error: unknown): void;
}

/** A terminal that was taken. */
export interface Terminal {
  /** Present size; 80 by 24 where it is unknown. */
  size(): Size;
  /** Writes to the drawing device; does nothing while it is given back. */
  write(text: string): void;
  /** Calls `step` once all waiting input has been heard, unless the terminal is restored by then. An error that it throws counts as a handler's. */
  soon(step: () => void): void;
  /** Gives the terminal back, stops the process group as Ctrl-Z does, and takes it again when continued. */
  suspend(): void;
  /** Gives the terminal back for good. May be called any number of times. */
  restore(): void;
}

/** How a terminal is taken. */
export interface TakeOptions {
  /** Mouse reports come as events. */
  readonly hasMouse?: boolean;
  readonly host?: Host;
}

/** Modes, switched on in this order and off in reverse. */
const MODES: readonly { readonly what: string; readonly on: string; readonly off: string }[] = [
  { what: 'alternate screen', on: '\x1b[?1049h', off: '\x1b[?1049l' },
  { what: 'hidden cursor', on: '\x1b[?25l', off: '\x1b[?25h' },
  { what: 'no wrap at the last column', on: '\x1b[?7l', off: '\x1b[?7h' },
  { what: 'bracketed paste', on: '\x1b[?2004h', off: '\x1b[?2004l' },
];

/** Buttons and wheel, in SGR form. To select text, the person must then hold Shift. */
const MOUSE_MODES: typeof MODES = [
  { what: 'reports of the mouse', on: '\x1b[?1000h', off: '\x1b[?1000l' },
  { what: 'their SGR form', on: '\x1b[?1006h', off: '\x1b[?1006l' },
];

/** Ends whatever a frame may have left open: a synchronised update, styles. */
const END_OF_FRAME = '\x1b[?2026l\x1b[0m';

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** A sequence comes in one piece except over slow lines; people wait longer than this between Esc and the next key. */
const SEQUENCE_WAIT_MS = 50;

/** A paste that never ends must not swallow the keys that follow. */
const PASTE_WAIT_MS = 1000;

/** If no SIGCONT comes for this long while we run, we were not stopped at all (as when nobody could continue us). */
const STOP_WAIT_MS = 100;

const DEFAULT_SIZE: Size = { cols: 80, rows: 24 };

/** The terminal of this process; null when standard input or the drawing device is not one. */
export function findTerminal(): Device | null {
  if (!isatty(0)) return null;
  outliveTerminal();
  const controlling = openControlling();
  if (controlling !== null) {
    return {
      input: process.stdin,
      write: (text) => writeAll(controlling, text),
      measure: measureControlling,
      close: () => closeSync(controlling),
    };
  }
  if (!isatty(2)) return null;
  // Used before we listen for changes of size: its own listener must run before ours.
  const stderr = process.stderr;
  return {
    input: process.stdin,
    write: (text) => writeAll(2, text),
    measure: () => ({ cols: stderr.columns, rows: stderr.rows }),
    close: () => {},
  };
}

/** Takes the terminal: raw mode, alternate screen. `restore` gives it back. Throws what taking it throws, with the terminal restored. */
export function takeTerminal(device: Device, handlers: TerminalHandlers, { hasMouse = false, host = process }: TakeOptions = {}): Terminal {
  const modes = hasMouse ? [...MODES, ...MOUSE_MODES] : MODES;
  const decoder = createInputDecoder();
  const undoSteps: (() => void)[] = [];
  let isRestored = false;
  let isActive = false;
  let inputTimer: NodeJS.Timeout | undefined;
  let stopTimer: NodeJS.Timeout | undefined;

  /** Wraps a handler: no error in it may leave the terminal raw. */
  const guarded = <T extends unknown[]>(handler: (...values: T) => void) => (...values: T): void => {
    if (isRestored) return;
    try {
      handler(...values);
    } catch (error) {
      restore();
      handlers.onError(error);
    }
  };

  function activate(): void {
    if (isActive) return;
    isActive = true;
    device.input.setRawMode(true);
    device.write(modes.map((mode) => mode.on).join(''));
  }

  function deactivate(): void {
    if (!isActive) return;
    isActive = false;
    const off = [...modes].reverse().map((mode) => mode.off).join('');
    attempt(() => device.write(END_OF_FRAME + off));
    attempt(() => device.input.setRawMode(false));
  }

  function restore(): void {
    if (isRestored) return;
    isRestored = true;
    for (const undo of undoSteps.reverse()) attempt(undo);
  }

  function deliver(events: readonly InputEvent[]): void {
    for (const event of events) {
      if (isRestored) return;
      handlers.onInput(event);
    }
    clearTimeout(inputTimer);
    const open = decoder.waiting();
    if (open !== 'nothing' && !isRestored) {
      inputTimer = setTimeout(guarded(() => deliver(decoder.flush())), open === 'paste' ? PASTE_WAIT_MS : SEQUENCE_WAIT_MS);
    }
  }

  function suspend(): void {
    if (isRestored || !isActive || process.platform === 'win32') return;
    deactivate();
    // Our own handler must not catch the signal, or nothing would stop.
    host.off('SIGTSTP', onStop);
    host.kill(0, 'SIGTSTP');
    stopTimer = setTimeout(onContinue, STOP_WAIT_MS);
  }

  function listen(target: Pick<NodeJS.EventEmitter, 'on' | 'off'>, name: string, listener: (...values: never[]) => void): void {
    const untyped = listener as (...values: unknown[]) => void;
    target.on(name, untyped);
    undoSteps.push(() => target.off(name, untyped));
  }

  const onSignal = (signal: NodeJS.Signals): void => {
    restore();
    host.kill(host.pid, signal);
  };
  const onStop = guarded(suspend);
  const onContinue = guarded(() => {
    clearTimeout(stopTimer);
    host.off('SIGTSTP', onStop);
    host.on('SIGTSTP', onStop);
    // If we were stopped without our doing, a shell may have changed the terminal in the meantime.
    deactivate();
    activate();
    handlers.onRedraw();
  });

  undoSteps.push(() => device.close());
  const events = host as Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  for (const signal of FATAL_SIGNALS) listen(events, signal, onSignal);
  listen(events, 'exit', restore);
  listen(events, 'uncaughtExceptionMonitor', restore);
  listen(events, 'SIGTSTP', onStop);
  listen(events, 'SIGCONT', onContinue);
  listen(events, 'SIGWINCH', guarded(() => handlers.onRedraw()));
  undoSteps.push(deactivate);
  const onLost = guarded(() => {
    restore();
    handlers.onLost();
  });
  listen(device.input, 'data', guarded((bytes: Buffer) => deliver(decoder.push(bytes))));
  listen(device.input, 'end', onLost);
  listen(device.input, 'error', onLost);
  // This listener stays: a closed terminal reports more than one error, and one that nobody hears would end the process.
  device.input.on('error', () => {});
  undoSteps.push(() => {
    clearTimeout(inputTimer);
    clearTimeout(stopTimer);
    device.input.pause();
  });
  try {
    activate();
    device.input.resume();
  } catch (error) {
    restore();
    throw error;
  }

  return {
    size() {
      const { cols, rows } = device.measure();
      return { cols: cols > 0 ? cols : DEFAULT_SIZE.cols, rows: rows > 0 ? rows : DEFAULT_SIZE.rows };
    },
    write(text) {
      if (isActive) device.write(text);
    },
    soon: (step) => void setImmediate(guarded(step)),
    suspend,
    restore,
  };
}

/** Runs a step of the way out. If it fails, the next one must still be taken. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The terminal is gone: nothing is left to restore.
  }
}

function openControlling(): number | null {
  try {
    const fd = openSync('/dev/tty', 'w');
    if (isatty(fd)) return fd;
    closeSync(fd);
  } catch {
    // No controlling terminal.
  }
  return null;
}

/** Node reads the size of such a stream only when it is created, so one is created each time. */
function measureControlling(): Size {
  const stream = new WriteStream(openSync('/dev/tty', 'w'));
  const size = { cols: stream.columns, rows: stream.rows };
  stream.destroy();
  return size;
}
