/**
 * A search from query text to answer; pure given a snapshot.
 *
 *   query ─► words ─► groups (terms that stand for a word) ─► postings ─► score per chunk
 *   filter ─► scope (which chunk is shown where)          ─► turn ─► session ─► gate ─► hits
 *
 * Filters come before scoring and before every cap. What is read for a hit alone (stored text, prompt,
 * strings of the catalog) is read for shown hits only.
 */
import type { Hit, SearchAnswer, SearchRequest } from '../contract.ts';
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import { commonPostings, isCommon } from './common-literal.ts';
import { PASSAGES, RANKING, SNIPPET } from './constants.ts';
import { excludedUnits } from './exclude.ts';
import type { Rescore } from './explain.ts';
import { findFewUnits } from './few-units.ts';
import { createFilter, type Filter } from './filters.ts';
import { gate } from './gate.ts';
import { buildHit, type SearchContext } from './hits.ts';
import { textFrom } from './joined-text.ts';
import { literalPostings, lookUpLiterals, unitReader, type KnownLiteral } from './literal-chunks.ts';
import { createLookups } from './lookups.ts';
import { askedPattern } from './asked-pattern.ts';
import { addPassages, type Searched, type ShownHit } from './passages.ts';
import type { Place } from './places.ts';
import { parseQuery, type TypedWord } from './query.ts';
import { holdsWord, rankBytes, rollUp, type Ranking } from './rollup.ts';
import { buildScope, type Scope } from './scope.ts';
import { fieldWeights, scoreBytes, scoreGroups, type LiteralReader, type Scores } from './score.ts';
import { cutSnippet, type Snippet } from './snippet.ts';
import { NO_LISTS, loadLists, type TermLists } from './term-lists.ts';
import { lookUpTerms, type Terms } from './terms.ts';

/** A query, looked up: what is scored, and what is shown of it. */
export interface Asked {
  /** The words as typed. */
  readonly typed: readonly string[];
  /** The excluded words, as typed. */
  readonly excluded: readonly string[];
  readonly terms: Terms;
  /** Postings of the groups that no terms stand for. */
  readonly reader: (scope: Scope) => LiteralReader;
  /** 1 for each excluded unit; null when nothing is excluded. */
  readonly excludedUnits: (scope: Scope) => Uint8Array | null;
  /** only: groups to look for, in a further passage; or null. */
  readonly snippet: (place: Place, weights: readonly number[], only: ReadonlySet<number> | null) => Snippet;
  /** What else there is to tell when all was read. */
  readonly report: () => Pick<SearchAnswer, 'regex'>;
}

/** What came of scoring; unscored: units that hold something, and are weak whatever it is. */
interface Ranked {
  readonly scope: Scope;
  readonly literals: LiteralReader;
  readonly scores: Scores;
  readonly ranking: Ranking;
  readonly unscored: number;
}

/** A request, looked up. */
interface Question {
  readonly snapshot: Snapshot;
  readonly request: SearchRequest;
  readonly filter: Filter;
  readonly asked: Asked;
}

/** Answers a request. Never throws for any words, a usage error for what is no regular expression; an empty query finds nothing. */
export function search(snapshot: Snapshot, request: SearchRequest, context: SearchContext): SearchAnswer {
  const filter = createFilter(snapshot, request);
  const asked = request.regex === true ? askedPattern(snapshot, request, filter, context) : askedWords(snapshot, request, filter, context);
  const question = { snapshot, request, filter, asked };
  const ranked = rank(question, false);
  const { scores, ranking, unscored } = ranked;
  const { typed, excluded, terms, report } = asked;
  const total = ranking.units.length + unscored;
  const isRelevant = gate(ranking.scores, scores.reachable, ranking.isKnownItem);
  const relevant = isRelevant.reduce((sum, is) => sum + is, 0);
  const shown = shownUnits(ranking, isRelevant, relevant > 0, request);
  const places = ranking.placesOf(shown.map(({ unit }) => unit));
  const answer: SearchAnswer = {
    schema: 1,
    query: request.query,
    terms: [...typed],
    expanded: [...terms.expanded],
    ...(terms.leftOut.length > 0 ? { leftOut: [...terms.leftOut] } : {}),
    ...(excluded.length > 0 ? { excluded: { words: [...excluded], count: ranking.excludedCount } } : {}),
    group: request.group,
    total,
    relevant,
    weak: total - relevant,
    hits: hitsOf(question, ranked, shown, places, context),
    index: indexCounts(snapshot),
    ...report(),
  };
  return request.explain !== true || total === 0 ? answer : explained(answer, question, ranked, shown.filter(({ unit }) => places.has(unit)));
}

