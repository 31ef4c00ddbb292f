/**
 * ccfind in the form of bench/peers/engines.cjs, so that its warm searches are timed by the same loop as those of the peers.
 *
 * The whole search, snippets included, through the engine that front ends call; only what a process does around it is missing.
 */
import type { SearchRequest } from '../../src/contract.ts';
import { openEngine } from '../../src/engine.ts';

const REQUEST: Omit<SearchRequest, 'query' | 'limit'> = {
  offset: 0, all: false, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [], currentSession: null,
  self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/',
};

/** folder: of an index that exists. Returns a search: the best sessions in order, each with its snippet. */
export function open(folder: string): (words: readonly string[], limit: number) => Map<string, string> {
  const engine = openEngine({ roots: [], indexDir: folder });
  return (words, limit) => {
    const { hits } = engine.search({ ...REQUEST, query: words.join(' '), limit });
    return new Map(hits.map(({ session, snippet }) => [session, snippet]));
  };
}
