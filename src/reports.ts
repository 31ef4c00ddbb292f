/**
 * What the engine tells of the index itself: where a refresh spent its time, what is indexed, whether all is well. Types alone.
 *
 * What `--json` prints is listed here as it is printed: keys are only ever added.
 */

/** Where the time and the bytes of a refresh went. Times are milliseconds of one clock: the phases add up to the whole. */
export interface RefreshCosts {
  /** Those that took any, in the order in which they are told; see index/cost-meter.ts. */
  phases: { phase: string; ms: number }[];
  /** The same of other threads, which work beside that clock; none where there are none. */
  phasesBeside: { phase: string; ms: number }[];
  /** Transcript bytes by kind of file. */
  read: { kind: string; files: number; bytes: number }[];
  /** Bytes of text that were kept of them. */
  textBytes: number;
  /** Segments written, those that merges wrote among them; segments that went into merges; bytes of what was written. */
  segmentsWritten: number;
  segmentsMerged: number;
  bytesWritten: number;
  /** Of the whole process, from its start on. */
  peakMemoryBytes: number;
  /** The transcripts that took longest, slowest first. */
  slowest: { path: string; bytes: number; ms: number }[];
}

/** What is indexed. Bytes of transcripts and index are those on disk. */
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
  /** Chunks whose text no longer counts; they go when their segment is merged. */
  deadChunks: number;
  /** When the index was changed last; ISO UTC, null when there is none. */
  published: string | null;
  /** Where the bytes of the index folder go, most first. */
  space: { part: string; bytes: number }[];
  /** Most text first, a few. */
  largestSessions: LargeSession[];
  largestProjects: LargeProject[];
}

/** What a session takes of the index; textBytes before they were packed. */
export interface LargeSession {
  session: string;
  /** Its opening where it has no title. */
  title: string;
  project: string;
  chunks: number;
  textBytes: number;
}

/** What the sessions take that are resumed in one directory. */
export interface LargeProject {
  project: string;
  dir: string;
  sessions: number;
  chunks: number;
  textBytes: number;
}

/** What to look at. */
export interface DoctorRequest {
  /** Decides which lines of the transcripts are looked up: the same number, the same lines. By chance when missing. */
  readonly seed?: number;
}

/** One thing that was looked at. */
export interface DoctorCheck {
  check: string;
  status: CheckStatus;
  /** A sentence. */
  found: string;
  /** What to do; null when there is nothing to do. */
  mend: string | null;
  /** Files, lines or kinds that `found` counts; the first few. */
  details: string[];
}

/** wrong: answers may lack something, or others may read what they should not. warning: worth knowing. */
export type CheckStatus = 'ok' | 'warning' | 'wrong';

/** The `--json` object of `doctor`. Keys are only ever added. */
export interface DoctorReport {
  schema: 1;
  /** The worst of the checks. */
  status: CheckStatus;
  seed: number;
  checks: DoctorCheck[];
}

/** What to measure. */
export interface EvaluationRequest {
  /** Decides what is asked: the same number, the same questions of the same history. By chance when missing. */
  readonly seed?: number;
  /** At most so many of a kind. */
  readonly queries?: number;
  /** Names of kinds; all when missing. */
  readonly kinds?: readonly string[];
}

/** The `--json` object of `eval`. Keys are only ever added. */
export interface EvaluationReport {
  schema: 1;
  /** missed: a line was missed, or a known kind of line no longer holds its words. */
  status: 'met' | 'missed';
  seed: number;
  queries: number;
  /** What was read for it: sessions, files, their bytes, and texts that were found there. */
  sessions: number;
  files: number;
  bytes: number;
  texts: number;
  elapsedMs: number;
  measures: Measure[];
  /** The worst first within a kind. */
  misses: Miss[];
  /** What clients write that is not known, or not read as it used to be. */
  kinds: KindTrouble[];
}

/** A kind of question, and how the search did. */
export interface Measure {
  kind: string;
  asks: string;
  /** Questions asked; of too few nothing is said: figures and lines are empty and isMet is null. */
  n: number;
  /**
   * p1: a right session first. p3: right among the first three. inTen: a right one among the first ten. atAll: every right one in the
   * whole list. mrr: mean of 1 / rank of the first right one within ten. loss: of mrr. Others are what their kind says.
   */
  figures: Record<string, number>;
  lines: MeasureLine[];
  isMet: boolean | null;
  /** The same for sessions whose id hashes even and odd; null where a question belongs to no session. */
  halves: { even: HalfMeasure; odd: HalfMeasure } | null;
}

/** Of one half of the sessions. */
export interface HalfMeasure {
  n: number;
  mrr: number;
}

/** What a figure must be: at least, or at most. */
export interface MeasureLine {
  figure: string;
  least: number | null;
  most: number | null;
  isMet: boolean;
}

/** A question that was not answered as it should be. */
export interface Miss {
  kind: string;
  query: string;
  /** A session that it was made of. */
  session: string;
  /** Of the first right one; null when it was not among the first ten. */
  rank: number | null;
  /** Sessions that hold what was asked and are nowhere in the whole list: the first few, and how many. */
  missing: string[];
  missingCount: number;
  /** What came first; null when nothing did. */
  first: { session: string; title: string } | null;
}

/** Lines or blocks of a client that this version does not know, or known ones without their words. */
export interface KindTrouble {
  kind: string;
  /** Of the client; '' where the line does not say. */
  version: string;
  count: number;
  isKnown: boolean;
}
