/**
 * What Claude Code starts by itself: `ccfind hook EVENT`, one line for each event in plugin/hooks.json.
 *
 * SessionEnd brings the index up to date, so that the session can be found from then on. It leaves that to a process that outlives client
 * and terminal: clients wait only 1.5 s at the end, and 2.1.200 drops hooks that are marked as asynchronous. Stop does the same while a
 * session lives, at most once a minute, if there is an index already. SessionStart prints past findings if the person asked for that
 * (setup --recall): those that the other two prepared for this repository, else what is found in the time that a start may take.
 * Whatever happens, all of them are silent and end with 0: exit code 2 would block Claude, and any other would be shown. The log tells what
 * they did.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Engine, EngineOptions, Hit } from '../contract.ts';
import { EXIT } from '../errors.ts';
import { findPlaces, realFolder, recallSwitch } from '../paths.ts';
import type { Places } from '../paths.ts';
import { counted } from '../sizes.ts';
import { createTimeLimit } from '../watchdog.ts';
import { loggedRuns, logRun } from './log.ts';
import { readPayload } from './payload.ts';
import { isSameWork, keepPrepared, readPrepared } from './prepared.ts';
import { chooseFindings, findPast, MAX_TEXT, recallText } from './recall.ts';
import { findRepository } from './repository.ts';
import type { Repository } from './repository.ts';

/** What a hook needs from its process. */
export interface HookProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Standard input; a function, since only SessionStart reads it. */
  readonly input: () => Readable;
  readonly write: (text: string) => void;
  readonly nowMs: () => number;
  /** Time since the process started. */
  readonly elapsedMs: () => number;
  /** Runs `hook EVENT` in a process of its own that nobody waits for. False when it cannot be started. */
  readonly detach: (event: string) => boolean;
  /** From now on a closed terminal does not end the process. */
  readonly outliveTerminal: () => void;
  readonly openEngine: (options: EngineOptions) => Engine;
}

/** The events that plugin/hooks.json names. */
export const HOOK_EVENTS = ['SessionStart', 'Stop', 'SessionEnd'] as const;

/** The event of the process that SessionEnd starts; never sent by Claude Code. */
export const ENDED = 'SessionEnded' as const;

/** From the start of the process to the answer: a start may be held up for 150 ms, of which the launcher takes some 40 ms to find Node. */
const RECALL_MS = 105;
/** For findings that are prepared in the background. */
const PREPARE_MS = 10_000;
const STOP_EVERY_MS = 60_000;
/** How long to wait for another writer: what it reads may lack the last lines of this session. */
const END_WAIT_MS = 20_000;

/** The ways in which a session begins that knows nothing yet. */
const FRESH: ReadonlySet<string> = new Set(['startup', 'clear']);

/** Handles an event. Returns what it did in a few words, for the log; null when that is not worth a line. */
type Handler = (process: HookProcess, places: Places) => Promise<string | null> | string | null;

const HANDLERS: Readonly<Record<(typeof HOOK_EVENTS)[number] | typeof ENDED, Handler>> = { SessionStart: recall, Stop: refreshAtTimes, SessionEnd: handOn, [ENDED]: refreshAtEnd };

