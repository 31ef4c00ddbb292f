/**
 * Removes a file of the index that may be gone already. (rmSync first loads a module of its own: a millisecond of every start.)
 *
 * A folder in its place was made by somebody else: an empty one is removed, any other is renamed and keeps its contents.
 */
import { renameSync, rmdirSync, statSync, unlinkSync } from 'node:fs';

/** Throws what the file system throws, except for a file that is missing. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    if (!isFolder(path)) throw error;
    clearFolder(path);
  }
}

/** The same when nothing depends on it: what cannot be removed stays. */
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
