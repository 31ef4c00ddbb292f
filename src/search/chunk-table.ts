/**
 * What the kernel needs of a segment, in the arena: its chunks from when they are first needed, posting lists one at a time.
 */
import type { SegmentReader } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { CHUNKS_BYTES, CHUNKS_FIELDS, CHUNKS_LENGTHS, CHUNKS_SCORE } from '../kernel/layout.ts';
import type { Member } from './vocabulary.ts';

/** On most machines. */
const SYSTEM_PAGE_BYTES = 4096;

/** Chunks of a segment. */
export interface ChunkTable {
  /** Of the structure CHUNKS, for scoring about so many postings. */
  address(postings?: number): number;
  /** From now on nothing is scored, and the field of nothing is asked, but of chunks that were filled in by this: [first, end). */
  fill(first: number, end: number): void;
  /** Field id of a chunk that was scored. */
  fieldOf(chunk: number): number;
  /** Lengths in tokens by chunk, and field ids: in the arena, and at no cost where something was scored. */
  lengths(): Uint16Array;
  fields(): Uint8Array;
  /** Points by chunk, null where nothing was scored. */
  score(): Int32Array | null;
}

/** A table of which nothing is filled in yet. */
export function createChunkTable(arena: Arena, segment: SegmentReader): ChunkTable {
  const { chunkCount } = segment;
  const score = arena.numbers(chunkCount);
  const fields = arena.bytes(chunkCount);
  const lengths = arena.halves(chunkCount);
  const address = arena.record(CHUNKS_BYTES, { [CHUNKS_FIELDS]: fields, [CHUNKS_LENGTHS]: lengths, [CHUNKS_SCORE]: score });
  let isNeeded = false;
  let isFilled = false;
  let isTouched = false;
  const need = (): void => {
    if (isNeeded) return;
    isNeeded = true;
    segment.copyChunks(lengths, fields);
  };
  return {
    fill: (first, end) => {
      isFilled = true;
      segment.copyChunkRange(first, end, lengths, fields);
    },
    fieldOf: (chunk) => {
      if (!isFilled) need();
      return fields[chunk];
    },
    address: (postings = 0) => {
      if (isFilled) return address;
      need();
      // The system gives a page when it is written to first; where it is read before, it does the work twice.
      if (!isTouched && postings > score.byteLength / SYSTEM_PAGE_BYTES) {
        arena.kernel.touchPages(score.byteOffset, score.byteLength, SYSTEM_PAGE_BYTES);
        isTouched = true;
      }
      return address;
    },
    lengths: () => {
      need();
      return lengths;
    },
    fields: () => {
      need();
      return fields;
    },
    score: () => (isNeeded || isFilled ? score : null),
  };
}

/** How many postings the members of a group have in a segment. */
export function postingCount(segment: SegmentReader, at: number, members: readonly Member[]): number {
  return members.reduce((sum, { ordinals }) => sum + (ordinals[at] < 0 ? 0 : segment.documentFrequency(ordinals[at])), 0);
}

/** A posting list in the arena: addresses. */
export interface CopiedList {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Copies a posting list. spare: makes room for it and so many bytes; else there is room. */
export function copyList(arena: Arena, segment: SegmentReader, ordinal: number, spare = -1): CopiedList {
  const { bytes, start, end, count } = segment.list(ordinal);
  if (spare >= 0) arena.reserve(end - start + spare + 16);
  const address = arena.copy(bytes.subarray(start, end));
  return { start: address, end: address + end - start, count };
}
