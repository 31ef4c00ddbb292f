/**
 * The program of the threads behind the picker: one answers requests, another brings the index up to date.
 *
 * A thread runs this same program, told so by its first argument, so that it uses the compiled code that earlier searches have kept.
 * It prints nothing: standard error is the person's screen.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { optimiseLate } from '../compiler.ts';
import type { EngineOptions } from '../contract.ts';
import type { PickerRequest } from '../picker/question.ts';
import type { CliContext } from './context.ts';
import type { AnswererReply, PickBase } from './pick-answer.ts';
import { createAnswerer } from './pick-answer.ts';
import { createPace, describeProgress } from './progress.ts';
import { describeWaiting } from './waiting-text.ts';

/** How a thread is started. */
export interface PickThread {
  readonly does: 'answer' | 'refresh';
  readonly engine: Pick<EngineOptions, 'roots' | 'indexDir' | 'synonymsPath'>;
  readonly base: PickBase;
  /** One number, in shared memory: that of the newest search that makes older ones needless. */
  readonly newest: Int32Array;
}

/** As long as a search waits for another writer; what the other writes is seen later all the same. */
const WAIT_MS = 2000;
/** How often, during a long refresh, the list takes in what has been read so far. */
const GROWN_EVERY_MS = 1500;
/** A refresh or wait that is over sooner is not mentioned. */
const SILENT_MS = 200;

/** Runs until the port is closed; a refresh, until it is done. */
export function runPickThread(context: CliContext): Promise<number> {
  const { does, engine: options, base, newest } = workerData as PickThread;
  if (does === 'refresh') return Promise.resolve(refresh(context, options));
  const answer = createAnswerer((checkpoint) => context.openEngine({ ...options, checkpoint }), base, newest);
  parentPort?.on('message', (asked: PickerRequest) => {
    // A picker lives as long as a person types, so code that is used again and again is worth compiling. Set at every request: the
    // switch belongs to the whole process, and the thread that reads what is new resets it when it starts.
    optimiseLate();
    post(answer(asked));
  });
  return new Promise(() => {});
}

function refresh(context: CliContext, options: PickThread['engine']): number {
  const paceAt = createPace();
  let grownMs = 0;
  const engine = context.openEngine({
    ...options,
    onProgress: (progress) => {
      const pace = paceAt(progress);
      if (progress.elapsedMs >= SILENT_MS) post({ kind: 'progress', text: describeProgress(progress, pace) });
      if (progress.elapsedMs - grownMs < GROWN_EVERY_MS) return;
      grownMs = progress.elapsedMs;
      post({ kind: 'grown' });
    },
    onWait: (waiting) => {
      if (waiting.waitedMs >= SILENT_MS) post({ kind: 'progress', text: describeWaiting(waiting) });
    },
    onWarning: (message) => post({ kind: 'failed', number: null, message }),
  });
  engine.refresh({ waitMs: WAIT_MS });
  engine.close();
  post({ kind: 'progress', text: '' });
  post({ kind: 'grown' });
  return 0;
}

function post(reply: AnswererReply): void {
  parentPort?.postMessage(reply);
}
