/**
 * Randomness from a seed: the same seed gives the same choices, so that a run can be repeated. Pure.
 */

/** Random numbers, and what is made from them. */
export interface Chance {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  /** A new list in another order. */
  readonly shuffle: <T>(list: readonly T[]) => T[];
}

/** Source: Marsaglia 2003, xorshift32. */
export function chanceFrom(seed: number): Chance {
  let state = (Math.imul(seed, 2654435761) ^ 0x9e3779b9) | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const shuffle = <T>(list: readonly T[]): T[] => {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
      const other = below(i + 1);
      [mixed[i], mixed[other]] = [mixed[other], mixed[i]];
    }
    return mixed;
  };
  return { next, below, pick, shuffle };
}

/** Keeps `size` of everything that is offered, each with the same chance. Source: Vitter 1985, algorithm R. */
export interface Reservoir<T> {
  /** make: called only if its value is to be kept; null when there is nothing to keep after all. */
  readonly offer: (make: () => T | null) => void;
  readonly kept: readonly T[];
}

/** An empty one. */
export function createReservoir<T>(size: number, chance: Chance): Reservoir<T> {
  const kept: T[] = [];
  let seen = 0;
  const offer = (make: () => T | null): void => {
    seen++;
    const place = kept.length < size ? kept.length : chance.below(seen);
    if (place >= size) return;
    const made = make();
    if (made !== null) kept[place] = made;
  };
  return { offer, kept };
}
