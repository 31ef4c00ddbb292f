/**
 * Segments made by worker threads, while this thread goes on reading.
 *
 * Everything is synchronous here: the event loop never gets its turn while a refresh runs, so answers are fetched from the ports, and
 * waiting is Atomics.wait on a number that each answer raises. A draft stays here until its segment has come. So a worker that fails,
 * or gives no sign for too long (it may be dead, and nothing would tell), costs only time: all workers are given up, and what they
 * have not done, with all that follows, is made in this thread. Only this thread writes files: it holds the lock.
 * Each worker has one segment at a time, which bounds memory, with the draft that is being filled.
 */
import { existsSync } from 'node:fs';
import * as os from 'node:os';
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { CostMeter } from './cost-meter.ts';
import { buildHere } from './segment-builder.ts';
import type { OnBuilt, SegmentBuilder } from './segment-builder.ts';
import type { SegmentSource } from './segment-draft.ts';
import type { WorkerAnswer, WorkerData } from './segment-worker.ts';

/** From the built file, plugin/lib; missing when the source is part of another bundle. */
declare const __dirname: string | undefined;

/** The built program of the workers, null when this is not the built program. */
const WORKER_FILE = typeof __dirname === 'string' ? join(__dirname, 'worker.cjs') : null;

/** Two keep up with a thread that reads: reading takes a quarter of the processor time of a build. */
const WORKER_COUNT = 2;
/** A draft of 8 MB takes 0.7 s of processor time; a worker without an answer for a minute counts as dead. Counted in waits, since a process can be stopped. */
const WAIT_MS = 1000;
const PATIENCE = 60;

interface Job {
  readonly source: SegmentSource;
  readonly onBuilt: OnBuilt;
}

interface Hand {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** The segment it works on; null when it is idle. */
  job: Job | null;
}

/**
 * Null where there is no second processor, and where the workers' program is not there. They start with the first segment.
 *
 * file: their program. patience: waits of a second without an answer.
 */
export function buildInWorkers(meter: CostMeter, file = WORKER_FILE, patience = PATIENCE): SegmentBuilder | null {
  const processorCount = os.availableParallelism?.() ?? os.cpus().length;
  return file === null || !existsSync(file) || processorCount < 2 ? null : new SegmentWorkers(file, meter, patience);
}

class SegmentWorkers implements SegmentBuilder {
  private readonly file: string;
  private readonly meter: CostMeter;
  private readonly patience: number;
  private readonly bell = new Int32Array(new SharedArrayBuffer(4));
  private readonly here: SegmentBuilder;
  private hands: Hand[] = [];
  private isGivenUp = false;

  constructor(file: string, meter: CostMeter, patience: number) {
    this.file = file;
    this.meter = meter;
    this.patience = patience;
    this.here = buildHere(meter);
  }

  submit(source: SegmentSource, onBuilt: OnBuilt): void {
    this.start();
    this.waitUntil(() => this.isGivenUp || this.hands.some(({ job }) => job === null));
    const free = this.hands.find(({ job }) => job === null);
    if (free === undefined) return this.here.submit(source, onBuilt);
    free.job = { source, onBuilt };
    free.port.postMessage(source);
  }

  poll(): void {
    this.fetch();
  }

  drain(): void {
    this.waitUntil(() => this.hands.every(({ job }) => job === null));
  }

  rest(): void {
    this.drain();
    this.close();
  }

  close(): void {
    this.isGivenUp = true;
    for (const { worker } of this.hands) void worker.terminate();
    this.hands = [];
  }

  private start(): void {
    if (this.isGivenUp || this.hands.length > 0) return;
    try {
      for (let i = 0; i < WORKER_COUNT; i++) this.hands.push(this.startOne());
    } catch {
      // No more threads, no memory for one.
      this.giveUp();
    }
  }

  private startOne(): Hand {
    const { port1, port2 } = new MessageChannel();
    const workerData: WorkerData = { port: port2, bell: this.bell };
    // The flags of this process do not concern them.
    const worker = new Worker(this.file, { workerData, transferList: [port2], env: {}, execArgv: [] });
    // An error would be thrown where nobody can catch it, after the run.
    worker.on('error', () => {});
    worker.unref();
    return { worker, port: port1, job: null };
  }

  private waitUntil(isEnough: () => boolean): void {
    if (isEnough()) return;
    const before = this.meter.switchTo('workers');
    try {
      for (let waits = 0; !isEnough(); ) {
        const rung = Atomics.load(this.bell, 0);
        if (this.fetch()) waits = 0;
        else if (Atomics.wait(this.bell, 0, rung, WAIT_MS) !== 'timed-out') waits = 0;
        else if (++waits >= this.patience) this.giveUp();
      }
    } finally {
      this.meter.switchTo(before);
    }
  }

  /** Hands out what has come. False when nothing has. */
  private fetch(): boolean {
    let isAny = false;
    for (const hand of this.hands) {
      const { job } = hand;
      const answer = job === null ? undefined : (receiveMessageOnPort(hand.port)?.message as WorkerAnswer | undefined);
      if (job === null || answer === undefined) continue;
      isAny = true;
      if (answer === null) {
        this.giveUp();
        break;
      }
      hand.job = null;
      this.meter.countBeside(answer.phases);
      job.onBuilt([answer.file]);
    }
    return isAny;
  }

  /** From now on everything is made here, first what the workers have begun. */
  private giveUp(): void {
    const jobs = this.hands.flatMap(({ job }) => (job === null ? [] : [job]));
    this.close();
    for (const { source, onBuilt } of jobs) this.here.submit(source, onBuilt);
  }
}
