/**
 * The product in a few functions: the only module that front ends call.
 */
import type { FieldName } from './schema.ts';

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
