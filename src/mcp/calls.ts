/**
 * The two tools that read, over one engine that stays open: arguments in, reply out. Runs in a thread of its own (engine-thread.ts), where it
 * may take its time.
 *
 * Each call first brings the index up to date, as a search on the command line does, and then finds out which session is running, since
 * /clear and /resume change that. In between it announces that from here on it may be stopped: from then on it only reads.
 */
import { createHash } from 'node:crypto';
import { parseDay } from '../cli/days.ts';
import type { Day } from '../cli/days.ts';
import type { FlagValues } from '../cli/flags.ts';
import { isNothingThere, nothingThere } from '../cli/open-index.ts';
import { buildRequest } from '../cli/request.ts';
import { resolveSession } from '../cli/resolve.ts';
import type { Engine, EngineOptions, Progress, RefreshReport, ResumePlan } from '../contract.ts';
import { findPlaces } from '../paths.ts';
import type { Places } from '../paths.ts';
import { parsePattern } from '../pattern.ts';
import type { FieldName } from '../schema.ts';
import { argumentError, told } from './arguments.ts';
import type { ArgumentValues } from './arguments.ts';
import type { Reply } from './reply.ts';
import { drawNumber } from './reply.ts';
import { runningSession } from './running-session.ts';
import { searchReply } from './search-reply.ts';
import { sessionReply } from './session-reply.ts';
import type { Place } from './session-reply.ts';
import { REPLY_BYTES } from './tools.ts';

/** As long as a search on the command line waits for another process that is writing the index. */
const WAIT_MS = 2000;
const PAGE_TURNS = 10;
/** Room for a chunk before and one after a hit: each has about 1 KB, up to twice that as short quoted lines, and the hit itself must fit in any case. */
const CHUNK_BYTES = 3000;
const FRAME_BYTES = 1500;
/** Arguments that may change from one page to the next: they decide how a reply looks, not what is found. */
const ONLY_SHAPE: readonly string[] = ['cursor', 'limit', 'max_bytes', 'format'];

/** What calls need from their process. */
export interface CallsContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The server's folder: the one in which the client was started. */
  readonly cwd: string;
  /** Config folders besides the usual one. */
  readonly extraRoots: readonly string[];
  readonly parentPid: number;
  readonly nowMs: () => number;
  readonly openEngine: (options: EngineOptions) => Engine;
  readonly onProgress: (progress: Progress) => void;
  /** A sentence for the server's log. */
  readonly onWarning: (message: string) => void;
  /** Called when the index is not written any more. Throws when the call was cancelled. */
  readonly onReading: () => void;
  /** Called before the index is possibly written. */
  readonly onWriting: () => void;
}

/** The answers to calls, and how to resume a session. */
export interface Calls {
  search(values: ArgumentValues): Reply;
  read(values: ArgumentValues): Reply;
  plan(typed: string): ResumePlan;
  close(): void;
}

interface Opened {
  readonly engine: Engine;
  readonly places: Places;
  readonly report: RefreshReport | null;
}

