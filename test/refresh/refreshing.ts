/**
 * Runs a refresh in a test, over a folder's history and an index in memory or on disk.
 */
import type { Directory } from '../../src/index/directory.ts';
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
