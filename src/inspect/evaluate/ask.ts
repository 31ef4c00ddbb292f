/**
 * Asks a question as a person would, and sees where the right sessions stand. Pure but for the search it is given.
 *
 * Families stand for sessions: whoever finds a copy has found it. A hit names its copies, which count as found with it.
 */
import type { Hit, SearchAnswer, SearchRequest } from '../../contract.ts';
import { FIELDS } from '../../schema.ts';
import type { Question } from './questions.ts';

/** What came of a question. */
export interface Outcome {
  readonly question: Question;
  /** Place of the first right session, from 1; null when it is not among the first ten. */
  readonly rank: number | null;
  /** Right ones among the first three, as a share of those that could be. */
  readonly inThree: number;
  /** Families that must be found and are not in the whole list. */
  readonly missing: readonly number[];
  /** Family of the first hit; null when there is none, -1 when it is not on disk. */
  readonly first: number | null;
  readonly firstHit: Hit | null;
  readonly relevant: number;
  /** Of the right ones that were found at all, the share that was called relevant; null when none was found. */
  readonly relevantShare: number | null;
}

/** How questions are put. */
export interface Asker {
  readonly search: (request: SearchRequest) => SearchAnswer;
  readonly roots: readonly string[];
  /** Family of a session id; undefined when it is not on disk. */
  readonly familyOf: (id: string) => number | undefined;
  /** Ids of the sessions of a family. */
  readonly membersOf: (family: number) => readonly string[];
}

/** Places that count. */
const PAGE = 10;
const NOT_TITLES = FIELDS.map(({ name }) => name).filter((name) => name !== 'title');

/** Asks it. excluded: ids of sessions that are left out. */
export function ask(asker: Asker, question: Question, excluded: readonly string[] = []): Outcome {
  const request = requestFor(asker, question, excluded);
  const answer = asker.search(request);
  const page = answer.hits.map((hit) => ({ hit, families: familiesIn(asker, [hit]) }));
  const isRight = (families: ReadonlySet<number>): boolean => [...families].some((family) => question.may.has(family));
  const place = page.findIndex(({ families }) => isRight(families));
  const missing = missingFrom(question, new Set(page.flatMap(({ families }) => [...families])));
  const right = page.filter(({ families }) => isRight(families));
  return {
    question,
    rank: place < 0 ? null : place + 1,
    inThree: Math.min(1, page.slice(0, 3).filter(({ families }) => isRight(families)).length / Math.min(3, question.may.size)),
    missing: missing.length === 0 || answer.total <= answer.hits.length ? missing : missingFromList(asker, request, missing),
    first: page.length === 0 ? null : (asker.familyOf(page[0].hit.session) ?? -1),
    firstHit: page.length === 0 ? null : page[0].hit,
    relevant: answer.relevant,
    relevantShare: right.length === 0 ? null : right.filter(({ hit }) => !hit.weak).length / right.length,
  };
}

/** How many sessions are called relevant. */
export function countRelevant(asker: Asker, text: string): number {
  return asker.search({ ...plainRequest(asker, text), limit: 1 }).relevant;
}

function requestFor(asker: Asker, { text, isTitle }: Question, excluded: readonly string[]): SearchRequest {
  return { ...plainRequest(asker, text), fields: isTitle ? NOT_TITLES : null, exclude: excluded };
}

function plainRequest({ roots }: Asker, query: string): SearchRequest {
  return {
    query, limit: PAGE, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [],
    currentSession: null, self: true, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/', roots,
  };
}

/** Those of the families that are not in the list behind the first page. It is not read: they are asked for alone, since every hit read costs milliseconds. */
function missingFromList(asker: Asker, request: SearchRequest, families: readonly number[]): readonly number[] {
  const notIn = (some: readonly number[], sessions: readonly string[]): number[] => {
    const found = familiesIn(asker, asker.search({ ...request, sessions, limit: sessions.length }).hits);
    return some.filter((family) => !found.has(family));
  };
  const isAlone = (family: number): boolean => asker.membersOf(family).length === 1;
  const alone = families.filter(isAlone);
  const ids = alone.flatMap(asker.membersOf);
  // One hit a session: where there are as many as sessions, none is missing. A few are looked at, in case one is counted and not told.
  const isComplete = ids.length === 0 || (ids.length > PAGE && asker.search({ ...request, sessions: ids, limit: 1 }).total >= ids.length);
  const others = families.filter((family) => !isAlone(family));
  const copies = others.flatMap(asker.membersOf);
  return [...(isComplete ? [] : notIn(alone, ids)), ...(copies.length === 0 ? [] : notIn(others, copies))];
}

function familiesIn({ familyOf }: Asker, hits: SearchAnswer['hits']): Set<number> {
  const families = new Set<number>();
  for (const { session, copies } of hits) {
    for (const id of [session, ...copies]) {
      const family = familyOf(id);
      if (family !== undefined) families.add(family);
    }
  }
  return families;
}

function missingFrom({ must }: Question, found: ReadonlySet<number>): readonly number[] {
  return [...must].filter((family) => !found.has(family));
}
