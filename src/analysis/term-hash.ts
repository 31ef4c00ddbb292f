/**
 * The 32-bit hash of a term, computed byte by byte so that the tokenizer can make it while it reads a word.
 *
 * FNV-1a with a finishing step (its low bits alone fill a power-of-two table unevenly). Not stored in the index:
 * it may change without a new format version.
 */
import { imul } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';

/** The hash before the first byte: 0x811c9dc5 as a signed number. */
export const HASH_SEED: i32 = -0x7ee3623b;
/** Multiplier of each step. */
export const HASH_PRIME: i32 = 0x01000193;

/** Last step over h = (h ^ byte) * HASH_PRIME for each byte; a signed 32-bit number. */
export function finishHash(h: i32): i32 {
  const mixed = imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
