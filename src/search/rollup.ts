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
import { bestPlaces, type BestPlaces, type Place } from './places.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import type { Terms, WordGroups } from './terms.ts';
import { compareNewer, sessionOf } from './units.ts';

export interface RankedUnit {
  readonly unit: number;
  readonly score: number;
  /** The chunk that is shown. */
  readonly place: Place;
  /** True when the unit holds a short query word for word, or a whole identifier. */
  readonly isKnownItem: boolean;
}

/** Ranks the units that hold something of the query and everything required. isExcluded: 1 by unit. */
export function rollUp(snapshot: Snapshot, scope: Scope, scores: Scores, terms: Terms, isExcluded: Uint8Array | null): RankedUnit[] {
  const placedCount = terms.groups.filter((group) => group.isPlaced && group.members.length > 0).length;
  const best = bestPlaces(snapshot, scope, scores, placedCount > 1 ? RANKING.closenessChunks : 0);
  const closeness = closenessOf(best.top, snapshot, terms.groups, scores.idf);
  const { closest, place } = placesWithCloseness(best, closeness, scope.unitCount);
  const bestTurn = new Float64Array(scope.unitCount);
  for (const turn of scores.touchedTurns) {
    const unit = scope.turnUnit[turn];
    if (scores.turn[turn] > bestTurn[unit]) bestTurn[unit] = scores.turn[turn];
  }
  const required = terms.words.filter(({ word }) => word.isRequired);
  const bonuses = bonusesOf(terms, scores);
  const ranked: RankedUnit[] = [];
  for (const unit of scores.touchedUnits) {
    if (isExcluded !== null && isExcluded[unit] !== 0) continue;
    if (!required.every((word) => holdsWord(word, unit, scores))) continue;
    const bestChunk = Math.max(best.text[unit]?.score ?? 0, best.title[unit]?.score ?? 0);
    const relativeLength = Math.max(RANKING.lengthFloor, scope.unitLength[unit] / scope.averageUnitLength);
    const spread = scores.spread[unit] / (RANKING.lengthBase + RANKING.lengthSlope * relativeLength);
    const base =
      RANKING.chunkShare * bestChunk + RANKING.turnShare * bestTurn[unit] + RANKING.sessionShare * spread + RANKING.countShare * scores.count[unit];
    const score = base + RANKING.closenessWeight * closest[unit] + bonuses.of(unit);
    const shown = place(unit);
    if (shown !== undefined) ranked.push({ unit, score, place: shown, isKnownItem: bonuses.isKnownItem(unit) });
  }
  const { sessions } = snapshot;
  return ranked.sort((a, b) => b.score - a.score || compareNewer(sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit)) || b.unit - a.unit);
}

/** Best closeness by unit, and the chunk to show: the best one with closeness counted; a title only when no other chunk says nearly as much. */
function placesWithCloseness(best: BestPlaces, closeness: Float64Array, unitCount: number) {
  const closest = new Float64Array(unitCount);
  const shown = new Map<number, { place: Place; score: number }>();
  best.top.forEach((place, index) => {
    if (closeness[index] > closest[place.unit]) closest[place.unit] = closeness[index];
    if (best.title[place.unit] === place) return;
    const score = place.score + RANKING.closenessWeight * closeness[index];
    const known = shown.get(place.unit);
    if (known === undefined || score > known.score) shown.set(place.unit, { place, score });
  });
  const place = (unit: number): Place | undefined => {
    const title = best.title[unit];
    const text = shown.get(unit)?.place ?? best.text[unit];
    if (title === undefined || text === undefined) return text ?? title;
    return text.score >= SNIPPET.titleYields * title.score ? text : title;
  };
  return { closest, place };
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
  const holdsExactly = ({ word, groups }: WordGroups, unit: number): boolean => {
    if (word.kind === 'grams') return groups.slice(0, word.longPartCount).every((group) => scores.holdsExactly(unit, group));
    return scores.holdsExactly(unit, groups[0]);
  };
  const weighed = content.map((entry) => {
    const long = entry.groups.slice(0, Math.max(1, entry.word.longPartCount));
    // A run without spaces is as many words as it has pairs.
    const idf = long.reduce((sum, group) => sum + scores.idf[group], 0);
    return { entry, bonus: idf * (entry.word.kind === 'identifier' ? RANKING.identifierBonus : factor) };
  });
  const distinctive = content.filter(({ word }) => isDistinctive(word));
  return {
    of: (unit: number): number => {
      let sum = 0;
      for (const { entry, bonus } of weighed) if (holdsExactly(entry, unit)) sum += bonus;
      return sum;
    },
    isKnownItem: (unit: number): boolean => {
      if (content.length <= RANKING.knownItemWords && content.every((entry) => holdsExactly(entry, unit))) return true;
      return distinctive.some((entry) => holdsExactly(entry, unit));
    },
  };
}

/** Identifiers and literals long enough to be nobody else's; hyphenated English is not. */
function isDistinctive({ kind, term, typed, isKebab }: WordGroups['word']): boolean {
  if (kind === 'literal') return typed.length >= RANKING.compoundMinChars;
  return kind === 'identifier' && !isKebab && term.length >= RANKING.compoundMinChars;
}
