/**
 * The source that the picker asks: one thread that answers with an engine of its own, and from time to time one that reads what is new.
 *
 * They are threads so that the thread that hears keys never waits. They start with the first request, after the first frame. A
 * search that takes long while newer words wait is ended together with its thread: nobody wants its hits any more.
 */
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { compileAsNode } from '../compiler.ts';
import { createQueue } from '../picker/queue.ts';
import type { PickerReply, PickerRequest, PickerSource } from '../picker/question.ts';
import type { PickThread } from './pick-thread.ts';
import { THREAD_ARGUMENT } from './thread-argument.ts';

/** How long newer words wait for a search for older ones to finish: a pattern over gigabytes can take minutes. */
const PATIENCE_MS = 1000;

/** Threads start this long after the first frame, so that waiting keys are heard first. */
const BEGIN_MS = 30;

/** plugin/lib, in the built program. */
declare const __dirname: string;

/** Starts nothing yet. canRefresh: false with --no-refresh. */
export function openPickSource(thread: Omit<PickThread, 'does'>, canRefresh: boolean): PickerSource {
  let hear: (reply: PickerReply) => void = () => {};
  let answerer: Worker | null = null;
  let refresher: Worker | null = null;
  let sinceMs = 0;
  let timer: NodeJS.Timeout | undefined;
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
    sinceMs = Date.now();
    begin(() => {
      answerer ??= startAnswerer();
      answerer.postMessage(request);
    });
  });

  function start(does: PickThread['does']): Worker {
    const workerData: PickThread = { ...thread, does };
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
    worker.on('message', (reply: PickerReply) => {
      if (worker !== answerer) return;
      hear(reply);
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

  /** Ends a search that newer words wait for too long. */
  function watch(): void {
    clearTimeout(timer);
    if (isClosed || !queue.hasWaitingSearch()) return;
    const leftMs = sinceMs + PATIENCE_MS - Date.now();
    if (leftMs > 0) {
      timer = setTimeout(watch, leftMs);
      return;
    }
    void answerer?.terminate();
    answerer = null;
    queue.next();
    watch();
  }

  return {
    listen(listener) {
      hear = (reply) => {
        if (!isClosed) listener(reply);
      };
    },
    ask(request: PickerRequest) {
      if (isClosed) return;
      queue.ask(request);
      watch();
    },
    refresh() {
      if (canRefresh) begin(startRefresher);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      void answerer?.terminate();
      // The refresher is left alone: if it were ended, its lock would stay behind for as long as this process lives.
      answerer = null;
    },
  };
}
