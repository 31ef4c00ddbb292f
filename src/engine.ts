/**
 * The product in a few functions (contract.ts lists them): the only module that front ends call.
 *
 * An engine lives for one command or for days. It holds one snapshot, and before each question it looks whether anybody has
 * published a newer one (index/follow-index.ts). A search that stumbles over damage has the index rebuilt, once, and then
 * answers: the index is a cache. Only an index that a newer ccfind has made since this one last answered is left alone, with an
 * error that says so. What a search does not need is loaded on demand (scripts/build.mjs makes parts of it).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { growAtOnce, keepMemorySmall, optimiseHotCode } from './compiler.ts';
import type { Engine, EngineOptions, RefreshOptions, RefreshReport, ResumePlan, SearchAnswer, SearchRequest } from './contract.ts';
import type { DoctorRequest, DoctorReport, EvaluationReport, EvaluationRequest } from './reports.ts';
import { CcfindError } from './errors.ts';
import { IndexDamage } from './index/damage.ts';
import { openDiskDirectory } from './index/disk-directory.ts';
import { followIndex } from './index/follow-index.ts';
import type { OpenSnapshot } from './index/index-reader.ts';
import { lookAtLock } from './index/lock.ts';
import type { IndexCounts, SessionTable, Snapshot } from './index/reader-types.ts';
import { withTrouble } from './refresh/counts.ts';
import { rejectNewer, warnOfDamage } from './refresh/present.ts';
import { refreshIndex } from './refresh/refresh.ts';
import type { RefreshOutcome } from './refresh/refresh.ts';
import { linesBack } from './resume/command.ts';
import type { SearchContext } from './search/hits.ts';
import { createLookups } from './search/lookups.ts';
import type { OwnSynonyms } from './search/own-synonyms.ts';
import { recent } from './search/recent.ts';
import { search } from './search/searcher.ts';
import { listTranscripts } from './transcript/files.ts';
import { slugOf } from './transcript/slug.ts';

/** How many unreadable files and folders are named one by one. */
const NAMED_TROUBLE = 10;
/** How long a search that cannot answer waits for a process that may be rebuilding the index: 3 GB take 60 s. */
const REBUILD_WAIT_MS = 60_000;

/** As long as a search waits for another writer. */
const DOCTOR_WAIT_MS = 2000;

/** A process that has answered so many is no command: it lives for days. */
const MANY_QUESTIONS = 10;

/** An index of more than 1.5 GB of transcripts. */
const MANY_CHUNKS = 500_000;

