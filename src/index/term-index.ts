/**
 * The small part of a dictionary that stays in memory: for one term in thirty-two its first four bytes, its place, and the place of its
 * block's meta. 12 bytes for each block: 50 KB for 105 MB of transcript. Read at the first lookup.
 */
import type { CheckedFile } from './checked-file.ts';
import { IndexDamage } from './damage.ts';
import { TERMS_A_BLOCK } from './format.ts';

/** Columns by block of terms. */
export interface TermIndex {
  readonly blockCount: number;
  /** Offset in the dictionary, and its length at the end. */
  readonly offsets: Uint32Array;
  /** First four bytes of the block's first term, big end first. */
  readonly leads: Uint32Array;
  /** Offset in meta, and its length at the end. */
  readonly metaOffsets: Uint32Array;
}

/** A function that reads the index when it is first called. It throws IndexDamage when the section has the wrong size. */
export function lazyTermIndex(file: CheckedFile): () => TermIndex {
  let index: TermIndex | null = null;
  return () => (index ??= readTermIndex(file));
}

function readTermIndex(file: CheckedFile): TermIndex {
  const blockCount = Math.ceil(file.footer.counts.terms / TERMS_A_BLOCK);
  const words = file.words('termIndex');
  if (words.length !== 3 * blockCount + 2) throw new IndexDamage(`${file.name}: ${words.length} words for ${blockCount} blocks of terms`);
  return {
    blockCount,
    offsets: words.subarray(0, blockCount + 1),
    leads: words.subarray(blockCount + 1, 2 * blockCount + 1),
    metaOffsets: words.subarray(2 * blockCount + 1),
  };
}

/** First four bytes of a term as a number that sorts like them; zeros past its end. */
export function leadOf(bytes: Uint8Array, start: number, end: number): number {
  let lead = 0;
  for (let i = start; i < start + 4; i++) lead = lead * 256 + (i < end ? bytes[i] : 0);
  return lead;
}
