/**
 * The window of a segment's chunks that the kernel scores at a time: their lengths, fields and scores.
 *
 * A segment of 3 GB of transcript has 400,000 chunks, and touching new memory costs more than the work done in it. So the columns are
 * read window by window into the same memory, all groups of a query are scored in it, and only the best of each span is kept.
 */
import { WINDOW_CHUNKS, type SegmentReader, type Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { CHUNKS_BYTES, CHUNKS_FIELDS, CHUNKS_LENGTHS, CHUNKS_SCORE } from '../kernel/layout.ts';
import { rangeOf } from './range-of.ts';
import type { Spans } from './spans.ts';

/** Memory for one window of any segment. */
export interface ChunkWindow {
  /** Address of the structure CHUNKS. */
  readonly address: number;
  /** Points of its chunks; zeros except while it is scored. */
  readonly score: Int32Array;
  /** Moves to the chunks [first, end). shown: read only what is shown there; the other chunks must not be scored. */
  load(segment: SegmentReader, first: number, end: number, shown?: Spans | null): void;
  /** The same for lengths alone. Returns the address at which they would begin with the first chunk of the segment. */
  loadLengths(segment: SegmentReader, first: number, end: number): number;
  /** Length in tokens of a chunk that was loaded. */
  lengthOf(chunk: number): number;
}

/** Bytes that createWindow() takes from an arena. */
export function windowBytes(snapshot: Snapshot): number {
  return 7 * roomFor(snapshot) + CHUNKS_BYTES + 48;
}

export function createWindow(arena: Arena, snapshot: Snapshot): ChunkWindow {
  const { kernel } = arena;
  const room = roomFor(snapshot);
  // Zeros, because chunks that are not shown are measured too where several members are read, by whatever is there (kernel/members.ts).
  const [ofScore, ofLengths, ofFields] = [arena.zeros(room), arena.zeros((room + 1) >>> 1), arena.zeros((room + 3) >>> 2)];
  const score = new Int32Array(ofScore.buffer, ofScore.byteOffset, room);
  const lengths = new Uint16Array(ofLengths.buffer, ofLengths.byteOffset, room);
  const fields = new Uint8Array(ofFields.buffer, ofFields.byteOffset, room);
  const address = arena.record(CHUNKS_BYTES, {});
  let begin = 0;
  const move = (first: number): number => {
    begin = first;
    arena.setWord(address + CHUNKS_SCORE, score.byteOffset - 4 * first);
    arena.setWord(address + CHUNKS_LENGTHS, lengths.byteOffset - 2 * first);
    arena.setWord(address + CHUNKS_FIELDS, fields.byteOffset - first);
    return lengths.byteOffset - 2 * first;
  };
  const read = (segment: SegmentReader, first: number, from: number, to: number): void => {
    segment.copyLengths(from, to, lengths.subarray(from - first, to - first));
    segment.copyFields(from, to, fields.subarray(from - first, to - first));
  };
  return {
    address, score,
    load: (segment, first, end, shown = null) => {
      move(first);
      if (shown === null) {
        read(segment, first, first, end);
        return;
      }
      const next = (span: number): number => kernel.nextShown(shown.address, span);
      for (let span = next(rangeOf(shown.first, 0, shown.count, first)); span < shown.count && shown.first[span] < end; ) {
        let last = span + 1;
        while (last < shown.count && next(last) === last) last++;
        read(segment, first, Math.max(first, shown.first[span]), Math.min(end, shown.first[last]));
        span = next(last);
      }
    },
    loadLengths: (segment, first, end) => {
      segment.copyLengths(first, end, lengths.subarray(0, end - first));
      return move(first);
    },
    lengthOf: (chunk) => lengths[chunk - begin],
  };
}

function roomFor({ segments }: Snapshot): number {
  return Math.min(WINDOW_CHUNKS, segments.reduce((most, { chunkCount }) => Math.max(most, chunkCount), 0));
}
