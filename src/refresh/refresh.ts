/**
 * Brings the index up to date: list, compare, read what is new, publish, merge.
 *
 * When nothing changed this reads the manifest, the marks and the folders, takes no lock and writes nothing. Any doubt about
 * the index means that it is made from nothing. A lock that another process holds, and an index folder that cannot be
 * written, are no loss: the old index goes on answering, and the outcome says what it lacks.
 */
import type { Progress, RefreshReport } from '../engine.ts';
import { CcfindError } from '../errors.ts';
import { IndexDamage } from '../index/damage.ts';
import type { Directory, Lock } from '../index/directory.ts';
import { openSnapshot } from '../index/index-reader.ts';
import { WriteFailed } from '../index/index-files.ts';
import { LockLost } from '../index/index-writer.ts';
import { NO_MARKS } from '../index/marks.ts';
import { listTranscripts } from '../transcript/files.ts';
import type { Listing } from '../transcript/files.ts';
import { compareListing, isUpToDate } from './compare.ts';
import type { Trouble } from './counts.ts';
import type { Limits } from './limits.ts';
import { loadPresent, numberRoots, warnOfDamage } from './present.ts';
import type { PresentIndex } from './present.ts';
import { runRefresh } from './run.ts';
import type { RunResult } from './run.ts';

export interface RefreshRequest {
  readonly directory: Directory;
  /** Config folders, absolute. */
  readonly roots: readonly string[];
  /** From nothing, whatever is there. */
  readonly isFull: boolean;
  /** For another writer's lock. */
  readonly waitMs: number;
  readonly onProgress: (progress: Progress) => void;
  readonly onWarning: (message: string) => void;
  /** Other than usual. */
  readonly limits?: Partial<Limits>;
}

export interface RefreshOutcome {
  readonly report: RefreshReport;
  readonly listing: Listing;
  /** Files and folders that cannot be read now. */
  readonly trouble: readonly Trouble[];
}

/** Throws CcfindError when there is no index and the folder refuses one. */
export function refreshIndex(request: RefreshRequest): RefreshOutcome {
  const listing = listTranscripts(request.roots);
  const trouble: Trouble[] = listing.trouble.map(({ path, reason }) => ({ path, reason }));
  const present = loadPresent(request.directory, request.onWarning);
  const outcome = (report: Partial<RefreshReport>): RefreshOutcome => {
    const none = { filesRead: 0, bytesRead: 0, filesPending: 0, sessions: present?.manifest.sessions ?? 0, locked: false };
    return { report: { ...none, ...report }, listing, trouble };
  };
  if (!request.isFull && present !== null && isUpToDate(listing, numberRoots(listing, present.manifest.roots).numbers, present.marks)) return outcome({});
  let lock: Lock | null = null;
  try {
    lock = request.directory.lock(request.waitMs);
    if (lock === null) return outcome({ filesPending: countPending(listing, present), locked: true });
    return outcome(writeIndex(request, listing, lock, trouble));
  } catch (error) {
    if (error instanceof LockLost) return outcome({ filesPending: countPending(listing, present), locked: true });
    const cause = error instanceof WriteFailed ? error.cause : error;
    if (!isFileSystemError(cause)) throw error;
    const message = `the index folder ${request.directory.path} cannot be written: ${cause.message}`;
    if (present === null) throw new CcfindError('failure', message, { cause, hint: 'free the disk or the folder, or set CCFIND_DIR to another one' });
    request.onWarning(message);
    return outcome({ filesPending: countPending(listing, present) });
  } finally {
    lock?.release();
  }
}

function writeIndex(request: RefreshRequest, listing: Listing, lock: Lock, trouble: Trouble[]): Partial<RefreshReport> {
  const first = runOnce(request, listing, lock, trouble, request.isFull);
  if (!first.isUnsettled) return first.report;
  const second = runOnce(request, listing, lock, [...trouble], false);
  const { filesRead, bytesRead } = first.report;
  return { filesRead: filesRead + second.report.filesRead, bytesRead: bytesRead + second.report.bytesRead, sessions: second.report.sessions };
}

function runOnce(request: RefreshRequest, listing: Listing, lock: Lock, trouble: Trouble[], isFull: boolean): RunResult {
  const { directory, onWarning } = request;
  const known = trouble.length;
  // Another process may have published while this one waited.
  const present = loadPresent(directory, () => {});
  if (!isFull && present !== null) {
    try {
      const base = openSnapshot(directory);
      try {
        return runRefresh({ request, listing, lock, trouble, present: present.manifest, base, marks: present.marks, mayPublishEarly: true });
      } finally {
        base?.close();
      }
    } catch (error) {
      if (!(error instanceof IndexDamage)) throw error;
      warnOfDamage(error, onWarning);
      trouble.length = known;
    }
  }
  // A sound index goes on answering until a new one is whole.
  const mayPublishEarly = !isFull || present === null;
  const latest = loadPresent(directory, () => {})?.manifest ?? null;
  return runRefresh({ request, listing, lock, trouble, present: latest, base: null, marks: NO_MARKS, mayPublishEarly });
}

/** Files that are not as the index knows them. */
function countPending(listing: Listing, present: PresentIndex | null): number {
  const { numbers } = numberRoots(listing, present?.manifest.roots ?? []);
  return compareListing(listing, numbers, present?.marks ?? NO_MARKS).changed.length;
}

function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
