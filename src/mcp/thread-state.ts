/**
 * What the thread of the engine is at, in memory that both threads see: so that a search can be stopped and a write cannot.
 *
 * A thread that is ended while it writes would leave the index locked by a process that lives. So it says when it only reads,
 * and whoever wants to end it must win that state from it first: from `reading` to `ended` there is one step, and the thread that comes to write and
 * finds itself ended waits for its end.
 */

const STATE = { idle: 0, writing: 1, reading: 2, ended: 3 } as const;

/** Bytes of the memory. */
export const STATE_BYTES = 8;

/** Of the thread of the engine. */
export interface OwnState {
  idle(): void;
  /** Never returns when the thread was ended. */
  writing(): void;
  /** False when the call of that number was given up meanwhile. */
  reading(call: number): boolean;
}

/** As the thread of the engine sees it. */
export function ownState(memory: SharedArrayBuffer): OwnState {
  const cells = new Int32Array(memory);
  const change = (to: number): void => {
    for (;;) {
      const from = Atomics.load(cells, 0);
      if (from === STATE.ended) Atomics.wait(cells, 0, STATE.ended);
      else if (Atomics.compareExchange(cells, 0, from, to) === from) return;
    }
  };
  return {
    idle: () => change(STATE.idle),
    writing: () => change(STATE.writing),
    reading: (call) => {
      change(STATE.reading);
      return Atomics.load(cells, 1) < call;
    },
  };
}

/** As the other thread sees it. */
export function watchedState(memory: SharedArrayBuffer): { giveUp(call: number): void; mayEnd(): boolean } {
  const cells = new Int32Array(memory);
  return {
    /** That call is not to go on behind its next step, nor any before it. */
    giveUp: (call) => void Atomics.store(cells, 1, call),
    /** True when the thread writes nothing and will not begin to. */
    mayEnd: () => [STATE.reading, STATE.idle].some((state) => Atomics.compareExchange(cells, 0, state, STATE.ended) === state),
  };
}
