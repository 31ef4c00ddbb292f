/**
 * The index cannot be trusted: a wrong checksum, an unknown version, a short or missing file.
 *
 * This is not the person's mistake: the index is a cache, so whoever catches this rebuilds it from nothing and
 * goes on. It is never repaired, and nothing is guessed.
 */
import { byName, CcfindError } from '../errors.ts';

/** Thrown by everything that reads the index; caught by refresh and engine, who rebuild. */
export class IndexDamage extends Error {
  static override readonly [Symbol.hasInstance] = byName('IndexDamage');
  /** True for the index of another version, which is no accident and not worth a word. */
  readonly madeBy: 'this version' | 'an older one' | 'a newer one';

  constructor(message: string, cause?: unknown, madeBy: IndexDamage['madeBy'] = 'this version') {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IndexDamage';
    this.madeBy = madeBy;
  }
}

/** Runs a read; whatever goes wrong is damage (toDamage). */
export function asDamage<T>(message: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw toDamage(message, error);
  }
}

/** An error as damage, unless it is one that a person must know. */
export function toDamage(message: string, error: unknown): unknown {
  return error instanceof IndexDamage || error instanceof CcfindError ? error : new IndexDamage(message, error);
}
