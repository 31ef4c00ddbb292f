/**
 * What the checks of `ccfind doctor` share: where they look, whom they ask, and what earlier checks found.
 */
import type { Progress, RefreshReport, SearchRequest } from '../contract.ts';
import type { Finding } from '../reports.ts';
import type { Directory } from '../index/directory.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import type { DiskFile, Sampling } from './disk-sample.ts';

/** What the examination is given. */
export interface CheckTools {
  readonly directory: Directory;
  /** Config folders, absolute. */
  readonly roots: readonly string[];
  /** Brings the index up to date as a search does; tells what could not be read. */
  readonly refresh: () => { report: RefreshReport; trouble: readonly { path: string; reason: string }[] };
  /** How many hits a search has. Throws IndexDamage. */
  readonly countHits: (request: SearchRequest) => number;
  readonly snapshot: <T>(use: (snapshot: OpenSnapshot) => T) => T;
  readonly onProgress: (progress: Progress) => void;
}

/** One examination. */
export interface CheckContext extends CheckTools {
  readonly files: readonly DiskFile[];
  /** Taken before the index is brought up to date: whatever the samples hold must be in it afterwards. */
  readonly sampling: Sampling;
  /** Set once a check has found that the answers of the index mean nothing: what the checks that would ask it say instead. null before that. */
  obstacle: Finding | null;
  /** What to do about files that wait to be indexed; set by the check that finds them. */
  pendingMend: string;
}

/** One check. */
export interface Check {
  readonly name: string;
  /** null: there is nothing to look at. */
  readonly look: (context: CheckContext) => Finding | null;
}

/** What to do about an index folder that cannot be used. */
export const CHANGE_FOLDER = 'change its rights, or set CCFIND_DIR to another place';

/** The command that mends whatever is wrong with an index. */
export const REBUILD = 'ccfind index --full';
