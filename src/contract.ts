/**
 * What front ends and the engine say to each other: requests, answers, and the engine itself, as types.
 *
 * Types alone, so that every room may speak of a hit without knowing who makes it. What `--json` prints is listed here
 * as it is printed: keys are only ever added to those objects, and `schema` goes up if that should ever not be enough.
 */
import type { AnswerExplanation, HitExplanation } from './explanation.ts';
import type { DoctorReport, DoctorRequest, EvaluationReport, EvaluationRequest, RefreshCosts, Stats } from './reports.ts';
import type { SessionPage, SessionRequest } from './reading.ts';
import type { FieldName } from './schema.ts';

export type { SessionPage, SessionRequest, SessionTurn } from './reading.ts';

/** Where an engine works, and whom it tells. */
export interface EngineOptions {
  /** Config folders (each with a `projects` folder), absolute. */
  readonly roots: readonly string[];
  /** Index folder, absolute. */
  readonly indexDir: string;
  /** The person's own file of synonyms; need not exist. */
  readonly synonymsPath?: string | null;
  /** Called during a long refresh, at most ten times a second. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called repeatedly while a refresh waits for another writer. */
  readonly onWait?: (waiting: Waiting) => void;
  /** Called before the long steps of a search; may throw to end it. */
  readonly checkpoint?: () => void;
  /** A sentence for standard error: unreadable files, a read-only index folder, a locked index. */
  readonly onWarning?: (message: string) => void;
}

/** Who is writing the index. */
export interface LockHolder {
  readonly pid: number;
  /** null: this machine. */
  readonly host: string | null;
  /** By the clock of its machine; null when the lock does not say. */
  readonly sinceMs: number | null;
}

/** The transcripts that wait to be read when nothing is indexed yet. */
export interface Backlog {
  readonly transcripts: number;
  /** Another process is at work on them. */
  readonly isBeingWritten: boolean;
  /** null: nobody, or the lock does not say. */
  readonly writer: LockHolder | null;
}

/** A refresh that waits for another writer. */
export interface Waiting {
  /** null: the lock does not say. */
  readonly holder: LockHolder | null;
  readonly waitedMs: number;
  /** After that long it gives up. */
  readonly limitMs: number;
}

/** How far a refresh, a check or a measurement is, in the files and bytes that it reads. While `asking`, files count questions and bytes are 0. */
export interface Progress {
  readonly doing: 'indexing' | 'checking' | 'reading' | 'asking';
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly elapsedMs: number;
}

/** A search. Filters that are null let everything through. */
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
  /** The query is a regular expression. */
  readonly regex?: boolean;
  /** Its last word is still being typed: where some words begin with it, words that hold it elsewhere are not looked for. */
  readonly unfinished?: boolean;
  /** Config folders whose sessions are wanted, written as in Snapshot.roots; all when missing or null. */
  readonly roots?: readonly string[] | null;
  /** The answer says why each hit stands where it does. Costs a second scoring. */
  readonly explain?: boolean;
}

/** A further place in a hit, shown for words that were found but are not in its snippet, title or prompt; only those are marked. Ranges as in a hit. */
export interface Passage {
  field: FieldName;
  turn: number;
  agent: boolean;
  snippet: string;
  highlights: [number, number][];
}

/** One hit of an answer, as `--json` prints it. Times are ISO UTC or null; ranges are UTF-16 units of `snippet`. */
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
  /** At most two, the most telling first; empty beyond the first five hits of an answer. */
  passages: Passage[];
  agent: boolean;
  copies: string[];
  archived: boolean;
  deletedInDays: number | null;
  open: string | null;
  resume: string;
  dir: string;
  /** How the query named the session; missing where the session was found by words. */
  named?: 'id' | 'file' | 'pull request';
  /** Why the hit ranks where it does, if that was asked for. */
  explain?: HitExplanation;
}

/** A term that stood for a typed word, and how it came to do so. */
export interface Expansion {
  typed: string;
  used: string;
  kind: 'form' | 'part' | 'compound' | 'start' | 'middle' | 'spelling' | 'synonym' | 'script';
}

/**
 * What was not looked for, since work is bounded. By kind:
 * a kind of expansion: terms that could have stood for the typed word in that way, but are rarer than those that did (`spelling` with a
 * null count: close spellings of this word were not looked for at all);
 * `word`: the commonest words of a very long query, not named one by one;
 * `quotation`: a quotation too long to be matched literally, looked for by its words instead;
 * `exclusion`: an exclusion too long to exclude anything.
 */
