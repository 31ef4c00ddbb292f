/**
 * The source that the picker asks: one thread that answers with an engine of its own, and from time to time one that reads what is new.
 *
 * They are threads so that the thread that hears keys never waits. They start with the first request, after the first frame. A
 * search that takes long ends as soon as newer words are there: nobody wants its hits any more.
 */
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { compileAsNode } from '../compiler.ts';
import { createQueue } from '../picker/queue.ts';
import type { PickerReply, PickerRequest, PickerSource } from '../picker/question.ts';
import type { AnswererReply } from './pick-answer.ts';
import type { PickThread } from './pick-thread.ts';
import { THREAD_ARGUMENT } from './thread-argument.ts';

/** Threads start this long after the first frame, so that waiting keys are heard first. */
const BEGIN_MS = 30;

/** plugin/lib, in the built program. */
declare const __dirname: string;

/** Starts nothing yet. canRefresh: false with --no-refresh. */
export function openPickSource(thread: Pick<PickThread, 'engine' | 'base'>, canRefresh: boolean): PickerSource {
  let hear: (reply: PickerReply) => void = () => {};
  let answerer: Worker | null = null;
  let refresher: Worker | null = null;
  const newest = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let isClosed = false;
  let begun: Promise<void> | null = null;

  /** Runs the step, but not before the first frame has been drawn: the first request comes with it. */
  function begin(step: () => void): void {
    begun ??= new Promise((done) => void setTimeout(done, BEGIN_MS).unref());
    void begun.then(() => {
      if (!isClosed) step();
    });
  }

  const queue = createQueue((request) => {
    begin(() => {
      answerer ??= startAnswerer();
      answerer.postMessage(request);
    });
  });

  function start(does: PickThread['does']): Worker {
    const workerData: PickThread = { ...thread, does, newest };
    // With streams of its own: whatever it prints must not reach the screen.
    const { Worker: Thread } = require('node:worker_threads') as typeof import('node:worker_threads');
    compileAsNode();
    const worker = new Thread(join(__dirname, 'ccfind.cjs'), { argv: [THREAD_ARGUMENT], workerData, stdin: true, stdout: true, stderr: true });
    // Not earlier: unref() during its start is forgotten, and whoever leaves would wait until a first index is built.
    worker.once('online', () => worker.unref());
    return worker;
  }

  function startAnswerer(): Worker {
    const worker = start('answer');
    worker.on('message', (reply: AnswererReply) => {
      if (worker !== answerer) return;
      if (reply !== null) hear(reply);
      queue.next();
    });
    worker.on('error', (error) => {
      if (worker !== answerer) return;
      const asked = queue.current();
      answerer = null;
      hear({ kind: 'failed', number: asked?.kind === 'search' ? asked.number : null, message: `the search ended: ${error.message}` });
      queue.next();
    });
    return worker;
  }

  function startRefresher(): void {
    if (refresher !== null) return;
    refresher = start('refresh');
    refresher.on('message', (reply: PickerReply) => hear(reply));
    refresher.on('error', (error) => hear({ kind: 'failed', number: null, message: `what is new could not be read: ${error.message}` }));
    refresher.on('exit', () => (refresher = null));
  }

  return {
    listen(listener) {
      hear = (reply) => {
        if (!isClosed) listener(reply);
      };
    },
    ask(request: PickerRequest) {
      if (isClosed) return;
      if (request.kind === 'search' && !isSameQuestion(request, queue.current())) Atomics.store(newest, 0, request.number);
      queue.ask(request);
    },
    refresh() {
      if (canRefresh) begin(startRefresher);
    },
    close() {
      isClosed = true;
      void answerer?.terminate();
      // The refresher is left alone: if it were ended, its lock would stay behind for as long as this process lives.
      answerer = null;
    },
  };
}

/** True for a longer list, or for an index that has grown: a search that was ended for that might never be done while much is read. */
function isSameQuestion({ question }: Extract<PickerRequest, { kind: 'search' }>, present: PickerRequest | null): boolean {
  return present?.kind === 'search' && JSON.stringify({ ...present.question, limit: 0 }) === JSON.stringify({ ...question, limit: 0 });
}
