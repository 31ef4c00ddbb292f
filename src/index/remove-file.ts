/**
 * Removes a file of the index that may be gone already. (rmSync loads a module of its own first: a millisecond a start.)
 *
 * A folder in its place was made by somebody else: an empty one goes, any other gets another name and keeps what is in it.
 */
import { renameSync, rmdirSync, statSync, unlinkSync } from 'node:fs';

/** Throws what the file system throws, but for a file that is not there. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    if (!isFolder(path)) throw error;
    clearFolder(path);
  }
}

/** The same where nothing depends on it: what cannot be removed stays. */
export function discardFile(path: string): void {
  try {
    removeFile(path);
  } catch {
    // A leftover.
  }
}

/** Never throws. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function clearFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    renameSync(path, `${path}.not-ours-${Date.now().toString(36)}`);
  }
}
