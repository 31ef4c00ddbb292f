/**
 * What the checks of a doctor share: where they look, whom they ask, and what earlier ones found.
 */
import type { Progress, RefreshReport, SearchRequest } from '../contract.ts';
import type { CheckStatus } from '../reports.ts';
import type { Directory } from '../index/directory.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import type { DiskFile, Sampling } from './disk-sample.ts';

/** What a check says; see DoctorCheck. */
export interface Finding {
  readonly status: CheckStatus;
  readonly found: string;
  readonly mend?: string;
  readonly details?: readonly string[];
}

/** What a visit is made with. */
export interface VisitTools {
  readonly directory: Directory;
  /** Config folders, absolute. */
  readonly roots: readonly string[];
  /** As a search brings it up to date; with what could not be read. */
  readonly refresh: () => { report: RefreshReport; trouble: readonly { path: string; reason: string }[] };
  /** How many hits. Throws IndexDamage. */
  readonly countHits: (request: SearchRequest) => number;
  readonly snapshot: <T>(use: (snapshot: OpenSnapshot) => T) => T;
  readonly onProgress: (progress: Progress) => void;
}

/** One visit. */
export interface Visit extends VisitTools {
  readonly files: readonly DiskFile[];
  /** Taken before the index is brought up to date: whatever they hold must be in it then. */
  readonly sampling: Sampling;
  /** What a check says that would ask the index, once an earlier one has found that its answers mean nothing; null before that. */
  obstacle: Finding | null;
  /** What to do about files that wait to be indexed, as the check says that found them. */
  pendingMend: string;
}

/** A thing to look at. */
export interface Check {
  readonly name: string;
  /** null: there is nothing to look at. */
  readonly look: (visit: Visit) => Finding | null;
}

/** What to do about an index folder that cannot be used. */
export const CHANGE_FOLDER = 'change its rights, or set CCFIND_DIR to another place';

/** The command that mends everything that is wrong with an index. */
export const REBUILD = 'ccfind index --full';
