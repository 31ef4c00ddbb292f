/**
 * A query that names a session instead of describing it: its id or the start of one, its transcript's file, the line that leads back
 * into it, or a pull request that the client noted in it (address, owner/repo#12, #12). The sessions named come first, whatever else
 * they contain; after them comes what mentions the name.
 *
 * Filters apply to them as to all hits. A name must be the whole query: an id among other words is a word. When several ids begin
 * as typed, all those sessions are named. Pure.
 */
import type { SearchAnswer, SearchRequest } from '../contract.ts';
import type { SessionTable, Snapshot } from '../index/reader-types.ts';
import type { SearchContext } from './hits.ts';

/** Score of a session that was named: above any score of a query of one word, so that scores fall along the list. */
const NAMED_SCORE = 1000;

/** The start of an id: this many hex digits are no word; those of a commit begin no session's id. */
const ID_START = /^[0-9a-f]{8}(?:[0-9a-f]|-(?!-))*$/i;
const FILE = /^(?:(.*)[\\/])?([^\\/]+)\.jsonl$/i;
/** As the client takes it, and as answers show it. */
const WAY_BACK = /^(?:(?:cd\s.+&&\s*)?claude\s+(?:--resume|-r)|\/resume)\s+(\S+)$/;

const ADDRESS = /^(?:https?:\/\/)?([^\s/]+\/\S+?)\/(?:-\/)?(?:pull|pulls|pull-requests|merge_requests)\/(\d+)([/?#]\S*)?$/i;
const SHORT_ADDRESS = /^(\S+\/\S+)?[#!](\d+)$/;

/** How a session was named. */
type Name = NonNullable<SearchAnswer['hits'][number]['named']>;

interface Named {
  readonly sessions: readonly number[];
  readonly by: Name;
  /** Query for what mentions the named sessions. */
  readonly mention: string;
}

/** recent() and search(), passed by the engine, since this part has no copy of them. */
export interface Finders {
  readonly recent: (snapshot: Snapshot, request: SearchRequest, context: SearchContext) => SearchAnswer;
  readonly search: (snapshot: Snapshot, request: SearchRequest, context: SearchContext) => SearchAnswer;
}

/** The answer to any query, with the sessions it names in front. Cost: both finders when it names some; else one pass over the ids, or over the catalog. */
export function searchByName(snapshot: Snapshot, request: SearchRequest, context: SearchContext, { recent, search }: Finders): SearchAnswer {
  const named = sessionsNamed(snapshot.sessions, request.query.trim());
  const ids = named === null ? [] : named.sessions.map((session) => snapshot.sessions.id(session));
  const wanted = ids.filter((id) => request.sessions?.includes(id) ?? true);
  if (named === null || wanted.length === 0) return search(snapshot, request, context);
  const own = recent(snapshot, { ...request, sessions: wanted, agents: false, offset: 0, limit: Number.MAX_SAFE_INTEGER }, context);
  const { offset, limit } = request;
  const shown = own.hits.slice(offset, offset + limit).map((hit) => ({ ...hit, score: NAMED_SCORE, named: named.by }));
  const beside = { query: named.mention, exclude: [...request.exclude, ...ids], offset: Math.max(0, offset - own.total), limit: limit - shown.length };
  const mentions = search(snapshot, { ...request, ...beside }, context);
  return {
    ...mentions,
    query: request.query,
    total: own.total + mentions.total,
    relevant: own.total + mentions.relevant,
    // The nearest weak hits are of no use after what was named.
    hits: request.all || mentions.relevant > 0 || own.total === 0 ? [...shown, ...mentions.hits] : shown,
  };
}

/** The live sessions that a query names, or null. query: trimmed. */
function sessionsNamed(sessions: SessionTable, query: string): Named | null {
  const file = FILE.exec(query);
  if (file !== null) return nameOf(sessions, sessionOfFile(sessions, file[2], file[1] ?? ''), 'file');
  const request = pullRequestOf(query);
  if (request !== null) {
    const found = [...sessions.live.keys()].filter((session) => sessions.live[session] === 1 && sessions.pullRequests(session).some((address) => isSame(pullRequestOf(address), request)));
    return found.length === 0 ? null : { sessions: found, by: 'pull request', mention: mentionOf(query) };
  }
  const id = WAY_BACK.exec(query)?.[1] ?? query;
  if (!ID_START.test(id)) return null;
  const whole = sessions.find(id);
  return nameOf(sessions, whole >= 0 ? [whole] : sessions.findPrefix(id.toLowerCase()), 'id', whole >= 0 ? id : id.toLowerCase());
}

interface PullRequest {
  /** With or without its host; '' when only the number was given. Lower case. */
  readonly repository: string;
  readonly number: string;
}

function pullRequestOf(text: string): PullRequest | null {
  const found = ADDRESS.exec(text) ?? SHORT_ADDRESS.exec(text);
  return found === null ? null : { repository: (found[1] ?? '').toLowerCase(), number: found[2] };
}

/** The address up to its number; shorter forms contain nothing else. */
function mentionOf(query: string): string {
  const address = ADDRESS.exec(query);
  return address === null ? `"${query}"` : query.slice(0, query.length - (address[3] ?? '').length);
}

function isSame(known: PullRequest | null, { repository, number }: PullRequest): boolean {
  return known !== null && known.number === number && (repository === '' || known.repository === repository || known.repository.endsWith(`/${repository}`));
}

/** Mentions contain the id as it is: pieces of an id are in many texts. */
function nameOf(sessions: SessionTable, found: readonly number[], by: Name, id?: string): Named | null {
  return found.length === 0 ? null : { sessions: found, by, mention: `"${id ?? sessions.id(found[0])}"` };
}

/** A session has the name of its file; a sub-agent's file is in a folder named after its session. */
function sessionOfFile(sessions: SessionTable, name: string, folder: string): number[] {
  const ofAgent = /(?:^|[\\/])([^\\/]+)[\\/]subagents$/.exec(folder)?.[1];
  const session = sessions.find(ofAgent ?? name);
  return session < 0 ? [] : [session];
}
