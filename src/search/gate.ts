/**
 * Which hits are relevant, and which are weak.
 *
 * Two tests: an absolute one of the best hit (its share of the score that a session could reach with this query), and a
 * relative one of all hits (ratio to the best). Either alone fails: a ratio never says "nothing", a share keeps long tails.
 * Testing the share of every hit loses right hits after a best one that is clear enough.
 * A known-item search is never cut: what holds a short query word for word, or a whole identifier, is relevant
 * whatever its score. Pure.
 */
import { RANKING } from './constants.ts';

/** Why a hit is relevant (the first two) or weak: below the ratio; the best itself below the share; both. */
export type Verdict = 'known item' | 'relevant' | 'ratio' | 'share' | 'ratio and share';

/** Judges one hit. best: the best score; reachable: the score a session could reach, > 0. */
export function verdictOf(score: number, best: number, reachable: number, isKnownItem: boolean): Verdict {
  if (isKnownItem) return 'known item';
  const isNear = score >= RANKING.gateRatio * best;
  if (best >= RANKING.gateShare * reachable) return isNear ? 'relevant' : 'ratio';
  return isNear ? 'share' : 'ratio and share';
}

/**
 * Marks relevant hits.
 *
 * scores: in any order. reachable: the score a session could reach, > 0. isKnownItem: 1 by hit.
 * Returns 1 or 0 by hit.
 */
export function gate(scores: Float64Array, reachable: number, isKnownItem: Uint8Array): Uint8Array {
  let best = 0;
  for (let i = 0; i < scores.length; i++) if (scores[i] > best) best = scores[i];
  const isRelevant = new Uint8Array(scores.length);
  for (let i = 0; i < scores.length; i++) {
    const verdict = verdictOf(scores[i], best, reachable, isKnownItem[i] !== 0);
    if (verdict === 'known item' || verdict === 'relevant') isRelevant[i] = 1;
  }
  return isRelevant;
}
