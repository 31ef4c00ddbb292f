/**
 * Brings the index up to date: list, compare, read what is new, publish, merge.
 *
 * When nothing changed this reads the manifest, the marks and the folders, takes no lock and writes nothing (unless a dead writer's
 * files lie there: those go). Any doubt about
 * the index means that it is made from nothing. A lock that another process holds, and an index folder that cannot be
 * written, are no loss: the old index goes on answering, and the outcome says what it lacks.
 *
 * Marks are compared with a listing made after they were loaded, never with an older one: to that, what another process read meanwhile
 * would look cut short, or deleted.
 */
import type { LockHolder, Progress, RefreshReport, Waiting } from '../contract.ts';
import type { RefreshCosts } from '../reports.ts';
import { CcfindError } from '../errors.ts';
import { CostMeter } from '../index/cost-meter.ts';
import { IndexDamage } from '../index/damage.ts';
import type { Directory, Lock } from '../index/directory.ts';
import { openSnapshot } from '../index/index-reader.ts';
import { LockLost, sweepLeftovers, WriteFailed } from '../index/index-files.ts';
import { NO_MARKS } from '../index/marks.ts';
import { chooseMerge } from '../index/merge-policy.ts';
import { listTranscripts } from '../transcript/files.ts';
import type { Listing } from '../transcript/files.ts';
import type { Trouble } from '../transcript/trouble.ts';
import { isUpToDate } from './compare.ts';
import type { Limits } from './limits.ts';
import { compareWith, loadPresent, rejectNewer, warnOfDamage } from './present.ts';
import type { Comparison, PresentIndex } from './present.ts';
import type { RunResult } from './run.ts';

/** What to bring up to date, and whom to tell. */
export interface RefreshRequest {
  readonly directory: Directory;
  /** Config folders, absolute. */
  readonly roots: readonly string[];
  /** From nothing, whatever is there. */
  readonly isFull: boolean;
  /** Somebody met damage where a refresh does not look: from nothing, unless another process publishes before this one has the lock. */
  readonly isDamaged?: boolean;
  /** An index that a newer ccfind made is an error, and not made anew: see rejectNewer(). */
  readonly isNewerRejected?: boolean;
  /** For another writer's lock. */
  readonly waitMs: number;
  /** Nobody waits to search: large segments are merged too, also when nothing is new. */
  readonly hasTime?: boolean;
  readonly onProgress: (progress: Progress) => void;
  readonly onWait?: (waiting: Waiting) => void;
  readonly onWarning: (message: string) => void;
  /** Other than usual. */
  readonly limits?: Partial<Limits>;
  /** The program of worker threads, null for no threads; the built one when missing. */
  readonly workerFile?: string | null;
}

/** What became of it. */
export interface RefreshOutcome {
  readonly report: RefreshReport;
  /** Files and folders that cannot be read now. */
  readonly trouble: readonly Trouble[];
}

/** Throws CcfindError when there is no index and the folder refuses one, and for a newer index that is to be rejected. */
export function refreshIndex(request: RefreshRequest): RefreshOutcome {
  return refreshOnce(request) ?? refreshOnce(request) ?? refuse(`the index folder ${request.directory.path} went away while the index was written`, null);
}

/** Null when the index folder went away meanwhile: nothing answers, and whoever starts again finds out who writes now. */
function refreshOnce(request: RefreshRequest): RefreshOutcome | null {
  const meter = new CostMeter();
  const present = meter.during('comparing', () => load(request, null, request.onWarning));
  const list = (): Listing => meter.during('listing', () => listTranscripts(request.roots));
  const listing = list();
  const trouble = [...listing.trouble];
  const outcome = (report: Partial<RefreshReport>): RefreshOutcome => {
    const none = { filesRead: 0, bytesRead: 0, filesPending: 0, sessions: present?.manifest.sessions ?? 0, locked: false, lockedBy: null, refused: false };
    return { report: { ...none, ...report, costs: costsOf(meter) }, trouble };
  };
  const comparison = meter.during('comparing', () => compareWith(present, listing));
  const isMergeDue = request.hasTime === true && present !== null && chooseMerge(present.manifest.segments, true) !== null;
  const isWanted = request.isFull || request.isDamaged === true || isMergeDue;
  if (!isWanted && present !== null && isUpToDate(comparison.differences)) {
    sweepLeftovers(request.directory, present.manifest);
    return outcome({});
  }
  /** What lies there now answers: others may have published all that was lacking, this run a part. */
  const lookAgain = (): { left: PresentIndex | null; lacking: Partial<RefreshReport> } => {
    const left = load(request, present);
    const { differences } = left === present ? comparison : compareWith(left, list());
    return { left, lacking: { filesPending: differences.changed.length, sessions: left?.manifest.sessions ?? 0 } };
  };
  let lock: Lock | null = null;
  try {
    let lockedBy: LockHolder | null = null;
    lock = meter.during('waiting', () => waitForLock(request, (holder) => (lockedBy = holder)));
    if (lock === null) return outcome({ ...lookAgain().lacking, locked: true, lockedBy });
    return outcome(writeIndex({ request, list, listing, lock, meter, trouble, present, comparison }));
  } catch (error) {
    const cause = error instanceof WriteFailed ? error.cause : error;
    if (!(cause instanceof LockLost || cause instanceof IndexDamage || isFileSystemError(cause))) throw error;
    const { left, lacking } = lookAgain();
    // Whoever takes the lock over removes what this run has written, so then no other error means anything.
    if (cause instanceof LockLost || lock?.isHeld() === false) return left === null ? null : outcome({ ...lacking, locked: true });
    const what = cause instanceof IndexDamage ? 'does not keep what is written to it' : 'cannot be written';
    const message = `the index folder ${request.directory.path} ${what}: ${cause.message}`;
    if (left === null) refuse(message, cause);
    request.onWarning(message);
    return outcome({ ...lacking, refused: true });
  } finally {
    lock?.release();
  }
}