/** Where chunks are shown, and the posting lists of the terms. Builds the arena anew: what an earlier call gave is void. */
function openScope({ snapshot, request, filter, asked: { terms } }: Question): { scope: Scope; lists: TermLists } {
  let lists = NO_LISTS;
  const scope = buildScope(snapshot, request, filter, (units, arena) => {
    lists = loadLists(arena, snapshot, terms.groups);
    return scoreBytes(snapshot, units, terms.groups) + rankBytes(units, terms);
  });
  return { scope, lists };
}

/** isWhole: all units are scored, even if a few could be enough. */
function rank(question: Question, isWhole: boolean): Ranked {
  const { snapshot, request, filter, asked: { terms, reader, excludedUnits: unitsOut } } = question;
  const { scope, lists } = openScope(question);
  const literals = reader(scope);
  const isOut = unitsOut(scope);
  const few = isWhole || isOut !== null ? null : findFewUnits(snapshot, scope, request, filter, terms);
  const scores = scoreGroups(snapshot, scope, filter, terms.groups, { lists, literalPostings: literals, few });
  const ranking = rollUp(snapshot, scope, scores, terms, isOut);
  return few !== null && !few.isEnough(scores, ranking) ? rank(question, true) : { scope, literals, scores, ranking, unscored: few?.touchedCount ?? 0 };
}

/** The hits of the shown units, with passages for the first of them. */
function hitsOf({ snapshot, request, asked }: Question, { scope, literals, scores }: Ranked, shown: readonly ShownUnit[], places: ReadonlyMap<number, Place>, context: SearchContext): Hit[] {
  const { terms, snippet } = asked;
  const searched: Searched = {
    snapshot, scope, scores, terms, snippet,
    weights: terms.groups.map((group, index) => group.weight * scores.idf[index]),
    literalIn: (group, segment) => literals(group, segment, scores.averageLength),
  };
  const hits = shown.flatMap((unit) => {
    const place = places.get(unit.unit);
    return place === undefined ? [] : [hitOf(searched, request, context, unit, place)];
  });
  if (context.isCounted !== true) addPassages(hits.slice(0, PASSAGES.hits), searched);
  return hits.map(({ hit }) => hit);
}

/** The answer with an explanation, for which everything is scored again. */
function explained(answer: SearchAnswer, question: Question, { scope, scores, ranking }: Ranked, units: readonly ShownUnit[]): SearchAnswer {
  const { snapshot, request, filter, asked: { terms, reader } } = question;
  const { explain } = require('./explain.ts') as typeof import('./explain.ts');
  const rescore: Rescore = (watchIn) => {
    const { scope: again, lists } = openScope(question);
    const { reader: watched, watch } = watchIn(again, reader(again));
    scoreGroups(snapshot, again, filter, terms.groups, { lists, literalPostings: watched, onGroup: watch });
  };
  return explain(answer, { snapshot, request, terms, scope, scores, ranking, units }, rescore);
}

function askedWords(snapshot: Snapshot, request: SearchRequest, filter: Filter, { synonyms = '', beginLookups = createLookups() }: SearchContext): Asked {
  const query = parseQuery(request.query);
  const lookups = beginLookups(snapshot);
  const terms = lookUpTerms(snapshot, query, synonyms, lookups, request.unfinished);
  const literals = lookUpLiterals(snapshot, literalTexts(terms, query.excluded), lookups);
  return {
    typed: query.words.map((word) => word.typed),
    excluded: query.excluded.map((word) => word.typed),
    terms,
    reader: (scope) => literalReader(snapshot, scope, filter, terms, literals),
    excludedUnits: (scope) => excludedUnits(snapshot, scope, query.excluded, literals),
    snippet: ({ segment, chunk }, weights, only) => {
      return cutSnippet(textToShow(snapshot.segments[segment], chunk, terms, literals), terms, weights, only === null ? SNIPPET : PASSAGES, only);
    },
    report: () => ({}),
  };
}

