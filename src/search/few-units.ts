/**
 * A search for a known and rare identifier: only the units that hold the whole of it are scored.
 *
 * Its parts say little. If all parts at their best cannot lift a unit to what the gate asks (gateRatio of the best score), a unit
 * without the whole is weak whatever it holds: it only has to be counted. So the parts' postings, a hundred thousand where the whole
 * has three, are scored within the units that hold the whole; of the others it is only noted that they exist. The answer is the same;
 * if the scores show that the parts might matter, everything is scored again (searcher.ts).
 */
import type { SearchRequest } from '../contract.ts';
import type { Snapshot } from '../index/reader-types.ts';
import { FIELDS } from '../schema.ts';
import { RANKING } from './constants.ts';
import type { Filter } from './filters.ts';
import { rangeOf } from './range-of.ts';
import type { Ranking } from './rollup.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import { postingCount, type TermLists } from './term-lists.ts';
import type { Terms } from './terms.ts';

/** The whole is rare: at most this many postings. The parts must have this many times more to make it worth while. Choices. */
const MOST_POSTINGS = 256;
const WORTH_WHILE = 16;
/** The units that hold the whole have at most this share of all chunks. A choice. */
const MOST_CHUNKS = 1 / 16;

/** The units that are scored, and what is noted of the others. */
export interface FewUnits {
  /** Hides all other units. */
  begin(): void;
  /** Notes where the parts occur among hidden units. */
  touch(lists: TermLists): void;
  /** Shows the hidden units again. */
  end(): void;
  /** Number of units that hold a part and were not scored. */
  readonly touchedCount: number;
  /** True when those are certainly weak, and something is relevant. */
  isEnough(scores: Scores, ranking: Ranking): boolean;
}

/** Null when everything has to be scored. */
export function findFewUnits(snapshot: Snapshot, scope: Scope, request: SearchRequest, filter: Filter, { words, groups }: Terms): FewUnits | null {
  const [known, ...parts] = words[0]?.groups ?? [];
  const isFit = words.length === 1 && words[0].word.kind === 'identifier' && !words[0].word.isRequired && parts.length > 0 && groups.length === 1 + parts.length;
  // A field that counts for nothing adds nothing to a unit.
  const isPlain = filter.fieldMask === null && groups.every(({ field, literal }) => field < 0 && literal === null) && FIELDS.every(({ weight }) => weight > 0);
  if (!isFit || !isPlain || request.all || request.explain === true || parts.some((part) => groups[part].isPlaced)) return null;
  const { segments } = snapshot;
  const { arena, spans } = scope;
  const countOf = (group: number): number => segments.reduce((sum, segment, at) => sum + postingCount(segment, at, groups[group].members), 0);
  const whole = countOf(known);
  if (whole === 0 || whole > MOST_POSTINGS || parts.reduce((sum, part) => sum + countOf(part), 0) < WORTH_WHILE * whole) return null;
  const isWanted = arena.bytes(scope.unitCount).fill(0);
  const isTouched = arena.bytes(scope.unitCount).fill(0);
  const units = new Set<number>();
  segments.forEach((segment, at) => {
    const { first, unit, count } = spans[at];
    for (const { ordinals } of groups[known].members) {
      if (ordinals[at] < 0) continue;
      const postings = segment.postings(ordinals[at]);
      for (let i = 0; i < postings.count; i++) units.add(unit[rangeOf(first, 0, count, postings.chunks[i])]);
    }
  });
  units.delete(-1);
  for (const unit of units) isWanted[unit] = 1;
  const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  const wantedCount = [...units].reduce((sum, unit) => sum + scope.unitLength[unit], 0);
  if (units.size === 0 || wantedCount > MOST_CHUNKS * chunkCount) return null;
  let touchedCount = 0;
  return {
    begin: () => {
      for (const { address } of spans) arena.kernel.hideUnits(address, isWanted.byteOffset);
    },
    touch: (lists) => {
      for (const { ordinals } of parts.flatMap((part) => groups[part].members)) {
        spans.forEach(({ address }, at) => {
          if (ordinals[at] < 0) return;
          const { start, count } = lists.of(at, ordinals[at]);
          touchedCount += arena.kernel.touchHidden(start, count, address, isTouched.byteOffset);
        });
      }
    },
    end: () => {
      for (const { address } of spans) arena.kernel.showUnits(address);
    },
    get touchedCount() {
      return touchedCount;
    },
    isEnough: ({ idf, reachable }, ranking) => {
      const best = ranking.scores.reduce((most, score) => Math.max(most, score), 0);
      const full = parts.reduce((sum, part) => sum + groups[part].weight * idf[part] * (RANKING.k1 + 1), 0);
      const { chunkShare, turnShare, sessionShare, countShare, lengthBase, lengthSlope, lengthFloor } = RANKING;
      const most = full * (chunkShare + turnShare + sessionShare / (lengthBase + lengthSlope * lengthFloor) + countShare);
      // Points are rounded up, by less than a thousandth.
      return best >= RANKING.gateShare * reachable && 1.001 * most < RANKING.gateRatio * best;
    },
  };
}
