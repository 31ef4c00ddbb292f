/**
 * The 32-bit hash of a term, computed byte by byte so that the tokenizer can make it while it reads a word.
 *
 * FNV-1a with a finishing step (its low bits alone fill a power-of-two table unevenly). Not stored in the index:
 * it may change without a new format version.
 */

/** The hash before the first byte. */
export const HASH_SEED = 0x811c9dc5 | 0;
/** Multiplier of each step. */
export const HASH_PRIME = 0x01000193;

/** Last step over h = (h ^ byte) * HASH_PRIME for each byte; a signed 32-bit number. */
export function finishHash(h: number): number {
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** Hash of the folded term bytes[start, end); a signed 32-bit number. */
export function termHash(bytes: Uint8Array, start: number, end: number): number {
  let h = HASH_SEED;
  for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i], HASH_PRIME);
  return finishHash(h);
}
