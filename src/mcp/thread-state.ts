/**
 * What the engine's thread is doing, in memory that both threads share, so that a search can be stopped and a write cannot.
 *
 * If the thread were ended while it writes, the index would stay locked by a process that is alive. So the thread says when it only reads,
 * and whoever wants to end it must first change that state, in one atomic step, from `reading` to `ended`. A thread that is about to write and
 * finds itself ended waits for its end.
 */

const STATE = { idle: 0, writing: 1, reading: 2, ended: 3 } as const;

/** Size of the shared memory. */
export const STATE_BYTES = 8;

/** What the engine's thread says about itself. */
export interface OwnState {
  idle(): void;
  /** Never returns if the thread was ended. */
  writing(): void;
  /** False if the call of that number was given up in the meantime. */
  reading(call: number): boolean;
}

/** The state as the engine's thread sees it. */
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

/** The state as the other thread sees it. */
export function watchedState(memory: SharedArrayBuffer): { giveUp(call: number): void; mayEnd(): boolean } {
  const cells = new Int32Array(memory);
  return {
    /** That call, and any before it, must not go on after their next step. */
    giveUp: (call) => void Atomics.store(cells, 1, call),
    /** True when the thread is not writing and, from now on, will not begin to. */
    mayEnd: () => [STATE.reading, STATE.idle].some((state) => Atomics.compareExchange(cells, 0, state, STATE.ended) === state),
  };
}
