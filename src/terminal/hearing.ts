/**
 * Hears a terminal: its bytes, and its silence, which ends what is open (an Esc that was alone, a paste that was cut off).
 */
import type { InputEvent, Waiting } from './input.ts';
import { createInputDecoder } from './input.ts';

/** A decoder with a clock. */
export interface Hearing {
  push(bytes: Uint8Array): void;
  /** Nothing more is heard of what is open. */
  stop(): void;
}

/**
 * How long to wait for more. A sequence comes in one piece except over slow lines, and people wait longer than 50 ms between Esc and the next
 * key. What is surely unfinished may be held up by such a line, and its rest must not count as typed; least of all that of a paste, where a
 * line end would be Enter. But what never comes must not swallow keys for ever.
 */
const WAIT_MS: Readonly<Record<Exclude<Waiting, 'nothing'>, number>> = { key: 50, rest: 1000, paste: 5000 };

/** deliver: gets the events that belong together, perhaps none. */
export function createHearing(deliver: (events: readonly InputEvent[]) => void): Hearing {
  const decoder = createInputDecoder();
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function stop(): void {
    clearTimeout(timer);
    clearImmediate(turn);
  }

  function hear(events: readonly InputEvent[]): void {
    stop();
    const open = decoder.waiting();
    // If the process was held up, by a terminal that is slow to read, the rest may have come in the meantime: it is heard first.
    if (open !== 'nothing') timer = setTimeout(() => (turn = setImmediate(() => hear(decoder.flush()))), WAIT_MS[open]);
    deliver(events);
  }

  return { push: (bytes) => hear(decoder.push(bytes)), stop };
}
