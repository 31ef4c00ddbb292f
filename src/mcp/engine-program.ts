/**
 * The program of the engine's thread: takes calls one by one, and sends back what came of them.
 *
 * It prints nothing: standard output belongs to the protocol.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { CliContext } from '../cli/context.ts';
import { optimiseHotCode } from '../compiler.ts';
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { countedOf } from '../sizes.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { ArgumentValues } from './arguments.ts';
import { createCalls } from './calls.ts';
import { errorReply } from './reply.ts';
import type { Reply } from './reply.ts';
import { ownState } from './thread-state.ts';

/** What the thread is started with. */
export interface WorkerStart {
  readonly state: SharedArrayBuffer;
  readonly cwd: string;
  readonly extraRoots: readonly string[];
  readonly parentPid: number;
}

/** A call. `call` is its number; numbers go up. */
export interface WorkerCall {
  readonly call: number;
  readonly name: 'search' | 'read' | 'plan';
  readonly values: ArgumentValues;
}

/** What became of a call, or how far it is. */
export type WorkerAnswer =
  | { readonly call: number; readonly kind: 'reply'; readonly reply: Reply }
  | { readonly call: number; readonly kind: 'plan'; readonly plan: ResumePlan }
  | { readonly call: number; readonly kind: 'progress'; readonly done: number; readonly total: number; readonly message: string }
  | { readonly call: number; readonly kind: 'warning'; readonly message: string };

/** Least time between two reports of progress. */
const PROGRESS_MS = 500;

/** Ends a call that nobody waits for any more. */
class GivenUp extends Error {}

/** Answers calls until the thread is ended. */
export function runEngineThread({ env, openEngine }: CliContext): Promise<number> {
  const { state: memory, cwd, extraRoots, parentPid } = workerData as WorkerStart;
  const state = ownState(memory);
  const send = (answer: WorkerAnswer): void => parentPort?.postMessage(answer);
  let present = 0;
  let toldMs = 0;
  const calls = createCalls({
    env,
    cwd,
    extraRoots,
    parentPid,
    nowMs: Date.now,
    openEngine,
    onProgress: ({ filesDone, filesTotal, bytesDone, bytesTotal }) => {
      const nowMs = Date.now();
      if (nowMs - toldMs < PROGRESS_MS) return;
      toldMs = nowMs;
      send({ call: present, kind: 'progress', done: bytesDone, total: bytesTotal, message: `indexing: ${countedOf(filesDone, filesTotal, 'file')}` });
    },
    onWarning: (message) => send({ call: present, kind: 'warning', message: sanitize(message) }),
    onWriting: () => state.writing(),
    onReading: () => {
      if (!state.reading(present)) throw new GivenUp();
    },
  });

  // It answers for days, so code that is used often is worth compiling.
  optimiseHotCode(true);

  parentPort?.on('message', ({ call, name, values }: WorkerCall) => {
    present = call;
    try {
      if (name === 'plan') send({ call, kind: 'plan', plan: calls.plan(String(values.session)) });
      else send({ call, kind: 'reply', reply: name === 'search' ? calls.search(values) : calls.read(values) });
    } catch (error) {
      // Anything else is a bug, and its stack goes to the log.
      if (!(error instanceof CcfindError) && !(error instanceof GivenUp)) send({ call, kind: 'warning', message: sanitize(error instanceof Error ? (error.stack ?? error.message) : String(error)) });
      send({ call, kind: 'reply', reply: errorReply(error) });
    }
    state.idle();
  });
  return new Promise(() => {});
}
