/**
 * What the engine tells about the index itself: where a refresh spent its time, what is indexed, whether all is well. Types alone.
 *
 * What `--json` prints is listed here as it is printed: keys are only ever added.
 */

/** Where the time and the bytes of a refresh went. Times are milliseconds of one clock: the phases add up to the whole. */
export interface RefreshCosts {
  /** The phases that took any time, in the order in which they are printed; see index/cost-meter.ts. */
  phases: { phase: string; ms: number }[];
  /** The same for other threads, whose time passes beside that clock; empty without any. */
  phasesBeside: { phase: string; ms: number }[];
  /** Transcript bytes by kind of file. */
  read: { kind: string; files: number; bytes: number }[];
  /** Bytes of text kept from them. */
  textBytes: number;
  /** Segments written, including those that merges wrote; segments that were merged; bytes of everything written. */
  segmentsWritten: number;
  segmentsMerged: number;
  bytesWritten: number;
  /** Of the whole process, since its start. */
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
  /** Side files that transcripts point to and that are not there: of those outputs the transcript's preview is indexed. */
  absent: number;
  pending: number;
  roots: string[];
  indexDir: string;
  /** Chunks whose text no longer counts; they are dropped when their segment is merged. */
  deadChunks: number;
  /** When the index last changed; ISO UTC, null when there is none. */
  published: string | null;
  /** Where the bytes of the index folder go, largest part first. */
  space: { part: string; bytes: number }[];
  /** The few with most text, most first. */
  largestSessions: LargeSession[];
  largestProjects: LargeProject[];
}

/** How much of the index a session takes; textBytes before compression. */
export interface LargeSession {
  session: string;
  /** Its opening prompt where it has no title. */
  title: string;
  project: string;
  chunks: number;
  textBytes: number;
}

/** How much the sessions take that are resumed in the same directory. */
export interface LargeProject {
  project: string;
  dir: string;
  sessions: number;
  chunks: number;
  textBytes: number;
}

/** How to examine the index. */
export interface DoctorRequest {
  /** Decides which lines of the transcripts are looked up: same seed, same lines. Random when missing. */
  readonly seed?: number;
}

/** What one check found, before it is put into a row of the report. */
export interface Finding {
  readonly status: CheckStatus;
  /** A sentence. */
  readonly found: string;
  /** What to do; missing when there is nothing to do. */
  readonly mend?: string;
  /** Files, lines or kinds that `found` counts. */
  readonly details?: readonly string[];
}

/** One row of a report. */
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
  /** Decides what is asked: same seed and same history, same questions. Random when missing. */
  readonly seed?: number;
  /** Most questions of a kind. */
  readonly queries?: number;
  /** Names of kinds; all when missing. */
  readonly kinds?: readonly string[];
}

/** The `--json` object of `eval`. Keys are only ever added. */
export interface EvaluationReport {
  schema: 1;
  /** missed: a target was missed, or a known kind of transcript line no longer holds its words. */
  status: 'met' | 'missed';
  seed: number;
  queries: number;
  /** What was read for it: sessions, files, their bytes, and the texts found there. */
  sessions: number;
  files: number;
  bytes: number;
  texts: number;
  elapsedMs: number;
  measures: Measure[];
  /** The worst first within a kind. */
  misses: Miss[];
  /** What clients write that this version does not know, or no longer reads as it used to. */
  kinds: KindTrouble[];
}

/** A kind of question, and how the search did. */
export interface Measure {
  kind: string;
  asks: string;
  /** Questions asked. If they are too few to say anything, figures and lines are empty and isMet is null. */
  n: number;
  /**
   * Shares of questions. p1: a right session comes first. p3: a right one is among the first three. inTen: among the first ten. atAll:
   * every right one is in the whole list. mrr: mean of 1 / rank of the first right one, within ten. loss: of mrr. Others: see their kind.
   */
  figures: Record<string, number>;
  /** The targets. */
  lines: MeasureLine[];
  isMet: boolean | null;
  /** The same for the sessions whose id has an even or odd hash; null where questions belong to no session. */
  halves: { even: HalfMeasure; odd: HalfMeasure } | null;
}

/** Of one half of the sessions. */
export interface HalfMeasure {
  n: number;
  mrr: number;
}

/** A target: what a figure must be at least, or at most. */
export interface MeasureLine {
  figure: string;
  least: number | null;
  most: number | null;
  isMet: boolean;
}

/** A question that was not answered as it should have been. */
export interface Miss {
  kind: string;
  query: string;
  /** A session that the question was made from. */
  session: string;
  /** That of the first right session; null when none was among the first ten. */
  rank: number | null;
  /** Sessions that hold what was asked and are nowhere in the whole list: the first few of them, and how many there are. */
  missing: string[];
  missingCount: number;
  /** What came first; null when nothing did. */
  first: { session: string; title: string } | null;
}

/** Lines or blocks that this version does not know, or known ones without their words. */
export interface KindTrouble {
  kind: string;
  /** That of the client; '' where the line does not say. */
  version: string;
  count: number;
  isKnown: boolean;
}
