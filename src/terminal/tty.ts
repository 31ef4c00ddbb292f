/**
 * The one owner of the terminal: takes it, hears it, and gives it back as it was, whichever way the process ends.
 *
 * The idea: everything that is switched on is undone by one function, `restore`, which is synchronous, works once, and
 * goes in reverse order. It is called by the owner on the way out, when a handler throws, when the process ends or dies
 * of an error, and on fatal signals, which are raised again afterwards so that whoever started the process sees what
 * ended it. A suspended process (Ctrl-Z) gives the terminal back for as long as it sleeps. Knows nothing of what is drawn.
 */
import type { Device, Size } from './device.ts';
import { createHearing } from './hearing.ts';
import type { InputEvent } from './input.ts';
import { createModes } from './modes.ts';

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

/** Whatever ends a process and can be heard. */
const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGUSR2'] as const;

/** If no SIGCONT comes for this long while we run, we were not stopped at all (as when nobody could continue us). */
const STOP_WAIT_MS = 100;

const DEFAULT_SIZE: Size = { cols: 80, rows: 24 };

/** Takes the terminal: raw mode, alternate screen. `restore` gives it back. Throws what taking it throws, with the terminal restored. */
export function takeTerminal(device: Device, handlers: TerminalHandlers, { hasMouse = false, host = process }: TakeOptions = {}): Terminal {
  const modes = createModes(device, hasMouse);
  const undoSteps: (() => void)[] = [];
  let isRestored = false;
  let isGone = false;
  let stopTimer: NodeJS.Timeout | undefined;

  /** Wraps a handler: no error in it may leave the terminal raw. */
  const guarded = <T extends unknown[]>(handler: (...values: T) => void) => (...values: T): void => {
    if (isRestored) return;
    try {
      handler(...values);
    } catch (error) {
      restore();
      if (isGone) handlers.onLost();
      else handlers.onError(error);
    }
  };

  /** A device that fails is gone: it is often the first to tell. */
  function ask<T>(question: () => T): T {
    try {
      return question();
    } catch (error) {
      isGone = true;
      throw error;
    }
  }

  function restore(): void {
    if (isRestored) return;
    isRestored = true;
    for (const undo of undoSteps.reverse()) attempt(undo);
  }

  function suspend(): void {
    if (isRestored || !modes.isOn() || process.platform === 'win32') return;
    ask(modes.off);
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
    ask(modes.off);
    ask(modes.on);
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
  undoSteps.push(modes.off);
  const onLost = guarded(() => {
    restore();
    handlers.onLost();
  });
  const hearing = createHearing(guarded((events: readonly InputEvent[]) => {
    for (const event of events) if (!isRestored) handlers.onInput(event);
  }));
  listen(device.input, 'data', hearing.push);
  listen(device.input, 'end', onLost);
  listen(device.input, 'error', onLost);
  // This listener stays: a closed terminal reports more than one error, and one that nobody hears would end the process.
  device.input.on('error', () => {});
  undoSteps.push(() => {
    hearing.stop();
    clearTimeout(stopTimer);
    device.input.pause();
  });
  try {
    modes.on();
    device.input.resume();
  } catch (error) {
    restore();
    throw error;
  }

  return {
    size() {
      const { cols, rows } = ask(() => device.measure());
      return { cols: cols > 0 ? cols : DEFAULT_SIZE.cols, rows: rows > 0 ? rows : DEFAULT_SIZE.rows };
    },
    write(text) {
      if (modes.isOn()) ask(() => device.write(text));
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
