/**
 * What an index answers to a fixed set of questions, and how two such sets differ.
 *
 * Everything of an answer counts, order included, but for the last part of a hit's key (which batch a chunk came with). Scores
 * may differ by 1e-9 of themselves: sums over segments round in another order.
 */
import type { SearchAnswer, SearchRequest } from '../../src/contract.ts';
import { openEngine } from '../../src/engine.ts';
import type { Place } from './program.ts';

const SCORE_TOLERANCE = 1e-9;

const REQUEST: Omit<SearchRequest, 'query'> = {
  limit: Infinity, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [],
  currentSession: null, self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/',
};

/** The question with all its hits, as `search --json --all` in the root folder asks it. */
export function requestFor(query: string): SearchRequest {
  return { ...REQUEST, query };
}

/** Asked of the index as it lies there, in this process, without a refresh. Damage met on the way is told to onWarning. */
export function askAll(place: Place, queries: readonly string[], onWarning: (message: string) => void): SearchAnswer[] {
  const engine = openEngine({ roots: [place.config], indexDir: place.index, onWarning });
  try {
    const turns = { ...requestFor(queries[0]), group: 'turn' as const };
    return [...queries.map((query) => engine.search(requestFor(query))), engine.search(turns), engine.recent(requestFor(''))];
  } finally {
    engine.close();
  }
}

/** Where the first difference lies, with both values; null when the answers say the same. */
export function differenceOf(found: unknown, expected: unknown, path = ''): string | null {
  if (typeof found === 'number' && typeof expected === 'number' && path.endsWith('.score')) {
    return Math.abs(found - expected) <= SCORE_TOLERANCE * Math.abs(expected) ? null : `${path}: ${found}, expected ${expected}`;
  }
  if (typeof found === 'string' && typeof expected === 'string' && path.endsWith('.hit')) {
    return differenceOf(withoutNumber(found), withoutNumber(expected), `${path} `);
  }
  if (!isObject(found) || !isObject(expected)) {
    return found === expected ? null : `${path}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`;
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const key of keys) {
    const difference = differenceOf(found[key], expected[key], `${path}.${key}`);
    if (difference !== null) return difference.slice(0, 400);
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function withoutNumber(hitKey: string): string {
  return hitKey.slice(0, hitKey.lastIndexOf(':'));
}
