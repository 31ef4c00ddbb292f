/**
 * From chunk scores to ranked units: the formula of ranking, and the order of the answer.
 *
 *   base = .5 best chunk + .2 best turn (with the one behind it) + .15 spread over the session (corrected for its length)
 *        + .2 number of chunks that hold the words
 *   score = base + .5 closeness of the best chunk + bonus for words that stand there exactly as typed
 *
 * The best chunk leads, so that a long noisy session cannot out-sum a short precise one. Pure.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { closenessOf } from './closeness.ts';
import { RANKING, SNIPPET } from './constants.ts';
import { exactWords, type ExactWords } from './exact-words.ts';
import { placesOf, topPlaces, unitBests, type Place } from './places.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import type { Terms, WordGroups } from './terms.ts';
import { compareNewer, sessionOf } from './units.ts';

/** A unit and how well it fits. */
export interface RankedUnit {
  readonly unit: number;
  readonly score: number;
  /** True when the unit holds a short query word for word, or a whole identifier. */
  readonly isKnownItem: boolean;
}

/** What a score is the sum of: the shares of the formula above, in its order. */
export const PARTS = [
  { part: 'chunk', share: RANKING.chunkShare },
  { part: 'turn', share: RANKING.turnShare },
  { part: 'spread', share: RANKING.sessionShare },
  { part: 'count', share: RANKING.countShare },
  { part: 'closeness', share: RANKING.closenessWeight },
  { part: 'exact', share: 1 },
] as const;

export interface Ranking {
  /** Best first. */
  readonly units: readonly RankedUnit[];
  /** The chunk to show of each of those units. */
  placesOf(units: readonly number[]): ReadonlyMap<number, Place>;
  /** For explanations: what the ranking was made of. */
  readonly made: {
    /** Of one unit, in the order of PARTS; the score is the sum of each times its share. Valid until the next call. */
    valuesOf(unit: number): Float64Array;
    /** What the spread of a unit was divided by. */
    divisorOf(unit: number): number;
    /** The best chunk of each of those units, title or not. */
    bestsOf(units: readonly number[]): ReadonlyMap<number, Place>;
    /** The places whose closeness was looked at, and what it was. */
    readonly top: readonly Place[];
    readonly closeness: Float64Array;
    readonly exact: ExactWords;
  };
}

/** Ranks the units that hold something of the query and everything required. isExcluded: 1 by unit. */
export function rollUp(snapshot: Snapshot, scope: Scope, scores: Scores, terms: Terms, isExcluded: Uint8Array | null): Ranking {
  const placedCount = terms.groups.filter((group) => group.isPlaced && group.members.length > 0).length;
  const top = placedCount > 1 ? topPlaces(snapshot, scope, scores, RANKING.closenessChunks) : [];
  const closeness = closenessOf(top, snapshot, terms.groups, scores, scope.arena);
  const closest = new Float64Array(scope.unitCount);
  top.forEach(({ unit }, index) => (closest[unit] = Math.max(closest[unit], closeness[index])));
  const bests = unitBests(scope, scores);
  const bestTurn = scope.arena.numbers(scope.unitCount).fill(0);
  const { turn, touchedTurns } = scores;
  scope.arena.kernel.greatestByUnit(turn.byteOffset, touchedTurns.byteOffset, touchedTurns.length, scope.turnUnit.byteOffset, bestTurn.byteOffset);
  const required = terms.words.filter(({ word }) => word.isRequired);
  const bonuses = exactWords(terms, scores);
  const divisorOf = (unit: number): number => {
    const relativeLength = Math.max(RANKING.lengthFloor, scope.unitLength[unit] / scope.averageUnitLength);
    return RANKING.lengthBase + RANKING.lengthSlope * relativeLength;
  };
  const values = new Float64Array(PARTS.length);
  const valuesOf = (unit: number): Float64Array => {
    values[0] = Math.max(bests.text[unit], bests.title[unit]) * scores.pointScore;
    values[1] = bestTurn[unit] * scores.pointScore;
    values[2] = (scores.spread[unit] / divisorOf(unit)) * scores.pointScore;
    values[3] = scores.count[unit];
    values[4] = closest[unit];
    values[5] = bonuses.of(unit);
    return values;
  };
  const units: RankedUnit[] = [];
  for (let i = 0; i < scores.touchedUnits.length; i++) {
    const unit = scores.touchedUnits[i];
    if (isExcluded !== null && isExcluded[unit] !== 0) continue;
    if (required.length > 0 && !required.every((word) => holdsWord(word, unit, scores))) continue;
    valuesOf(unit);
    let score = 0;
    for (let part = 0; part < PARTS.length; part++) score += PARTS[part].share * values[part];
    units.push({ unit, score, isKnownItem: bonuses.isKnownItem(unit) });
  }
  const { sessions } = snapshot;
  units.sort((a, b) => b.score - a.score || compareNewer(sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit)) || b.unit - a.unit);
  return {
    units,
    placesOf: (wanted) => shownPlaces(placesOf(snapshot, scope, scores, bests, wanted), top, closeness, scores.pointScore),
    made: { valuesOf, divisorOf, bestsOf: (wanted) => bestPlaces(placesOf(snapshot, scope, scores, bests, wanted)), top, closeness, exact: bonuses },
  };
}

function bestPlaces({ text, title }: ReturnType<typeof placesOf>): Map<number, Place> {
  const best = new Map(text);
  for (const [unit, place] of title) if (place.points > (best.get(unit)?.points ?? 0)) best.set(unit, place);
  return best;
}

/** Of each unit the best chunk with closeness counted; its title only when no other chunk says nearly as much. */
function shownPlaces(best: ReturnType<typeof placesOf>, top: readonly Place[], closeness: Float64Array, pointScore: number): Map<number, Place> {
  const shown = new Map<number, Place>();
  const worth = new Map<number, number>();
  const offer = (place: Place, value: number): void => {
    if (value <= (worth.get(place.unit) ?? 0)) return;
    shown.set(place.unit, place);
    worth.set(place.unit, value);
  };
  for (const place of best.text.values()) offer(place, place.points * pointScore);
  top.forEach((place, index) => {
    const title = best.title.get(place.unit);
    const isTitle = title !== undefined && title.segment === place.segment && title.chunk === place.chunk;
    if (best.text.has(place.unit) && !isTitle) offer(place, place.points * pointScore + RANKING.closenessWeight * closeness[index]);
  });
  for (const [unit, title] of best.title) {
    const text = shown.get(unit);
    if (text === undefined || text.points < SNIPPET.titleYields * title.points) shown.set(unit, title);
  }
  return shown;
}

/** True when the unit holds the word in one of its ways: of an identifier the whole or all parts, of a run without spaces half of it. */
export function holdsWord({ word, groups }: WordGroups, unit: number, scores: Scores): boolean {
  const isHeld = (group: number): boolean => scores.holds(unit, group);
  if (word.kind === 'identifier') return isHeld(groups[0]) || groups.slice(1).every(isHeld);
  if (word.kind !== 'grams') return isHeld(groups[0]);
  const long = groups.slice(0, word.longPartCount);
  return 2 * long.filter(isHeld).length >= long.length;
}
