/**
 * A small seeded generator for property tests, so that a failure can be repeated by its seed.
 */

/** Numbers in [0, 1), the same for the same seed. Source: mulberry32 (public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A text of up to `length` pieces drawn from the given ones. */
export function randomText(random: () => number, pieces: readonly string[], length: number): string {
  let text = '';
  for (let left = Math.floor(random() * (length + 1)); left > 0; left--) {
    text += pieces[Math.floor(random() * pieces.length)];
  }
  return text;
}
