/**
 * From chunk scores to ranked units: the formula of ranking, and the order of the answer.
 *
 *   base = .5 best chunk + .2 best turn (with the one after it) + .15 spread over the session (corrected for its length)
 *        + .2 number of chunks that hold the words
 *   score = base + .5 closeness of the best chunk + bonus for words that occur there exactly as typed
 *
 * The best chunk counts most, so that a long noisy session cannot out-sum a short precise one. The kernel does the sums (kernel/rank.ts);
 * this file orders only what is shown. Pure.
 */
import type { Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import {
  RANK_AVERAGE_LENGTH, RANK_BONUSES, RANK_BYTES, RANK_CLOSENESS, RANK_EXACT, RANK_HOLDING, RANK_IS_KNOWN, RANK_IS_NAMED, RANK_IS_OUT, RANK_IS_SHORT,
  RANK_LENGTH_BASE, RANK_LENGTH_FLOOR, RANK_LENGTH_SLOPE, RANK_MASKS, RANK_POINT_SCORE, RANK_SCORES, RANK_SHARES, RANK_SPREAD, RANK_STRIDE, RANK_TEXT,
  RANK_TITLE, RANK_TOUCHED, RANK_TOUCHED_COUNT, RANK_TURN, RANK_UNITS, RANK_UNIT_LENGTH, RANK_VALUES, RANK_VALUE_COUNT, RANK_WORD_COUNT,
} from '../kernel/layout.ts';
import { closenessOf } from './closeness.ts';
import { RANKING, SNIPPET } from './constants.ts';
import { exactWords, type ExactWords } from './exact-words.ts';
import { placesOf, topPlaces, unitBests, type Place } from './places.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import { strideOf } from './tally.ts';
import type { Terms, WordGroups } from './terms.ts';
import { totalBytes } from './total-bytes.ts';
import { compareNewer, sessionOf, type Units } from './units.ts';

/** The parts of a score: the shares of the formula above, in its order, which is also that of kernel/rank.ts. */
export const PARTS = [
  { part: 'chunk', share: RANKING.chunkShare },
  { part: 'turn', share: RANKING.turnShare },
  { part: 'spread', share: RANKING.sessionShare },
  { part: 'count', share: RANKING.countShare },
  { part: 'closeness', share: RANKING.closenessWeight },
  { part: 'exact', share: 1 },
] as const;

/** The units that hold something of the query and everything required, in no particular order: columns. */
export interface Ranking {
  readonly units: Uint32Array;
  readonly scores: Float64Array;
  /** 1 when the unit holds a short query word for word, or a whole identifier. */
  readonly isKnownItem: Uint8Array;
  /** Units that would be among them but for an excluded word. */
  readonly excludedCount: number;
  /** Places in the columns, best first: ranks [start, end) of those wanted (1 by place), or of all. */
  bestPlaces(isWanted: Uint8Array | null, start: number, end: number): number[];
  /** The chunk to show of each of those units. */
  placesOf(units: readonly number[]): ReadonlyMap<number, Place>;
  /** For explanations: what the ranking was made of. */
  readonly made: {
    /** By place in the columns, in the order of PARTS; the score is the sum of each times its share. Also the divisor of the spread. */
    valuesOf(place: number): { parts: Float64Array; divisor: number };
    /** The best chunk of each of those units, title or not. */
    bestsOf(units: readonly number[]): ReadonlyMap<number, Place>;
    /** The places whose closeness was computed, and the closeness. */
    readonly top: readonly Place[];
    readonly closeness: Float64Array;
    readonly exact: ExactWords;
  };
}

/** Bytes that rollUp() takes from an arena. */
export function rankBytes({ unitCount }: Units, { groups, words }: Terms): number {
  return totalBytes({
    structure: RANK_BYTES,
    shares: 8 * PARTS.length,
    /** Points of the best chunk, the best title, the best turn. */
    bests: 3 * 4 * unitCount,
    /** Closeness, and whether the unit is out. */
    known: (8 + 1) * unitCount,
    /** Number, score, values, and whether it is a known item. */
    written: (4 + 8 + 8 * RANK_VALUE_COUNT + 1) * unitCount,
    /** Mask, bonus, and whether it is a name. */
    words: (4 * strideOf(groups.length) + 8 + 8) * words.length,
    alignment: 128,
  });
}

/** Ranks the units. isExcluded: 1 by unit. */
export function rollUp(snapshot: Snapshot, scope: Scope, scores: Scores, terms: Terms, isExcluded: Uint8Array | null): Ranking {
  const { arena, unitCount } = scope;
  const placedCount = terms.groups.filter((group) => group.isPlaced && group.members.length > 0).length;
  const top = placedCount > 1 ? topPlaces(snapshot, scope, scores, RANKING.closenessChunks) : [];
  const closeness = closenessOf(top, snapshot, terms.groups, scores, scope);
  const closest = arena.reals(unitCount).fill(0);
  top.forEach(({ unit }, index) => (closest[unit] = Math.max(closest[unit], closeness[index])));
  const bests = unitBests(scope);
  const bestTurn = arena.numbers(unitCount).fill(0);
  const { turn, touchedTurns, touchedUnits } = scores;
  arena.kernel.greatestByUnit(turn.byteOffset, touchedTurns.byteOffset, touchedTurns.length, scope.turnUnit.byteOffset, bestTurn.byteOffset);
  const { isOut, excludedCount } = unitsOut(scope, scores, terms, isExcluded);
  const exact = exactWords(terms, scores);
  const most = touchedUnits.length;
  const written = { units: arena.words(most), scores: arena.reals(most), values: arena.reals(most * RANK_VALUE_COUNT), isKnown: arena.bytes(most) };
  const rank = arena.record(RANK_BYTES, {
    [RANK_TEXT]: bests.text, [RANK_TITLE]: bests.title, [RANK_TURN]: bestTurn, [RANK_SPREAD]: scores.spread, [RANK_UNIT_LENGTH]: scope.unitLength,
    [RANK_HOLDING]: scores.count, [RANK_CLOSENESS]: closest, [RANK_TOUCHED]: touchedUnits, [RANK_TOUCHED_COUNT]: most,
    [RANK_IS_OUT]: isOut === null ? 0 : arena.copy(isOut), [RANK_SHARES]: arena.copy(Float64Array.from(PARTS, ({ share }) => share)),
    [RANK_UNITS]: written.units, [RANK_SCORES]: written.scores, [RANK_VALUES]: written.values, [RANK_IS_KNOWN]: written.isKnown,
    ...wordsOf(arena, exact, scores, terms.groups.length),
  });
  arena.setReal(rank + RANK_LENGTH_BASE, RANKING.lengthBase);
  arena.setReal(rank + RANK_LENGTH_SLOPE, RANKING.lengthSlope);
  arena.setReal(rank + RANK_LENGTH_FLOOR, RANKING.lengthFloor);
  arena.setReal(rank + RANK_AVERAGE_LENGTH, scope.averageUnitLength);
  arena.setReal(rank + RANK_POINT_SCORE, scores.pointScore);
  const count = arena.kernel.rankUnits(rank);
  const columns = { units: written.units.slice(0, count), scores: written.scores.slice(0, count), isKnownItem: written.isKnown.slice(0, count) };
  return {
    ...columns,
    excludedCount,
    bestPlaces: (isWanted, start, end) => bestPlaces(snapshot, scope, columns, isWanted, start, end),
    placesOf: (wanted) => shownPlaces(placesOf(snapshot, scope, bests, wanted), top, closeness, scores.pointScore),
    made: {
      valuesOf: (place) => {
        const values = written.values.slice(place * RANK_VALUE_COUNT, (place + 1) * RANK_VALUE_COUNT);
        return { parts: values.subarray(0, PARTS.length), divisor: values[PARTS.length] };
      },
      bestsOf: (wanted) => bestChunks(placesOf(snapshot, scope, bests, wanted)),
      top, closeness, exact,
    },
  };
}

/** What the kernel needs to know about the words that may occur exactly as typed. */
function wordsOf(arena: Arena, { words, bonus, groups, isNamed, isShort }: ExactWords, scores: Scores, groupCount: number): Record<number, number | Uint32Array> {
  const stride = strideOf(groupCount);
  const masks = new Uint32Array(words.length * stride);
  groups.forEach((list, word) => {
    for (const group of list) masks[word * stride + (group >>> 5)] |= 1 << (group & 31);
  });
  return {
    [RANK_EXACT]: scores.exact, [RANK_STRIDE]: stride, [RANK_WORD_COUNT]: words.length, [RANK_IS_SHORT]: isShort ? 1 : 0,
    [RANK_MASKS]: arena.copy(masks), [RANK_BONUSES]: arena.copy(Float64Array.from(bonus)), [RANK_IS_NAMED]: arena.copy(Uint8Array.from(isNamed, Number)),
  };
}

/** Units that are excluded or lack something required, 1 by unit, null when there are none; and how many are out only for an excluded word. */
function unitsOut({ unitCount }: Scope, scores: Scores, { words }: Terms, isExcluded: Uint8Array | null): { isOut: Uint8Array | null; excludedCount: number } {
  const required = words.filter(({ word }) => word.isRequired);
  if (required.length === 0 && isExcluded === null) return { isOut: null, excludedCount: 0 };
  const isOut = isExcluded ?? new Uint8Array(unitCount);
  let excludedCount = 0;
  for (const unit of scores.touchedUnits) {
    if (!required.every((word) => holdsWord(word, unit, scores))) isOut[unit] = 1;
    else excludedCount += isOut[unit];
  }
  return { isOut, excludedCount };
}

/** Only what can be among them is sorted: of thousands of units ten are shown. */
function bestPlaces(snapshot: Snapshot, scope: Scope, { units, scores }: Pick<Ranking, 'units' | 'scores'>, isWanted: Uint8Array | null, start: number, end: number): number[] {
  const sorted = (isWanted === null ? scores.slice() : scores.filter((_, place) => isWanted[place] !== 0)).sort();
  if (start >= sorted.length) return [];
  const least = sorted[Math.max(0, sorted.length - end)];
  const places: number[] = [];
  for (let place = 0; place < scores.length; place++) if (scores[place] >= least && (isWanted === null || isWanted[place] !== 0)) places.push(place);
  const { sessions } = snapshot;
  places.sort((a, b) => scores[b] - scores[a] || compareNewer(sessions, sessionOf(scope, units[a]), sessionOf(scope, units[b])) || units[b] - units[a]);
  return places.slice(start, end);
}

function bestChunks({ text, title }: ReturnType<typeof placesOf>): Map<number, Place> {
  const best = new Map(text);
  for (const [unit, place] of title) if (place.points > (best.get(unit)?.points ?? 0)) best.set(unit, place);
  return best;
}

/** The best chunk of each unit, closeness included; its title only when no other chunk says nearly as much. */
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

/** True when the unit holds the word in one of its ways: the whole of an identifier or all its parts, half of a run without spaces. */
export function holdsWord({ word, groups }: WordGroups, unit: number, scores: Scores): boolean {
  const isHeld = (group: number): boolean => scores.holds(unit, group);
  if (word.kind === 'identifier') return isHeld(groups[0]) || groups.slice(1).every(isHeld);
  if (word.kind !== 'grams') return isHeld(groups[0]);
  const long = groups.slice(0, word.longPartCount);
  return 2 * long.filter(isHeld).length >= long.length;
}
