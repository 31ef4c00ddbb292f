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
