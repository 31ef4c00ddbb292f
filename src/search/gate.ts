/**
 * Which hits are relevant, which weak.
 *
 * Two tests: a relative one (ratio to the best) and an absolute one (share of the score that a session
 * could reach with this query). Either alone fails: a ratio never says "nothing", a share keeps long tails.
 * A known-item search is never cut: what holds a short query word for word, or a whole identifier, is
 * relevant whatever its score. Pure.
 */
import { RANKING } from './constants.ts';

/**
 * Marks relevant hits.
 *
 * scores: best first. reachable: the score a session could reach, > 0. isKnownItem: by hit.
 * Returns one boolean a hit.
 */
export function gate(scores: readonly number[], reachable: number, isKnownItem: (index: number) => boolean): boolean[] {
  const best = scores.length > 0 ? scores[0] : 0;
  return scores.map((score, index) => {
    if (isKnownItem(index)) return true;
    return score >= RANKING.gateRatio * best && score >= RANKING.gateShare * reachable;
  });
}