function refuse(message: string, cause: unknown): never {
  throw new CcfindError('failure', message, { cause, hint: 'free the disk or the folder, or set CCFIND_DIR to another one' });
}

/** As loadPresent(). */
function load(request: RefreshRequest, known: PresentIndex | null, onWarning = (_message: string): void => {}): PresentIndex | null {
  return loadPresent(request.directory, (damage) => {
    if (request.isNewerRejected === true) rejectNewer(damage);
    warnOfDamage(damage, onWarning);
  }, known);
}

function waitForLock({ directory, waitMs, onWait = () => {} }: RefreshRequest, onHeld: (holder: LockHolder | null) => void): Lock | null {
  const startMs = Date.now();
  return directory.lock(waitMs, (holder) => {
    onHeld(holder);
    if (waitMs > 0) onWait({ holder, waitedMs: Date.now() - startMs, limitMs: waitMs });
  });
}

interface WriteRequest {
  readonly request: RefreshRequest;
  readonly list: () => Listing;
  readonly lock: Lock;
  readonly meter: CostMeter;
  readonly trouble: Trouble[];
  /** As before the lock was taken. */
  readonly present: PresentIndex | null;
  readonly listing: Listing;
  readonly comparison: Comparison;
}

function writeIndex(writing: WriteRequest): Partial<RefreshReport> {
  const first = runOnce(writing, true);
  if (!first.isUnsettled) return first.report;
  const trouble = [...writing.trouble];
  const second = runOnce({ ...writing, trouble }, false);
  const isNamed = new Set(writing.trouble.map(({ path }) => path));
  writing.trouble.push(...trouble.filter(({ path }) => !isNamed.has(path)));
  const { filesRead, bytesRead } = first.report;
  return { filesRead: filesRead + second.report.filesRead, bytesRead: bytesRead + second.report.bytesRead, sessions: second.report.sessions };
}

function runOnce({ request, list, lock, meter, trouble, ...known }: WriteRequest, isFirst: boolean): RunResult {
  // A search that finds nothing new never loads what writes.
  const { runRefresh } = require('./run.ts') as typeof import('./run.ts');
  const { directory, onWarning } = request;
  // Another process may have published while this one waited, or this one in its first run.
  const present = load(request, known.present);
  const isAsKnown = present === known.present;
  const listing = isAsKnown ? known.listing : list();
  if (!isAsKnown) trouble.splice(0, trouble.length, ...listing.trouble);
  const troubleCount = trouble.length;
  const isFull = isFirst && (request.isFull || (request.isDamaged === true && isAsKnown));
  if (!isFull && present !== null) {
    const { marks, manifest } = present;
    try {
      const base = openSnapshot(directory);
      try {
        // Marks without their segments would say of every file that it is read.
        if (base?.manifest.marks !== manifest.marks) throw new IndexDamage('index: the manifest went while it was read');
        const compared = isAsKnown ? known.comparison : compareWith(present, listing);
        return runRefresh({ request, ...compared, lock, meter, trouble, present: manifest, base, marks, mayPublishEarly: true });
      } finally {
        base?.close();
      }
    } catch (error) {
      if (!(error instanceof IndexDamage)) throw error;
      warnOfDamage(error, onWarning);
      trouble.length = troubleCount;
    }
  }
  // A sound index goes on answering until a new one is whole.
  const mayPublishEarly = !isFull || request.isDamaged === true || present === null;
  const latest = load(request, null)?.manifest ?? null;
  return runRefresh({ request, ...compareWith(null, listing), lock, meter, trouble, present: latest, base: null, marks: NO_MARKS, mayPublishEarly });
}

function costsOf(meter: CostMeter): RefreshCosts {
  const { textBytes, segmentsWritten, segmentsMerged, bytesWritten, slowest } = meter;
  return {
    phases: meter.phases(), phasesBeside: meter.phasesBeside(), read: meter.readByKind(), textBytes, segmentsWritten, segmentsMerged, bytesWritten,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024, slowest: [...slowest],
  };
}

function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