/** Opens nothing yet. Every function may throw CcfindError. */
export function createCalls(context: CallsContext): Calls {
  let open: { engine: Engine; key: string } | null = null;

  function close(): void {
    open?.engine.close();
    open = null;
  }

  /** The engine, with its index brought up to date. Folders are looked for each time, since the first session may make them. */
  function refreshed(): Opened {
    const places = findPlaces({ env: context.env, cwd: context.cwd, extraRoots: context.extraRoots });
    const key = JSON.stringify([places.roots, places.indexDir]);
    if (open?.key !== key) {
      close();
      const onWarning = (message: string): void => {
        // The warning may be that the index is damaged: then it is rebuilt in the middle of a search.
        context.onWriting();
        context.onWarning(message);
      };
      open = { key, engine: context.openEngine({ roots: places.roots, indexDir: places.indexDir, synonymsPath: places.synonyms, onProgress: context.onProgress, onWarning }) };
    }
    const { engine } = open as { engine: Engine };
    context.onWriting();
    const report = places.roots.length === 0 ? null : engine.refresh({ waitMs: WAIT_MS });
    context.onReading();
    return { engine, places, report };
  }

  function search(values: ArgumentValues): Reply {
    const { query = '', max_bytes: bytes = REPLY_BYTES.usual, cursor } = values as { query?: string; max_bytes?: number; cursor?: string };
    const digest = digestOf(values);
    const offset = cursor === undefined ? 0 : Number(cursorParts('search_sessions', cursor, digest)[0]);
    const flags = flagsOf(values, offset);
    if (flags.regex) checkPattern(query);
    const opened = refreshed();
    const { engine, places, report } = opened;
    const running = runningSession(context);
    const notes = notesOf(report);
    const request = buildRequest(query, flags, engine, { roots: places.roots, indexDir: null }, {
      env: { CLAUDE_CODE_SESSION_ID: running ?? undefined }, cwd: context.cwd, nowMs: context.nowMs,
      messages: { write: () => notes.push('One of the sessions to exclude is not in the index.'), isTerminal: () => false, columns: () => 80 },
    });
    if (places.roots.length === 0) throw nothingThere({ ...opened, clearProgress: () => {} }, 0);
    const answer = query.trim() === '' ? engine.recent(request) : engine.search(request);
    if (isNothingThere(answer)) throw nothingThere({ ...opened, clearProgress: () => {} }, answer.index.files);
    return searchReply(answer, {
      bytes, offset, isAll: request.all, isJson: values.format === 'json', isSelfLeftOut: running !== null && !request.self, notes,
      number: drawNumber(), cursorAt: (next) => `${next}.${digest}`,
    });
  }

  function read(values: ArgumentValues): Reply {
    const { session: typed, around, turn, from, cursor, max_bytes: bytes = REPLY_BYTES.usual } = values as { session?: string; around?: string; turn?: number; from?: number; cursor?: string; max_bytes?: number };
    if (typed === undefined && around === undefined) throw argumentError('read_session', 'session is missing: expected the id of a session, or around with the key of a hit');
    if ([around, turn, from].filter((one) => one !== undefined).length > 1) throw argumentError('read_session', 'around, turn and from: expected one of them');
    const digest = digestOf(values);
    const start = cursor === undefined ? null : placeOf(cursorParts('read_session', cursor, digest));
    const { engine, report } = refreshed();
    const of = around === undefined ? null : resolveSession(around.split(':').slice(0, -2).join(':'), engine, null);
    const session = typed === undefined ? (of as string) : resolveSession(typed, engine, null);
    if (of !== null && of !== session) throw argumentError('read_session', 'around: expected the key of a hit of that session; leave session out to read around this one');
    const mode = around !== undefined ? 'around' : turn !== undefined ? 'turn' : 'page';
    const fields = values.field as readonly FieldName[] | undefined;
    const chunksAround = Math.max(0, Math.floor((bytes - FRAME_BYTES) / CHUNK_BYTES));
    const request = { session, turn: turn ?? null, around: around === undefined ? null : `${session}:${around.split(':').slice(-2).join(':')}`, turns: mode === 'page' ? PAGE_TURNS : 1, fields, chunksAround };
    const page = engine.readSession({ ...request, from: start?.turn ?? from ?? 0 });
    if (page.turns.length === 0) throw argumentError('read_session', `the session has no turn ${turn ?? from ?? start?.turn ?? 1}${fields === undefined ? '' : ' with such text'}, it has ${page.total}`);
    return sessionReply(page, {
      bytes, isJson: values.format === 'json', mode, hasAllFields: fields === undefined, start, notes: notesOf(report), number: drawNumber(),
      cursorAt: (place) => `${place.turn}.${place.part}.${place.at}.${digest}`,
    });
  }

  function plan(typed: string): ResumePlan {
    const { engine } = refreshed();
    return engine.resumePlan(resolveSession(typed, engine, null));
  }

  return { search, read, plan, close };
}

/** The arguments as flags of the command line. */
function flagsOf(values: ArgumentValues, offset: number): FlagValues {
  const { limit, project, dir, branch, session, exclude, field, days, since, until, group, all, agents, self, regex } = values;
  const flags: FlagValues = {
    limit: (limit as number | undefined) ?? 10, offset, project: project as string | undefined, dir: dir as string | undefined, branch: branch as string | undefined,
    sessions: session as string[] | undefined, exclude: exclude as string[] | undefined, fields: field as FieldName[] | undefined, days: days as number | undefined,
    since: dayOf('since', since), until: dayOf('until', until), group: group as FlagValues['group'],
  };
  return { ...flags, ...(all ? { all: true } : {}), ...(agents ? { agents: true } : {}), ...(self ? { self: true } : {}), ...(regex ? { regex: true } : {}) };
}

/** Throws an argument error for a bad pattern. Called before the index is brought up to date, so that a mistyped pattern need not wait. */
function checkPattern(query: string): void {
  try {
    parsePattern(query);
  } catch (error) {
    throw argumentError('search_sessions', `query, as a regular expression: ${(error as Error).message.replace(/^--regex /, '')}`);
  }
}

function dayOf(name: string, value: unknown): Day | undefined {
  if (value === undefined) return undefined;
  const day = parseDay(value as string);
  if (day === null) throw argumentError('search_sessions', `${name}: expected a day that exists, as in 2026-03-14, got ${told(value)}`);
  return day;
}

/** What the index may lack, in our own words. */
function notesOf(report: RefreshReport | null): string[] {
  if (report?.locked === true) return ['Another process is writing the index: the newest lines may be missing from this reply.'];
  return report?.refused === true ? ['The index folder cannot be written: what was said lately is missing from this reply.'] : [];
}

/** A digest of the arguments that decide what is found, so that a cursor fits only its own question. */
function digestOf(values: ArgumentValues): string {
  const deciding = Object.entries(values).filter(([name, value]) => value !== undefined && !ONLY_SHAPE.includes(name));
  return createHash('sha256').update(JSON.stringify(deciding.sort(([a], [b]) => (a < b ? -1 : 1)))).digest('hex').slice(0, 8);
}

function cursorParts(tool: string, cursor: string, digest: string): string[] {
  const parts = cursor.split('.');
  if (parts.pop() !== digest) throw argumentError(tool, 'cursor: expected the next_cursor of a call with the same other arguments');
  return parts;
}

function placeOf([turn, part, at]: string[]): Place {
  return { turn: Number(turn), part: Number(part), at: Number(at) };
}
