/**
 * Removes a file of the index that may be gone already. (rmSync loads a module of its own first: a millisecond a start.)
 */
import { unlinkSync } from 'node:fs';

/** Throws what unlinkSync throws, but for a file that is not there. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