/** Runs the hook of an event. Resolves with exit code 0, and never rejects. */
export async function runHook(event: string, process: HookProcess): Promise<number> {
  let indexDir: string | null = null;
  let outcome: string | null;
  try {
    const name = ([...HOOK_EVENTS, ENDED] as const).find((known) => known === event);
    if (name === undefined) return EXIT.ok;
    const places = findPlaces({ env: process.env, cwd: process.cwd, extraRoots: [] });
    ({ indexDir } = places);
    outcome = await HANDLERS[name](process, places);
  } catch (error) {
    outcome = `failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (indexDir !== null && outcome !== null) {
    logRun(indexDir, { event: event === ENDED ? 'SessionEnd' : event, at: new Date(process.nowMs()).toISOString(), ms: Math.round(process.elapsedMs()), outcome });
  }
  return EXIT.ok;
}

async function recall(process: HookProcess, places: Places): Promise<string | null> {
  if (!existsSync(recallSwitch(process.env, process.cwd))) return null;
  const { source, session, cwd } = await readPayload(process.input());
  if (source !== null && !FRESH.has(source)) return `silent: the session goes on (${source.slice(0, 20)})`;
  if (!existsSync(places.indexDir)) return null;
  const repository = findRepository(realFolder(cwd ?? process.cwd));
  if (repository === null) return 'silent: no git repository here';
  const ready = readPrepared(places.indexDir, repository.folder);
  if (ready !== null && isSameWork(ready, repository)) return tell(process, ready, 'ready');
  const leftMs = RECALL_MS - process.elapsedMs();
  const found = lookBack(process, places, repository, leftMs, session ?? (process.env.CLAUDE_CODE_SESSION_ID || null));
  const cut = found.isDone ? 'found' : `stopped after ${RECALL_MS} ms`;
  // What fitted the branch some commits ago is better than nothing.
  const isOld = found.count === 0 && !found.isDone && ready !== null && ready.branch === repository.branch;
  return tell(process, isOld ? ready : found, isOld ? `ready, of earlier commits; ${cut}` : cut);
}

function tell(process: HookProcess, { text, count }: { text: string; count: number }, how: string): string {
  if (count === 0) return `silent: nothing fits (${how})`;
  if (text.length > MAX_TEXT) return 'silent: what lies ready makes no sense';
  process.write(text);
  return `told ${counted(count, 'finding')} (${how})`;
}

/** What fits the work, as far as it is found within the limit, and the transcripts that it comes from. */
function lookBack(process: HookProcess, { roots, indexDir }: Places, repository: Repository, limitMs: number, session: string | null): { text: string; count: number; files: string[]; isDone: boolean } {
  const lists: Hit[][] = [];
  const files = new Map<string, string>();
  const engine = process.openEngine({ roots, indexDir });
  // What was deleted after it was indexed must not be told.
  const isThere = (hit: Hit): boolean => {
    const { path } = engine.resumePlan(hit.session);
    files.set(hit.session, path);
    return existsSync(path);
  };
  // Stopping in the middle harms nothing: an index is safe from a kill at any moment.
  const isDone = limitMs > 0 && createTimeLimit().run(limitMs, () => findPast(engine, repository, session, isThere, lists));
  if (isDone) engine.close();
  const hits = chooseFindings(lists);
  return { ...recallText(hits), files: hits.map((hit) => files.get(hit.session) as string), isDone };
}

/** Prepares findings for the next session in this repository, if the person wants them. Returns what to add to the log. */
function prepare(process: HookProcess, places: Places): string {
  if (!existsSync(recallSwitch(process.env, process.cwd))) return '';
  const repository = findRepository(realFolder(process.cwd));
  if (repository === null) return '';
  const { text, count, files } = lookBack(process, places, repository, PREPARE_MS, null);
  keepPrepared(places.indexDir, { ...repository, text, count, files });
  return `, ${counted(count, 'finding')} ready`;
}

function refreshAtTimes(process: HookProcess, places: Places): string | null {
  if (!existsSync(join(places.indexDir, 'manifest.json'))) return null;
  const last = loggedRuns(places.indexDir).reverse().find(({ event }) => event === 'Stop' || event === 'SessionEnd');
  const sinceMs = last === undefined ? Infinity : process.nowMs() - Date.parse(last.at);
  // A time in the future was told by another clock.
  if (sinceMs >= 0 && sinceMs < STOP_EVERY_MS) return null;
  return refresh(process, places, 0);
}

function handOn(process: HookProcess, places: Places): string | null {
  return process.detach(ENDED) ? null : refreshAtEnd(process, places);
}

function refreshAtEnd(process: HookProcess, places: Places): string {
  return refresh(process, places, END_WAIT_MS);
}

function refresh(process: HookProcess, places: Places, waitMs: number): string {
  const { roots, indexDir } = places;
  if (roots.length === 0) return 'nothing to read: no config folder';
  process.outliveTerminal();
  const engine = process.openEngine({ roots, indexDir });
  try {
    const { filesRead, filesPending, locked, refused } = engine.refresh({ waitMs });
    if (locked) return 'another process is writing the index';
    if (refused || filesPending > 0) return `the index cannot be written: ${counted(filesPending, 'file')} waiting`;
    return `${filesRead === 0 ? 'nothing new' : `read ${counted(filesRead, 'file')}`}${prepare(process, places)}`;
  } finally {
    engine.close();
  }
}
