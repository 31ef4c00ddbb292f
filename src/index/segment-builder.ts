/**
 * Makes segments from drafts: in this thread at once, or in workers beside it (segment-workers.ts).
 */
import type { CostMeter } from './cost-meter.ts';
import type { SegmentSource } from './segment-draft.ts';
import { SegmentWriter } from './segment-writer.ts';

/** Called with the parts of a segment's file. */
export type OnBuilt = (parts: readonly Uint8Array[]) => void;

/** Makes segments in any order. Functions throw what an `onBuilt` throws. */
export interface SegmentBuilder {
  /** Takes over the source; waits while there is no room for it. onBuilt is called by this call or a later one of submit, poll or drain. */
  submit(source: SegmentSource, onBuilt: OnBuilt): void;
  /** Hands out what is ready; never waits. */
  poll(): void;
  /** Waits until everything is handed out. */
  drain(): void;
  /** Waits until everything is handed out, and gives memory back: little will come after this. */
  rest(): void;
  /** Hands out nothing more. */
  close(): void;
}

/** Makes each segment at once, in this thread. */
export function buildHere(meter: CostMeter): SegmentBuilder {
  let writer: SegmentWriter | null = null;
  return {
    submit: (source, onBuilt) => onBuilt((writer ??= new SegmentWriter(meter)).write(source)),
    poll: () => {},
    drain: () => {},
    rest: () => {
      writer = null;
    },
    close: () => {},
  };
}
