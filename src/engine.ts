/**
 * The product in a few functions: the only module that front ends call.
 *
 * An engine holds one snapshot, opened when first needed and again after a refresh that published. A search that
 * stumbles over damage in the index has it made anew, once, and answers then: the index is a cache.
 */
import { CcfindError } from './errors.ts';
import { IndexDamage } from './index/damage.ts';
import { openDiskDirectory } from './index/disk-directory.ts';
import { emptySnapshot, openSnapshot } from './index/index-reader.ts';
import type { OpenSnapshot } from './index/index-reader.ts';
import type { IndexCounts, Snapshot } from './index/reader-types.ts';
import { withTrouble } from './refresh/counts.ts';
import { refreshIndex } from './refresh/refresh.ts';
import type { RefreshOutcome } from './refresh/refresh.ts';
import { linesBack } from './resume/command.ts';
import type { FieldName } from './schema.ts';
import type { SearchContext } from './search/hits.ts';
import { recent } from './search/recent.ts';
import { search } from './search/searcher.ts';
import { readSession } from './search/session-page.ts';
import { slugOf } from './transcript/slug.ts';

export interface EngineOptions {
  /** Config folders (each with a `projects` folder), absolute. */
  readonly roots: readonly string[];
  /** Index folder, absolute. */
  readonly indexDir: string;
  /** Called during a refresh that lasts; never more than ten times a second. */
  readonly onProgress?: (progress: Progress) => void;
  /** A sentence for standard error: unreadable files, a read-only index folder, a locked index. */
  readonly onWarning?: (message: string) => void;
}

export interface Progress {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly elapsedMs: number;
}

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
  /** Weak hits too. */
  readonly all: boolean;
  readonly group: 'session' | 'turn';
  readonly project: string | null;
  /** Absolute directory. */
  readonly dir: string | null;
  readonly branch: string | null;
  /** Whole session ids (already resolved). */
  readonly sessions: readonly string[] | null;
  readonly exclude: readonly string[];
  /** Id of the running session, left out unless `self`. */
  readonly currentSession: string | null;
  readonly self: boolean;
  readonly fields: readonly FieldName[] | null;
  /** On the turn's time; since inclusive, until exclusive. */
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  /** Sub-agents as rows of their own. */
  readonly agents: boolean;
  /** Directory the person stands in: decides whether `/resume ID` works. */
  readonly here: string;
  /** Config folders whose sessions are wanted, as in Snapshot.roots; all when missing or null. */
  readonly roots?: readonly string[] | null;
}

export interface Hit {
  score: number;
  weak: boolean;
  coverage: number;
  words: string;
  session: string;
  title: string;
  project: string;
  cwd: string;
  branch: string | null;
  when: string | null;
  first: string | null;
  last: string | null;
  turns: number;
  turn: number;
  prompt: string;
  opening: string;
  hit: string;
  field: FieldName;
  snippet: string;
  highlights: [number, number][];
  agent: boolean;
  copies: string[];
  archived: boolean;
  deletedInDays: number | null;
  open: string | null;
  resume: string;
  dir: string;
}

export interface Expansion {
  typed: string;
  used: string;
  kind: 'form' | 'part' | 'compound' | 'start' | 'middle' | 'spelling' | 'synonym' | 'script';
}

/** The `--json` object of a search; see the outer contract in README. */
export interface SearchAnswer {
  schema: 1;
  query: string;
  terms: string[];
  expanded: Expansion[];
  group: 'session' | 'turn';
  total: number;
  relevant: number;
  weak: number;
  hits: Hit[];
  index: {
    sessions: number;
    files: number;
    skipped: { reason: string; count: number }[];
    truncated: number;
    pending: number;
  };
}

export interface SessionTurn {
  turn: number;
  when: string | null;
  parts: { field: FieldName; text: string; agent: boolean }[];
}

export interface SessionPage {
  schema: 1;
  session: string;
  title: string;
  project: string;
  cwd: string;
  branch: string | null;
  first: string | null;
  last: string | null;
  opening: string;
  lastPrompt: string;
  lastAnswer: string;
  turns: SessionTurn[];
  total: number;
  next: number | null;
}

export interface SessionRequest {
  /** Whole session id. */
  readonly session: string;
  /** One turn in full; or null. */
  readonly turn: number | null;
  /** A hit key `SESSION:TURN:N`; or null. */
  readonly around: string | null;
  /** First turn to show (paging). */
  readonly from: number;
  /** How many turns. */
  readonly turns: number;
}

export interface RefreshReport {
  filesRead: number;
  bytesRead: number;
  filesPending: number;
  sessions: number;
  /** True when another process held the lock, so that the index may lack the newest lines. */
  locked: boolean;
}

export interface Stats {
  sessions: number;
  turns: number;
  chunks: number;
  terms: number;
  files: number;
  transcriptBytes: number;
  indexBytes: number;
  segments: number;
  skipped: { reason: string; count: number }[];
  truncated: number;
  pending: number;
  roots: string[];
  indexDir: string;
}

