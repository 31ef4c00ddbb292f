/**
 * The program of a worker thread: makes segments from drafts, one at a time, for segment-workers.ts.
 *
 * It touches no file and prints nothing. Whatever goes wrong is reported as an answer: the other side then makes the segment itself.
 * The file's bytes are in shared memory that is reused, which costs neither copies nor garbage.
 * The other side does not look at its messages by itself, so each answer rings: a number that it waits for goes up.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { CostMeter } from './cost-meter.ts';
import type { PhaseCost } from './cost-meter.ts';
import type { SegmentSource } from './segment-draft.ts';
import { SegmentWriter } from './segment-writer.ts';
import { DEFLATE_NOTHING } from './term-writer.ts';

/** What a worker is started with. */
export interface WorkerData {
  /** Receives a SegmentSource for each segment, sends a WorkerAnswer. */
  readonly port: MessagePort;
  readonly bell: Int32Array;
}

/** null when the segment could not be made. */
export type WorkerAnswer = {
  /** The bytes of the segment's file, until the next source is sent. */
  readonly file: Uint8Array<SharedArrayBuffer>;
  /** What took how long. */
  readonly phases: readonly PhaseCost[];
} | null;

/** Segments of one build are of about the same size. */
const ROOM = 1.25;

const { port, bell } = workerData as WorkerData;
const collectGarbage = garbageCollector();

const meter = new CostMeter();
// Workers are for a long build, which ends with a merge of what they make.
const writer = new SegmentWriter(meter, DEFLATE_NOTHING);
let memory = new SharedArrayBuffer(0);

port.on('message', (source: SegmentSource) => {
  port.postMessage(make(source));
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
  collectGarbage();
});

function make(source: SegmentSource): WorkerAnswer {
  try {
    meter.clear();
    const parts = writer.write(source);
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    if (bytes > memory.byteLength) memory = new SharedArrayBuffer(Math.ceil(bytes * ROOM));
    const file = new Uint8Array(memory, 0, bytes);
    let length = 0;
    for (const part of parts) {
      file.set(part, length);
      length += part.length;
    }
    return { file, phases: meter.phases() };
  } catch {
    return null;
  }
}

/** V8 lets 64 MB of buffers pile up in every thread before it looks for unused ones: too much here. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
