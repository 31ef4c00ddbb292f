/**
 * Turns words and flags into a search request: ids resolved, days turned into moments, folders absolute.
 */
import { resolve } from 'node:path';
import { CcfindError } from '../errors.ts';
import type { Engine, SearchRequest } from '../contract.ts';
import { realFolder } from '../paths.ts';
import type { Places } from '../paths.ts';
import type { CliContext } from './context.ts';
import { startOfDay } from './days.ts';
import type { FlagValues } from './flags.ts';
import { resolveSession } from './resolve.ts';

/** What a request takes from its process. */
export type RequestContext = Pick<CliContext, 'env' | 'cwd' | 'nowMs' | 'messages'>;

const DEFAULT_LIMIT = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Where to look. indexDir: where the last list is; null where none was shown. */
export type RequestPlaces = Pick<Places, 'roots'> & { readonly indexDir: string | null };

/** The request. Throws CcfindError for ids that lead nowhere. */
export function buildRequest(query: string, values: FlagValues, engine: Engine, places: RequestPlaces, context: RequestContext): SearchRequest {
  const find = (typed: string): string => resolveSession(typed, engine, places.indexDir);
  return {
    query,
    limit: values.limit ?? (values.all ? Number.MAX_SAFE_INTEGER : DEFAULT_LIMIT),
    offset: values.offset ?? 0,
    all: values.all ?? false,
    group: values.group ?? 'session',
    project: values.project ?? null,
    dir: values.dir === undefined ? null : realFolder(resolve(context.cwd, values.dir)),
    branch: values.branch ?? null,
    sessions: values.sessions?.map(find) ?? null,
    exclude: values.exclude?.flatMap((typed) => excluded(typed, find, context)) ?? [],
    currentSession: context.env.CLAUDE_CODE_SESSION_ID || null,
    self: values.self ?? false,
    fields: values.fields ?? null,
    ...period(values, context.nowMs()),
    agents: values.agents ?? false,
    ...(values.regex ? { regex: true } : {}),
    here: context.cwd,
    roots: places.roots,
    explain: values.explain ?? false,
  };
}

/** A session that is to be excluded and does not exist is excluded anyway: worth a message, not a failure. */
function excluded(typed: string, find: (typed: string) => string, context: RequestContext): string[] {
  try {
    return [find(typed)];
  } catch (error) {
    if (!(error instanceof CcfindError) || error.code !== 'not-found') throw error;
    context.messages.write(`ccfind: --exclude changes nothing: ${error.message}\n`);
    return [];
  }
}

/** With both --days and --since, the later beginning counts. */
function period({ days, since, until }: FlagValues, nowMs: number): Pick<SearchRequest, 'sinceMs' | 'untilMs'> {
  const begins = [days === undefined ? null : nowMs - days * DAY_MS, since === undefined ? null : startOfDay(since)];
  const sinceMs = begins.reduce((later, begin) => (begin === null ? later : Math.max(later ?? begin, begin)), null);
  return { sinceMs, untilMs: until === undefined ? null : startOfDay(until, 1) };
}
