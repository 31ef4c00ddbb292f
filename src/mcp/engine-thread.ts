/**
 * The engine in a thread of its own, so that pings are answered while it searches, and a search that nobody waits for any more can be ended.
 *
 * The thread starts with the first call, so that a session that never asks costs nothing, and ends after a while without calls, which frees
 * its memory. It takes one call at a time; the others wait in line. A thread that dies takes only one call with it: the next call starts another.
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ENGINE_THREAD_ARGUMENT } from '../cli/thread-argument.ts';
import { compileAsNode } from '../compiler.ts';
import { CcfindError } from '../errors.ts';
import type { ArgumentValues } from './arguments.ts';
import { errorReply } from './reply.ts';
import { STATE_BYTES, watchedState } from './thread-state.ts';
import type { WorkerAnswer, WorkerCall, WorkerStart } from './engine-program.ts';

/** Most calls that may wait; no client makes as many at once. */
const MOST_WAITING = 32;
/** How long the thread lives without calls. The next call then pays for the start of a thread, some 60 ms. */
const IDLE_MS = 10 * 60_000;

/** What came of a call in the end. */
export type CallEnd = Extract<WorkerAnswer, { kind: 'reply' | 'plan' }>;

/** How far a call is. */
export type CallProgress = Extract<WorkerAnswer, { kind: 'progress' }>;

/** Who is told about a call. onEnd is called once, unless the call was given up. */
export interface Caller {
  readonly onProgress: (progress: CallProgress) => void;
  readonly onEnd: (end: CallEnd) => void;
}

/** The engine, as the server's own thread sees it. */
export interface EngineThread {
  /** Makes a call. Returns a function that gives it up: from then on the caller hears nothing of it. Throws CcfindError when too many wait. */
  call(name: WorkerCall['name'], values: ArgumentValues, caller: Caller): () => void;
  close(): void;
}

interface Waiting extends Caller {
  readonly request: WorkerCall;
}

/** Starts nothing yet. file: path of this program. onWarning: for the server's log. */
export function createEngineThread(file: string, start: Omit<WorkerStart, 'state'>, onWarning: (message: string) => void): EngineThread {
  let thread: { worker: Worker; state: ReturnType<typeof watchedState> } | null = null;
  let lastCall = 0;
  let waiting: Waiting[] = [];
  /** The call that the thread is working on, whether somebody still waits for it or not. */
  let present: (Waiting & { isGivenUp: boolean }) | null = null;
  let idleTimer: NodeJS.Timeout | null = null;

  function startThread(): NonNullable<typeof thread> {
    if (!existsSync(file)) throw new CcfindError('failure', `the program of the engine is missing: ${file}`);
    const memory = new SharedArrayBuffer(STATE_BYTES);
    const workerData: WorkerStart = { ...start, state: memory };
    // Nothing that the thread prints may reach standard output.
    compileAsNode();
    const worker = new Worker(file, { argv: [ENGINE_THREAD_ARGUMENT], workerData, stdin: true, stdout: true, stderr: true });
    worker.stdout.resume();
    worker.stderr.on('data', (text: Buffer) => onWarning(text.toString('utf8').trimEnd()));
    const started = { worker, state: watchedState(memory) };
    worker.on('message', (answer: WorkerAnswer) => {
      if (thread === started) take(answer);
    });
    let cause = 'it ended';
    worker.on('error', (error: Error) => (cause = error.message));
    worker.on('exit', () => {
      if (thread !== started) return;
      thread = null;
      const lost = present;
      present = null;
      if (lost?.isGivenUp === false) lost.onEnd({ call: lost.request.call, kind: 'reply', reply: errorReply(new CcfindError('failure', `the engine stopped: ${cause}`, { hint: 'try again' })) });
      next();
    });
    return started;
  }

  function take(answer: WorkerAnswer): void {
    if (answer.kind === 'warning') return onWarning(answer.message);
    if (present?.request.call !== answer.call) return;
    const { isGivenUp, onProgress, onEnd } = present;
    if (answer.kind === 'progress') {
      if (!isGivenUp) onProgress(answer);
      return;
    }
    present = null;
    if (!isGivenUp) onEnd(answer);
    next();
  }

  function next(): void {
    if (present !== null) return;
    const one = waiting.shift();
    if (one === undefined) {
      idleTimer ??= setTimeout(() => end(), IDLE_MS).unref();
      return;
    }
    if (idleTimer !== null) clearTimeout(idleTimer);
    idleTimer = null;
    present = { ...one, isGivenUp: false };
    try {
      thread ??= startThread();
      thread.worker.postMessage(one.request);
    } catch (error) {
      present = null;
      one.onEnd({ call: one.request.call, kind: 'reply', reply: errorReply(error) });
      next();
    }
  }

  /** Ends the thread unless it is writing. Returns whether it did. */
  function end(): boolean {
    if (idleTimer !== null) clearTimeout(idleTimer);
    idleTimer = null;
    if (thread === null || !thread.state.mayEnd()) return false;
    void thread.worker.terminate();
    thread = null;
    return true;
  }

  function giveUp(call: number): void {
    waiting = waiting.filter(({ request }) => request.call !== call);
    if (present?.request.call !== call || present.isGivenUp) return;
    present.isGivenUp = true;
    thread?.state.giveUp(call);
    // A thread that is writing is left to finish: the next search can use what it writes.
    if (!end()) return;
    present = null;
    next();
  }

  return {
    call: (name, values, caller) => {
      if (waiting.length >= MOST_WAITING) throw new CcfindError('failure', `${waiting.length} calls are waiting already`, { hint: 'wait for their replies' });
      const call = ++lastCall;
      waiting.push({ request: { call, name, values }, ...caller });
      next();
      return () => giveUp(call);
    },
    close: () => void end(),
  };
}
