/**
 * From chunk scores to ranked units: the formula of ranking, and the order of the answer.
 *
 *   base = .5 best chunk + .2 best turn + .15 spread over the session (corrected for its length)
 *        + .15 number of chunks that hold the words
 *   score = base + .25 closeness of the best chunk + bonus for words that stand there exactly as typed
 *
 * The best chunk leads, so that a long noisy session cannot out-sum a short precise one. Pure.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { closenessOf } from './closeness.ts';
import { RANKING, SNIPPET } from './constants.ts';
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

export interface Ranking {
  /** Best first. */
  readonly units: readonly RankedUnit[];
  /** The chunk to show of each of those units. */
  placesOf(units: readonly number[]): ReadonlyMap<number, Place>;
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
  const bonuses = bonusesOf(terms, scores);
  const units: RankedUnit[] = [];
  for (let i = 0; i < scores.touchedUnits.length; i++) {
    const unit = scores.touchedUnits[i];
    if (isExcluded !== null && isExcluded[unit] !== 0) continue;
    if (required.length > 0 && !required.every((word) => holdsWord(word, unit, scores))) continue;
    const bestChunk = Math.max(bests.text[unit], bests.title[unit]);
    const relativeLength = Math.max(RANKING.lengthFloor, scope.unitLength[unit] / scope.averageUnitLength);
    const spread = scores.spread[unit] / (RANKING.lengthBase + RANKING.lengthSlope * relativeLength);
    const points = RANKING.chunkShare * bestChunk + RANKING.turnShare * bestTurn[unit] + RANKING.sessionShare * spread;
    const base = points * scores.pointScore + RANKING.countShare * scores.count[unit];
    const score = base + RANKING.closenessWeight * closest[unit] + bonuses.of(unit);
    units.push({ unit, score, isKnownItem: bonuses.isKnownItem(unit) });
  }
  const { sessions } = snapshot;
  units.sort((a, b) => b.score - a.score || compareNewer(sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit)) || b.unit - a.unit);
  return { units, placesOf: (wanted) => shownPlaces(placesOf(snapshot, scope, scores, bests, wanted), top, closeness, scores.pointScore) };
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

/** The bonus for words exactly as typed, and what counts as a known item. */
function bonusesOf(terms: Terms, scores: Scores) {
  const hasContent = terms.words.some(({ word }) => word.role === 'content');
  const content = hasContent ? terms.words.filter(({ word }) => word.role === 'content') : terms.words;
  const factor = RANKING.literalBonus[Math.min(content.length, RANKING.literalBonus.length - 1)];
  const groups = content.map((entry) => entry.groups.slice(0, Math.max(1, entry.word.longPartCount)));
  const bonus = content.map(({ word, groups: all }) => {
    if (word.kind === 'identifier') return RANKING.identifierBonus * scores.idf[all[0]];
    // A run without spaces is as many words as it is looked up by.
    return factor * all.reduce((sum, group) => sum + scores.idf[group], 0);
  });
  const isNamed = content.map(({ word }) => isDistinctive(word));
  const holdsExactly = (index: number, unit: number): boolean => {
    const list = groups[index];
    for (let i = 0; i < list.length; i++) if (!scores.holdsExactly(unit, list[i])) return false;
    return true;
  };
  const hasNames = isNamed.includes(true);
  const isShort = content.length <= RANKING.knownItemWords;
  return {
    of: (unit: number): number => {
      let sum = 0;
      for (let i = 0; i < content.length; i++) if (bonus[i] > 0 && holdsExactly(i, unit)) sum += bonus[i];
      return sum;
    },
    isKnownItem: (unit: number): boolean => {
      if (!isShort && !hasNames) return false;
      let heldCount = 0;
      for (let i = 0; i < content.length; i++) {
        if (!holdsExactly(i, unit)) continue;
        if (isNamed[i]) return true;
        heldCount++;
      }
      return isShort && heldCount === content.length;
    },
  };
}

/** Identifiers and literals long enough to be nobody else's; hyphenated English is not. */
function isDistinctive({ kind, term, typed, isKebab }: WordGroups['word']): boolean {
  if (kind === 'literal') return typed.length >= RANKING.compoundMinChars;
  return kind === 'identifier' && !isKebab && term.length >= RANKING.compoundMinChars;
}
