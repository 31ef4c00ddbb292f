/**
 * Runs a refresh in a test, over a folder's history and an index in memory or on disk.
 */
import type { Directory } from '../../src/index/directory.ts';
import type { Limits } from '../../src/refresh/limits.ts';
import { refreshIndex } from '../../src/refresh/refresh.ts';
import type { RefreshOutcome, RefreshRequest } from '../../src/refresh/refresh.ts';

/** The outcome, with the warnings given. */
export function refresh(directory: Directory, roots: string | readonly string[], options: Partial<RefreshRequest> = {}): RefreshOutcome & { warnings: string[] } {
  const warnings: string[] = [];
  const outcome = refreshIndex({
    directory,
    roots: typeof roots === 'string' ? [roots] : roots,
    isFull: false,
    waitMs: 0,
    onProgress: () => {},
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  return { ...outcome, warnings };
}

/** Bounds by which a tiny history is built as one of gigabytes is: in many segments, published often, by workers where there are any. */
export const MANY_SEGMENTS: Partial<Limits> = { stepBytes: 4000, batchBytes: 12_000, firstBatchBytes: 3000, longBuildBytes: 0, draftBytes: 2500, workerDraftBytes: 2500 };
