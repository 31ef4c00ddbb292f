/**
 * Drawing a sample of a list: the same seed gives the same sample everywhere.
 *
 * The generator is the one that the runs behind search/constants.ts drew with, so that their samples are these. Source: mulberry32,
 * Tommy Ettinger, public domain.
 */

/** Numbers in [0, 1). */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most `count` of the list, in drawn order (Fisher and Yates). */
export function sampleOf<T>(list: readonly T[], count: number, seed: number): T[] {
  const draw = createDraw(seed);
  const drawn = [...list];
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = Math.floor(draw() * (at + 1));
    [drawn[at], drawn[other]] = [drawn[other], drawn[at]];
  }
  return drawn.slice(0, count);
}
