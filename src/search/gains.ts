/**
 * What a chunk gains by a word, in points: the BM25 formula with field weights, and a table of its values.
 *
 * In a cold process arithmetic with fractions is what costs most, and a gain hangs on three small numbers: how often the
 * word stands in the chunk, the chunk's field, and its length. So values are computed when they are first needed and
 * looked up from then on. A chunk has one field, so the weighted frequency is the frequency times the weight of
 * the chunk's field (Robertson and Zaragoza 2009, section 3.6: weights before saturation).
 */
import { FIELDS } from '../schema.ts';
import { RANKING } from './constants.ts';

/** Points of the reachable score. A gain is rounded by less than one; sums stay below 2^31. */
export const POINTS = 2 ** 30;

/** Field weights and norms are counted in hundredths, so that weighted frequencies are whole numbers. */
const UNIT = 100;

/** Lengths below and frequencies up to which gains are kept. A chunk of text has 100 to 250 tokens. */
export const LENGTH_BITS = 9;
export const FIELD_BITS = 3;
export const MAX_FREQUENCY = 8;

/** Gain of a field that does not count. */
export const UNWANTED = -1;

/** Weights by field id, in hundredths; 0 for fields that do not count. field: the only one, or -1; mask: 1 by wanted field, or null. */
export function fieldWeights(field: number, mask: Uint8Array | null): Uint32Array {
  return Uint32Array.from(FIELDS, ({ id, weight }) => ((field >= 0 && id !== field) || (mask !== null && mask[id] === 0) ? 0 : Math.round(weight * UNIT)));
}

/** Length normalisation by length in tokens, in hundredths: k1 (1 - b + b L / average L) = base + slope x L. */
export interface Norm {
  readonly base: number;
  readonly slope: number;
}

/** averageLength: tokens a chunk; 0 counts as 1. */
export function lengthNorm(averageLength: number): Norm {
  return { base: UNIT * RANKING.k1 * (1 - RANKING.b), slope: (UNIT * RANKING.k1 * RANKING.b) / (averageLength || 1) };
}

/** The gains of a word at one tier. */
export interface Gains {
  /** Points of a chunk that is full of the word. */
  readonly most: number;
  /** By field, see fieldWeights(). */
  readonly weights: Uint32Array;
  readonly norm: Norm;
  /** By frequency << (LENGTH_BITS + FIELD_BITS) | field << LENGTH_BITS | length; 0 where not yet known. */
  readonly table: Int32Array;
}

/** Gains by tier; each table is made when it is first asked for. most: at tier 1. */
export function gainsByTier(most: number, weights: Uint32Array, norm: Norm): (tier: number) => Gains {
  const known = new Map<number, Gains>();
  return (tier) => {
    let gains = known.get(tier);
    if (gains === undefined) {
      gains = { most: most * tier, weights, norm, table: new Int32Array((MAX_FREQUENCY + 1) << (LENGTH_BITS + FIELD_BITS)) };
      known.set(tier, gains);
    }
    return gains;
  };
}

/** Points of a chunk of that field and length that holds the word so many times; UNWANTED where the field does not count, else > 0. */
export function gainOf({ most, weights, norm }: Gains, frequency: number, field: number, length: number): number {
  const weighted = weights[field] * frequency;
  if (weighted === 0) return UNWANTED;
  // Never nothing, so that 0 means untouched everywhere.
  return (((most * weighted) / (weighted + norm.base + norm.slope * length)) | 0) + 1;
}
