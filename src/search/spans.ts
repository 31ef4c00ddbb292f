/**
 * Spans: runs of chunks of one row that belong to one unit. Columns in the arena, since the kernel fills and scores them.
 */
import type { Arena } from '../kernel/arena.ts';
import { SPANS_BEST, SPANS_BYTES, SPANS_COUNT, SPANS_FIRST, SPANS_PLACE, SPANS_ROW, SPANS_TOUCHED, SPANS_TOUCHED_COUNT, SPANS_TURN, SPANS_UNIT } from '../kernel/layout.ts';

/** Spans of one segment, ascending by chunk; columns may be longer than count. */
export interface Spans {
  /** Address of the structure SPANS. */
  readonly address: number;
  readonly count: number;
  /** First chunk; has one more than count. */
  readonly first: Uint32Array;
  readonly row: Uint32Array;
  /** -1: dead, or not wanted. */
  readonly unit: Int32Array;
  readonly turn: Int32Array;
  /** Points of the best chunk of the span; 0 before scoring, and where nothing matched. */
  readonly best: Int32Array;
  /** The first chunk with that many points << 1, and 1 if it is a title. */
  readonly place: Uint32Array;
  /** Spans that matched, in no particular order, each once. */
  readonly touched: Uint32Array;
  readonly touchedCount: number;
  /** Appends a span. */
  add(first: number, row: number, unit: number, turn: number): void;
}

/** Bytes that createSpans() takes from an arena. */
export function spanBytes(capacity: number): number {
  return 7 * 4 * (capacity + 3) + SPANS_BYTES;
}

/** Makes room for that many spans. */
export function createSpans(arena: Arena, capacity: number): Spans {
  const first = arena.words(capacity + 1);
  const row = arena.words(capacity + 1);
  const unit = arena.numbers(capacity + 1);
  const turn = arena.numbers(capacity + 1);
  const best = arena.numbers(capacity + 1);
  const place = arena.words(capacity + 1);
  const touched = arena.words(capacity + 1);
  const address = arena.record(SPANS_BYTES, {
    [SPANS_FIRST]: first, [SPANS_ROW]: row, [SPANS_UNIT]: unit, [SPANS_TURN]: turn, [SPANS_BEST]: best, [SPANS_PLACE]: place, [SPANS_TOUCHED]: touched,
  });
  return {
    address, first, row, unit, turn, best, place, touched,
    get count() {
      return arena.word(address + SPANS_COUNT);
    },
    get touchedCount() {
      return arena.word(address + SPANS_TOUCHED_COUNT);
    },
    add: (firstChunk, ofRow, ofUnit, ofTurn) => {
      const count = arena.word(address + SPANS_COUNT);
      if (count >= capacity) throw new RangeError(`spans: room for ${capacity}`);
      first[count] = firstChunk;
      row[count] = ofRow;
      unit[count] = ofUnit;
      turn[count] = ofTurn;
      arena.setWord(address + SPANS_COUNT, count + 1);
    },
  };
}