/** The counts every answer ends with. */
export function indexCounts(snapshot: Snapshot): SearchAnswer['index'] {
  const { counts, sessions } = snapshot;
  let sessionCount = 0;
  for (let session = 0; session < sessions.count; session++) sessionCount += sessions.live[session];
  return { sessions: sessionCount, files: counts.files, skipped: counts.skipped, truncated: counts.truncated, pending: counts.pending };
}

function literalTexts(terms: Terms, excluded: readonly TypedWord[]): string[] {
  const texts = [...terms.groups.map(({ literal }) => literal ?? ''), ...excluded.map(({ term, typed }) => (term === '' ? typed : ''))];
  return [...new Set(texts)].filter((text) => text !== '');
}

function literalReader(snapshot: Snapshot, scope: Scope, filter: Filter, { groups }: Terms, literals: ReadonlyMap<string, KnownLiteral>): LiteralReader {
  let common: readonly Postings[] | null = null;
  const read = (group: number, segment: number, averageLength: number): Postings => {
    const { literal, field } = groups[group];
    const known = literals.get(literal ?? '');
    if (known === undefined) return { count: 0, chunks: new Uint32Array(0), frequencies: new Uint32Array(0) };
    if (groups.length > 1 || !isCommon(known)) return literalPostings(known, segment, snapshot.segments[segment], unitReader(scope.spans[segment]), field);
    common ??= commonPostings(known, snapshot, scope, fieldWeights(field, filter.fieldMask), averageLength);
    return common[segment];
  };
  // Asked again for passages: its texts need not be read again.
  const known = new Map<string, Postings>();
  return (group, segment, averageLength) => {
    const key = `${group} ${segment}`;
    const postings = known.get(key) ?? read(group, segment, averageLength);
    known.set(key, postings);
    return postings;
  };
}

/** A unit that is shown. */
export interface ShownUnit {
  readonly unit: number;
  readonly score: number;
  readonly isWeak: boolean;
  /** In the columns of the ranking. */
  readonly place: number;
}

/** The page of units that is shown: the relevant ones, or all; when nothing is relevant the nearest few. */
function shownUnits(ranking: Ranking, isRelevant: Uint8Array, hasRelevant: boolean, { all, offset, limit }: SearchRequest): ShownUnit[] {
  const end = all || hasRelevant ? offset + limit : Math.min(RANKING.nearest, offset + limit);
  const places = ranking.bestPlaces(all || !hasRelevant ? null : isRelevant, offset, end);
  return places.map((place) => ({ unit: ranking.units[place], score: ranking.scores[place], isWeak: isRelevant[place] === 0, place }));
}

const NO_SNIPPET: Snippet = { text: '', highlights: [], groups: new Set() };

function hitOf({ snapshot, scope, scores, terms, weights, snippet }: Searched, request: SearchRequest, context: SearchContext, { unit, score, isWeak }: ShownUnit, place: Place): ShownHit {
  const held = terms.words.filter((word) => holdsWord(word, unit, scores)).length;
  const count = terms.words.length;
  const { text, highlights, groups } = context.isCounted === true ? NO_SNIPPET : snippet(place, weights, null);
  const hit = buildHit(snapshot, scope, request, context, place, {
    score,
    weak: isWeak,
    coverage: held / count,
    words: request.regex === true ? '' : `${held} of ${count}`,
    snippet: text,
    highlights,
    passages: [],
  });
  return { hit, unit, marked: groups };
}

/** The text of a chunk; with as much of what follows as a literal of the query has that goes over its end. */
function textToShow(segment: SegmentReader, chunk: number, { groups }: Terms, literals: ReadonlyMap<string, KnownLiteral>): string {
  const own = segment.text(chunk);
  let shown = own;
  for (const { literal } of groups) {
    const known = literals.get(literal ?? '')?.literal;
    if (known === undefined || !known.mayBeCut || known.count(own) > 0) continue;
    const joined = textFrom(segment, chunk, known.letterCount);
    if (joined.length > shown.length && known.count(joined, own.length) > 0) shown = joined;
  }
  return shown.toString('utf8');
}