export interface LeftOut {
  typed: string;
  kind: Expansion['kind'] | 'word' | 'quotation' | 'exclusion';
  /** Terms, words or characters, by kind. Of terms an upper limit: some may stand only in text that was deleted. */
  count: number | null;
}

/** What a search for a regular expression read, and what it did not. */
export interface PatternReport {
  pattern: string;
  flags: string;
  /** Stored text that was read, and how long reading and matching took. */
  bytes: number;
  ms: number;
  /** Chunks (about 1 KB of text) that pass the filters; of those, the ones that by the index cannot match, and the ones not read when time was up. */
  chunks: number;
  ruledOut: number;
  unread: number;
  /** Texts on which the pattern ran too long; what it had found there by then counts. */
  givenUp: number;
  /** Texts so long that they were searched in pieces: a very long match may be missing. */
  cut: number;
}

/** The `--json` object of a search. Keys are only ever added; total = relevant + weak, and no limit changes them. */
export interface SearchAnswer {
  schema: 1;
  query: string;
  terms: string[];
  expanded: Expansion[];
  /** Missing when nothing was. */
  leftOut?: LeftOut[];
  /** Words that were excluded, as typed, and how many more sessions or turns would match without that; missing when nothing was excluded. */
  excluded?: { words: string[]; count: number };
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
  /** Only if asked for; the explanations of hits refer to its words and terms. */
  explain?: AnswerExplanation;
  /** Only in answers to a regular expression. */
  regex?: PatternReport;
}

/** How to bring an index up to date. */
export interface RefreshOptions {
  /** Build the index from scratch. */
  readonly full?: boolean;
  /** How long to wait for another writer's lock. */
  readonly waitMs?: number;
  /** Nobody is waiting to search, so large segments may be merged too. */
  readonly hasTime?: boolean;
}

/** What a refresh did. */
export interface RefreshReport {
  filesRead: number;
  bytesRead: number;
  filesPending: number;
  sessions: number;
  /** True when another process held the lock, so that the index may lack the newest lines. */
  locked: boolean;
  /** Who held it; null when nobody did, or the lock does not say. */
  lockedBy: LockHolder | null;
  /** True when the folder could not be written: what was there before goes on answering. */
  refused: boolean;
  costs: RefreshCosts;
}

/** How to go back into a session. */
export interface ResumePlan {
  session: string;
  /** Transcript that must exist. */
  path: string;
  dir: string;
  /** The git branch it was last on; null or missing when none is known. */
  branch?: string | null;
  /** When `dir` is gone: folders of the same name in which other sessions ran, newest session first. */
  namesakes?: readonly string[];
}

/** A session in a list of all. */
export interface ListedSession {
  session: string;
  /** Title or opening prompt, one line; '' when there is neither. */
  name: string;
  project: string;
  cwd: string;
  branches: string[];
}

/** The product. Every function may throw CcfindError; call close() when done. */
export interface Engine {
  /** Brings the index up to date. */
  refresh(options?: RefreshOptions): RefreshReport;
  search(request: SearchRequest): SearchAnswer;
  /** The newest sessions that fit the filters; `query` is ignored. Same form as a search. */
  recent(request: SearchRequest): SearchAnswer;
  readSession(request: SessionRequest): SessionPage;
  /** Ids of the sessions whose id begins with that text (a whole id: at most one). */
  findSessions(idStart: string): string[];
  resumePlan(session: string): ResumePlan;
  /** The newest sessions whose id begins with that text, from the index as it is; none when it is damaged, as a list is not worth a rebuild. Cost: reads the catalog. */
  listSessions(idStart: string, limit: number): ListedSession[];
  stats(): Stats;
  /** What waits to be indexed; for answers from an empty index that was not refreshed. Cost: a listing of the transcripts. */
  backlog(): Backlog;
  /** Checks whether all is well. Changes only what a search would: it brings the index up to date. */
  doctor(request?: DoctorRequest): DoctorReport;
  /** Measures the search on this history. Brings the index up to date. Cost: reads all transcripts, and runs one search for each question. */
  evaluate(request?: EvaluationRequest): EvaluationReport;
  close(): void;
}