/** In everything that names a session. Most questions lack it, and so spare the longer expression, which takes 0.3 ms to compile. */
const SIGN_OF_NAME = /[0-9./#!]|[a-fA-F]{8}/;

/** What a query that names a session looks like; some that match name none, which search/by-name.ts finds out. */
const MAY_BE_NAME = /^\s*(?:[0-9a-f]{8}[0-9a-f-]*|.+\.jsonl|\S*[#!]\d+|\S+\/(?:pulls?|pull-requests|merge_requests)\/\d+\S*|(?:cd|claude|\/resume)\s.*[0-9a-f]{8}\S*)\s*$/i;

/** Opens nothing yet. */
export function openEngine(options: EngineOptions): Engine {
  const directory = openDiskDirectory(options.indexDir);
  const { onWarning = (): void => {}, onProgress = (): void => {}, onWait } = options;
  const index = followIndex(directory);
  let outcome: RefreshOutcome | null = null;
  /** Catalog of the first snapshot used after the last refresh; null before that. */
  let refreshed: string | null = null;
  let questionCount = 0;
  /** True once an index of this version has answered. */
  let hasAnswered = false;
  const beginLookups = createLookups(options.checkpoint);
  const synonyms = readerOfSynonyms(options.synonymsPath ?? null, onWarning);

  function bringUpToDate({ full = false, waitMs = 0, hasTime = false }: RefreshOptions, isDamaged = false): RefreshOutcome {
    outcome = refreshIndex({ directory, roots: options.roots, isFull: full, isDamaged, isNewerRejected: hasAnswered, waitMs, hasTime, onProgress, onWait, onWarning });
    refreshed = null;
    return outcome;
  }

  function refresh(how: RefreshOptions = {}, isDamaged = false): RefreshReport {
    const { trouble, report } = bringUpToDate(how, isDamaged);
    for (const { path, reason } of trouble.slice(0, NAMED_TROUBLE)) onWarning(`${path}: ${reason}`);
    if (trouble.length > NAMED_TROUBLE) onWarning(`${trouble.length - NAMED_TROUBLE} more files or folders cannot be read`);
    return report;
  }

  /** The counts as the last refresh left them, with what that refresh could not read; or as another process has published them since. */
  function countsOf({ counts, manifest }: OpenSnapshot): IndexCounts {
    refreshed ??= manifest.catalog;
    if (outcome === null || refreshed !== manifest.catalog) return counts;
    return { ...withTrouble(counts, outcome.trouble), pending: Math.max(counts.pending, outcome.report.filesPending) };
  }

  function withSnapshot<T>(use: (snapshot: OpenSnapshot) => T): T {
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        const opened = index.present();
        // At every question: loading a part on demand sets the flags back to those of the start.
        if (++questionCount >= MANY_QUESTIONS) keepMemorySmall();
        else if (opened.segments.reduce((sum, { chunkCount }) => sum + chunkCount, 0) > MANY_CHUNKS) growAtOnce();
        hasAnswered = true;
        return use({ ...opened, copies: opened.copies, counts: countsOf(opened) });
      } catch (error) {
        if (!(error instanceof IndexDamage)) throw error;
        if (isRepeated) throw new CcfindError('failure', `the index is damaged and cannot be made anew now: ${error.message}`, { cause: error, hint: 'ccfind index --full' });
        index.close();
        if (hasAnswered) rejectNewer(error);
        warnOfDamage(error, onWarning);
        refresh({ waitMs: REBUILD_WAIT_MS }, true);
      }
    }
  }

  function contextFor(request: SearchRequest): SearchContext {
    return { ...contextOf(request, options), synonyms: synonyms(), beginLookups };
  }

  function doctor({ seed = Math.floor(Math.random() * 1e6) }: DoctorRequest = {}): DoctorReport {
    const { examineIndex } = require('./inspect/doctor.ts') as typeof import('./inspect/doctor.ts');
    return examineIndex({
      directory,
      roots: options.roots,
      refresh: () => bringUpToDate({ waitMs: DOCTOR_WAIT_MS }),
      countHits: (request) => withSnapshot((snapshot) => search(snapshot, request, contextOf(request, options)).total),
      snapshot: withSnapshot,
      onProgress,
    }, seed);
  }

  function evaluate(request: EvaluationRequest = {}): EvaluationReport {
    const { evaluateSearch } = require('./inspect/evaluate/evaluate.ts') as typeof import('./inspect/evaluate/evaluate.ts');
    return evaluateSearch({
      roots: options.roots,
      refresh: () => void refresh({ waitMs: DOCTOR_WAIT_MS }),
      search: (question) => withSnapshot((snapshot) => answerOf(snapshot, question, { ...contextFor(question), isCounted: true })),
      onProgress,
    }, { seed: Math.floor(Math.random() * 1e6), ...request });
  }

  return {
    refresh: (how) => refresh(how),
    doctor,
    evaluate,
    search: (request) => withSnapshot((snapshot) => answerOf(snapshot, request, contextFor(request))),
    recent: (request) => withSnapshot((snapshot) => recent(snapshot, request, contextOf(request, options))),
    readSession: (request) => {
      const { readSession } = require('./search/session-page.ts') as typeof import('./search/session-page.ts');
      return withSnapshot((snapshot) => readSession(snapshot, request));
    },
    findSessions: (idStart) => withSnapshot(({ sessions }) => (sessions.find(idStart) >= 0 ? [idStart] : sessions.findPrefix(idStart).map((session) => sessions.id(session)))),
    resumePlan: (id) => withSnapshot(({ sessions }) => resumePlanOf(id, sessions)),
    listSessions: (idStart, limit) => {
      const list = (require('./search/session-list.ts') as typeof import('./search/session-list.ts')).listSessions;
      try {
        return list(index.present(), idStart, limit);
      } catch (error) {
        if (error instanceof IndexDamage) return [];
        throw error;
      }
    },
    stats: () => {
      const { statsOf } = require('./inspect/stats.ts') as typeof import('./inspect/stats.ts');
      return withSnapshot((snapshot) => statsOf(snapshot, options.indexDir));
    },
    backlog: () => {
      const lock = lookAtLock(options.indexDir);
      const transcripts = listTranscripts(options.roots).files().filter(({ kind }) => kind === 'main' || kind === 'agent').length;
      return { transcripts, isBeingWritten: lock?.isRespected === true, writer: lock?.holder ?? null };
    },
    close: () => index.close(),
  };
}

function answerOf(snapshot: Snapshot, request: SearchRequest, context: SearchContext): SearchAnswer {
  if (request.regex === true || !SIGN_OF_NAME.test(request.query) || !MAY_BE_NAME.test(request.query)) return search(snapshot, request, context);
  const { searchByName } = require('./search/by-name.ts') as typeof import('./search/by-name.ts');
  return searchByName(snapshot, request, context, { recent, search });
}

/** Reads the person's own lines for the thesaurus, as they are now. A fault in them is reported once, and ends no search. */
function readerOfSynonyms(path: string | null, onWarning: (message: string) => void): () => string {
  let told: string | null = null;
  return () => {
    if (path === null || !existsSync(path)) return '';
    const { readSynonyms } = require('./search/own-synonyms.ts') as typeof import('./search/own-synonyms.ts');
    let found: OwnSynonyms;
    try {
      // Reading a pipe would wait.
      if (!statSync(path).isFile()) throw new Error('it is no file');
      found = readSynonyms(readFileSync(path, 'utf8'));
    } catch (error) {
      found = { lines: '', trouble: `cannot be read: ${(error as Error).message}` };
    }
    if (found.trouble !== null && found.trouble !== told) onWarning(`${path}: ${found.trouble}`);
    told = found.trouble;
    return found.lines;
  };
}

function resumePlanOf(id: string, sessions: SessionTable): ResumePlan {
  const session = sessions.find(id);
  if (session < 0) throw new CcfindError('not-found', `session ${id}: not in the index`);
  const dir = sessions.cwd(session);
  return { session: id, path: sessions.path(session), dir, branch: sessions.branch(session) || null, ...(existsSync(dir) ? {} : { namesakes: namesakesOf(dir, sessions) }) };
}

/** Folders of the same name elsewhere in which sessions ran, newest session first. */
function namesakesOf(dir: string, { count, live, cwd, lastMs }: SessionTable): string[] {
  const name = basename(dir);
  const newest = Array.from({ length: count }, (_, session) => session).filter((session) => live[session] === 1).sort((a, b) => lastMs[b] - lastMs[a]);
  return [...new Set(newest.map(cwd))].filter((folder) => folder !== dir && basename(folder) === name);
}

/** transcriptFolder: the one of the project that the person stands in, whose sessions alone `/resume` lists in the client. */
function contextOf({ here, regex, query }: SearchRequest, { roots, checkpoint }: EngineOptions): SearchContext {
  // Seconds of work over gigabytes of short-lived text.
  if (regex === true) optimiseHotCode(true);
  // Of a quotation too the texts are soon done with: a common word over 3 GB takes 89 MB instead of 142, in less time.
  if (regex === true || query.includes('"')) keepMemorySmall();
  const timeLimit = regex === true ? (require('./watchdog.ts') as typeof import('./watchdog.ts')).createTimeLimit(checkpoint) : undefined;
  return { timeLimit, transcriptFolder: roots.length === 0 ? null : `${roots[0]}/projects/${slugOf(here)}`, linesBack };
}
