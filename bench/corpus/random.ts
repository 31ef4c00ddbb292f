/**
 * Seeded random numbers: the same seeds give the same history on every machine and every Node.
 * Source: Marsaglia 2003, xorshift128.
 */

export interface Random {
  /** Unsigned 32 bits. */
  next(): number;
  /** In [0, 1). */
  fraction(): number;
  /** In [0, bound). */
  below(bound: number): number;
  /** In [low, high]. */
  range(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Log-normal with that median and sigma. */
  logNormal(median: number, sigma: number): number;
}

export function createRandom(seed: number, stream: number): Random {
  const mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 0x632be5ab, 0xc2b2ae35)) >>> 0;
  let x = mixed | 1;
  let y = 362436069 ^ mixed;
  let z = 521288629 + mixed;
  let w = 88675123 ^ (mixed << 7);
  const next = (): number => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = (w ^ (w >>> 19) ^ t ^ (t >>> 8)) >>> 0;
    return w;
  };
  for (let i = 0; i < 12; i++) next();
  return {
    next,
    fraction: () => next() / 4294967296,
    below: (bound) => next() % bound,
    range: (low, high) => low + (next() % (high - low + 1)),
    chance: (probability) => next() < probability * 4294967296,
    pick: (list) => list[next() % list.length],
    logNormal: (median, sigma) => {
      const u = (next() + 1) / 4294967297;
      const v = next() / 4294967296;
      return median * Math.exp(sigma * Math.sqrt(-2 * Math.log(u)) * Math.cos(6.283185307 * v));
    },
  };
}

const HEX = '0123456789abcdef';

export function randomHex(random: Random, digits: number): string {
  let text = '';
  let bits = 0;
  for (let i = 0; i < digits; i++) {
    if ((i & 7) === 0) bits = random.next();
    text += HEX[bits & 15];
    bits >>>= 4;
  }
  return text;
}

export function randomUuid(random: Random): string {
  const hex = randomHex(random, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