/** How to go back into a session. */
export interface ResumePlan {
  session: string;
  /** Transcript that must exist. */
  path: string;
  dir: string;
}

export interface Engine {
  /** Brings the index up to date. full: from nothing. waitMs: for another writer's lock. */
  refresh(options?: { full?: boolean; waitMs?: number }): RefreshReport;
  search(request: SearchRequest): SearchAnswer;
  /** The newest sessions that fit the filters; `query` is ignored. Same form as a search. */
  recent(request: SearchRequest): SearchAnswer;
  readSession(request: SessionRequest): SessionPage;
  /** Ids of the sessions whose id begins so (a whole id: at most one). */
  findSessions(idStart: string): string[];
  resumePlan(session: string): ResumePlan;
  stats(): Stats;
  close(): void;
}

/** How many unreadable files and folders are named. */
const NAMED_TROUBLE = 10;

/** Opens nothing yet. */
export function openEngine(options: EngineOptions): Engine {
  const directory = openDiskDirectory(options.indexDir);
  const { onWarning = (): void => {}, onProgress = (): void => {} } = options;
  let opened: OpenSnapshot | null = null;
  let outcome: RefreshOutcome | null = null;

  function refresh({ full = false, waitMs = 0 }: { full?: boolean; waitMs?: number } = {}): RefreshReport {
    outcome = refreshIndex({ directory, roots: options.roots, isFull: full, waitMs, onProgress, onWarning });
    close();
    const { trouble, report } = outcome;
    for (const { path, reason } of trouble.slice(0, NAMED_TROUBLE)) onWarning(`${path}: ${reason}`);
    if (trouble.length > NAMED_TROUBLE) onWarning(`${trouble.length - NAMED_TROUBLE} more files or folders cannot be read`);
    return report;
  }

  function close(): void {
    opened?.close();
    opened = null;
  }

  /** The index as the last refresh left it, with what that refresh could not read. */
  function countsOf({ counts }: Snapshot): IndexCounts {
    if (outcome === null) return counts;
    return { ...withTrouble(counts, outcome.trouble), pending: Math.max(counts.pending, outcome.report.filesPending) };
  }

  function withSnapshot<T>(use: (snapshot: OpenSnapshot) => T): T {
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        opened ??= openSnapshot(directory) ?? emptySnapshot();
        return use({ ...opened, copies: opened.copies, counts: countsOf(opened) });
      } catch (error) {
        if (!(error instanceof IndexDamage)) throw error;
        if (isRepeated) throw new CcfindError('failure', `the index is damaged and cannot be made anew now: ${error.message}`, { cause: error, hint: 'ccfind index --full' });
        onWarning(`${error.message}: the index is made anew`);
        close();
        refresh({ full: true });
      }
    }
  }

  return {
    refresh,
    search: (request) => withSnapshot((snapshot) => search(snapshot, request, contextOf(request, options))),
    recent: (request) => withSnapshot((snapshot) => recent(snapshot, request, contextOf(request, options))),
    readSession: (request) => withSnapshot((snapshot) => readSession(snapshot, request)),
    findSessions: (idStart) =>
      withSnapshot(({ sessions }) => {
        const whole = sessions.find(idStart);
        return whole >= 0 ? [idStart] : sessions.findPrefix(idStart).map((session) => sessions.id(session));
      }),
    resumePlan: (id) =>
      withSnapshot(({ sessions }) => {
        const session = sessions.find(id);
        if (session < 0) throw new CcfindError('not-found', `session ${id}: not in the index`);
        return { session: id, path: sessions.path(session), dir: sessions.cwd(session) };
      }),
    stats: () => withSnapshot((snapshot) => statsOf(snapshot, options)),
    close,
  };
}

/** `/resume` in the client lists the sessions of the project that the person stands in. */
function contextOf({ here }: SearchRequest, { roots }: EngineOptions): SearchContext {
  return { transcriptFolder: roots.length === 0 ? null : `${roots[0]}/projects/${slugOf(here)}`, linesBack };
}

function statsOf(snapshot: OpenSnapshot, { indexDir }: EngineOptions): Stats {
  const { sessions, segments, counts, manifest, roots } = snapshot;
  let sessionCount = 0;
  let turns = 0;
  for (let session = 0; session < sessions.count; session++) {
    if (sessions.live[session] === 0) continue;
    sessionCount++;
    turns += sessions.turnCount[session];
  }
  const { files, bytes: transcriptBytes, skipped, truncated, pending } = counts;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const chunks = sum(manifest.segments.map(({ liveChunks }) => liveChunks));
  const terms = sum(segments.map(({ termCount }) => termCount));
  const indexBytes = sum(manifest.segments.map(({ bytes }) => bytes));
  return {
    sessions: sessionCount, turns, chunks, terms, files, transcriptBytes, indexBytes, segments: segments.length,
    skipped, truncated, pending, roots: [...roots], indexDir,
  };
}
