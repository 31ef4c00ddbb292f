/**
 * Why each hit ranks where it does (explanation.ts says what is told).
 *
 * There is no second formula. Rollup and gate say what they made of a hit; what each term contributed is the growth of the sums
 * while everything is scored once more. Loaded on demand, so that other searches pay nothing.
 */
import type { SearchAnswer, SearchRequest } from '../contract.ts';
import type { AnswerExplanation, HitExplanation, HitTerm } from '../explanation.ts';
import type { Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { FIELDS } from '../schema.ts';
import { closenessOf } from './closeness.ts';
import { RANKING } from './constants.ts';
import { isGuessed } from './exact-words.ts';
import { watchTerms, type Growth } from './explain-terms.ts';
import { verdictOf } from './gate.ts';
import { turnIn } from './hits.ts';
import type { Place } from './places.ts';
import { PARTS, type Ranking } from './rollup.ts';
import type { Scope } from './scope.ts';
import type { GroupWatch, LiteralReader, Scores } from './score.ts';
import type { ShownUnit } from './searcher.ts';
import type { Terms } from './terms.ts';
import { sessionOf } from './units.ts';

/** Index of closeness among the parts. */
const CLOSENESS = PARTS.findIndex(({ part }) => part === 'closeness');

/** A search that is done. */
export interface Made {
  readonly snapshot: Snapshot;
  readonly request: SearchRequest;
  readonly terms: Terms;
  readonly scope: Scope;
  readonly scores: Scores;
  readonly ranking: Ranking;
  /** The units that are shown, in the order of the answer's hits. */
  readonly units: readonly ShownUnit[];
}

/** Scores everything once more, in a new scope, which makes the previous one void. */
export type Rescore = (watchIn: (scope: Scope, literals: LiteralReader) => { readonly reader: LiteralReader; readonly watch: GroupWatch }) => void;

/** The answer with its explanation. Cost: a second scoring, and the postings of the query's terms. */
export function explain(answer: SearchAnswer, made: Made, rescore: Rescore): SearchAnswer {
  const { ranking, scores, snapshot, terms, units } = made;
  const bests = ranking.made.bestsOf(units.map(({ unit }) => unit));
  const looked = units.map((unit) => lookAt(unit, bests.get(unit.unit), made));
  // Read first: these arrays are void after the second scoring.
  const whole = wholeOf(made);
  const exact = units.map(({ unit }) => terms.groups.map((asked, group) => scores.holdsExactly(unit, group) && !isGuessed(asked)));
  let growths: readonly Growth[][] = [];
  rescore((scope, literals) => {
    const watched = looked.map(({ best, turn, unit }) => ({ best, turn, unit }));
    const { reader, watch, growth } = watchTerms(snapshot, scope, literals, terms.groups, watched);
    growths = growth;
    return { reader, watch };
  });
  const hits = answer.hits.map((hit, index) => {
    const { told } = looked[index];
    const grown = growths.map((ofGroup, term) => hitTerm(term, ofGroup[index], exact[index][term], whole.terms[term].most, told.length.divisor));
    return { ...hit, explain: { ...told, terms: grown.filter((term) => term !== null) } };
  });
  return { ...answer, hits, explain: whole };
}

function wholeOf({ snapshot, terms, scores, ranking }: Made): AnswerExplanation {
  const countOf = (ordinals: Int32Array): number => snapshot.segments.reduce((sum, segment, at) => sum + (ordinals[at] < 0 ? 0 : segment.documentFrequency(ordinals[at])), 0);
  return {
    words: terms.words.map(({ word, groups }) => ({
      typed: word.typed,
      kind: word.kind,
      role: word.role,
      field: word.field < 0 ? null : FIELDS[word.field].name,
      required: word.isRequired,
      terms: [...groups],
    })),
    terms: terms.groups.map((group, index) => ({
      term: group.literal ?? group.term,
      importance: group.weight,
      idf: scores.idf[index],
      chunks: scores.holding[index],
      most: group.weight * scores.idf[index] * (RANKING.k1 + 1),
      members: group.members.map(({ term, way, tier, ordinals }) => ({ term, way, tier, chunks: countOf(ordinals) })),
    })),
    chunks: scores.chunkCount,
    averageTokens: scores.averageLength,
    reachable: scores.reachable,
    best: bestScore(ranking),
    gate: { ratio: RANKING.gateRatio, share: RANKING.gateShare },
  };
}

interface Looked {
  readonly unit: number;
  readonly best: Place | null;
  /** Number of the best turn in the common sequence. */
  readonly turn: number;
  readonly told: Omit<HitExplanation, 'terms'>;
}

function lookAt(ranked: ShownUnit, best: Place | undefined, made: Made): Looked {
  const { snapshot, scope, scores, ranking, request } = made;
  const { unit, score, place } = ranked;
  const { valuesOf, exact } = ranking.made;
  const { parts: values, divisor } = valuesOf(place);
  const isKnownItem = ranking.isKnownItem[place] !== 0;
  const turn = bestTurnOf(unit, scope, scores);
  const held = exact.words.map((word, index) => ({ ...word, index })).filter(({ index }) => exact.holds(unit, index));
  const named = held.filter(({ index }) => exact.isNamed[index]);
  const reached = bestScore(ranking);
  const isAgent = best !== undefined && request.agents && (rowFlags(snapshot, scope, best) & ROW_FLAG.agent) !== 0;
  return {
    unit,
    best: best ?? null,
    turn,
    told: {
      parts: PARTS.map(({ part, share }, index) => ({ part, value: values[index], share, points: values[index] * share })),
      chunk: best === undefined ? { field: FIELDS[0].name, turn: 0, tokens: 0, weight: 0 } : { ...placed(best, made), ...chunkFacts(snapshot, best) },
      turn: turnIn(scope, sessionOf(scope, unit), turn, isAgent),
      length: { chunks: scope.unitLength[unit], average: scope.averageUnitLength, divisor },
      closeness: closestOf(unit, values[CLOSENESS], made),
      exact: held.filter(({ index }) => exact.bonus[index] > 0).map(({ word, index }) => ({ typed: word.typed, points: exact.bonus[index] })),
      gate: {
        ratio: score / reached,
        share: score / scores.reachable,
        verdict: verdictOf(score, reached, scores.reachable, isKnownItem),
        knownBy: isKnownItem ? (named.length > 0 ? named : held).map(({ word }) => word.typed) : [],
      },
    },
  };
}

function bestScore({ scores }: Ranking): number {
  return scores.reduce((best, score) => Math.max(best, score), 0);
}

/** Of equal ones the last: what one turn holds, the turn before it holds together with it. */
function bestTurnOf(unit: number, { turnUnit }: Scope, { turn, touchedTurns }: Scores): number {
  let best = -1;
  for (const candidate of touchedTurns) {
    if (turnUnit[candidate] === unit && (best < 0 || turn[candidate] > turn[best] || (turn[candidate] === turn[best] && candidate > best))) best = candidate;
  }
  return best;
}

function rowFlags({ segments }: Snapshot, scope: Scope, { segment, span }: Place): number {
  return segments[segment].rows.flags[scope.spans[segment].row[span]];
}

/** Field and turn of a chunk, as in a hit. */
function placed(place: Place, { snapshot, scope, request }: Made): { field: (typeof FIELDS)[number]['name']; turn: number } {
  const isAgent = (rowFlags(snapshot, scope, place) & ROW_FLAG.agent) !== 0;
  const turn = turnIn(scope, sessionOf(scope, place.unit), scope.spans[place.segment].turn[place.span], isAgent && request.agents);
  return { field: FIELDS[snapshot.segments[place.segment].fieldOf(place.chunk)].name, turn };
}

function chunkFacts({ segments }: Snapshot, { segment, chunk }: Place): { tokens: number; weight: number } {
  return { tokens: segments[segment].lengthOf(chunk), weight: FIELDS[segments[segment].fieldOf(chunk)].weight };
}

/** The chunk that gave the unit its closeness, and the pairs in it; null when no two words are close. */
function closestOf(unit: number, value: number, made: Made): HitExplanation['closeness'] {
  const { snapshot, scope, scores, terms, ranking } = made;
  const { top, closeness } = ranking.made;
  const at = top.findIndex((place, index) => place.unit === unit && closeness[index] === value);
  if (value === 0 || at < 0) return null;
  const pairs: NonNullable<HitExplanation['closeness']>['pairs'] = [];
  closenessOf([top[at]], snapshot, terms.groups, scores, scope, (_, a, b, distance, worth) => pairs.push({ terms: [a, b], distance, worth }));
  return { ...placed(top[at], made), pairs };
}

/** What a term contributed, with the shares; null when it does not occur in the hit. */
function hitTerm(term: number, { chunk, turn, spread, count, inChunk, fields }: Growth, exact: boolean, most: number, divisor: number): HitTerm | null {
  if (spread === 0) return null;
  const { chunkShare, turnShare, sessionShare, countShare } = RANKING;
  return {
    term,
    exact,
    points: { chunk: chunkShare * chunk, turn: turnShare * turn, spread: (sessionShare * spread) / divisor, count: countShare * count },
    inChunk: inChunk === null ? null : { ...inChunk, saturation: chunk / most },
    fields: fields.map(({ field, chunks, times }) => ({ field: FIELDS[field].name, chunks, times })),
  };
}
