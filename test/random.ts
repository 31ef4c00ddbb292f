/**
 * Seeded randomness for property tests. A failing test prints its seed; SEED=n runs it again with the same values.
 */

/** The seed of this run: the environment's SEED, else a new one. */
export function seedOf(): number {
  return Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
}

/** Numbers in [0, 1), the same for the same seed. Source: mulberry32 (public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
