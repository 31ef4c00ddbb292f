/**
 * Puts the launcher into a folder and takes it away; touches only files that we wrote.
 *
 * A link is not ours even if it leads to a launcher: whoever made it may have had a reason.
 */
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { isLauncher } from './launcher-text.ts';

/** What is found where a launcher would be. */
export type Present = 'nothing' | 'ours' | 'foreign';

/** Name of the launcher's file. */
export function launcherName(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'ccfind.cmd' : 'ccfind';
}

/** Looks, and changes nothing. What cannot be read counts as foreign. */
export function lookAtLauncher(path: string): Present {
  try {
    if (!lstatSync(path).isFile()) return 'foreign';
    return isLauncher(readFileSync(path, 'utf8')) ? 'ours' : 'foreign';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'nothing' : 'foreign';
  }
}

/**
 * Writes the launcher, and makes the folder if needed. Returns false when the same launcher was already there. Throws a CcfindError if something else is
 * there, and if it cannot be written.
 */
export function writeLauncher(folder: string, name: string, text: string): boolean {
  const path = join(folder, name);
  const present = lookAtLauncher(path);
  if (present === 'foreign') {
    throw new CcfindError('failure', `${path} is there and was not written by ccfind install`, { hint: 'remove it if you made it, or choose another folder: ccfind install --dir FOLDER' });
  }
  const aside = join(folder, `.${name}.${process.pid}.tmp`);
  try {
    if (present === 'ours' && readFileSync(path, 'utf8') === text) {
      chmodSync(path, 0o755);
      return false;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(aside, text, { mode: 0o755, flag: 'wx' });
    // Independent of the umask.
    chmodSync(aside, 0o755);
    renameSync(aside, path);
    return true;
  } catch (cause) {
    removeQuietly(aside);
    throw new CcfindError('failure', `${path} cannot be written: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`, { hint: 'choose another folder: ccfind install --dir FOLDER', cause });
  }
}

/** Removes the launcher if it is ours; returns what was there. Throws a CcfindError if it cannot be removed. */
export function removeLauncher(folder: string, name: string): Present {
  const path = join(folder, name);
  const present = lookAtLauncher(path);
  if (present !== 'ours') return present;
  try {
    rmSync(path);
  } catch (cause) {
    throw new CcfindError('failure', `${path} cannot be removed: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`, { cause });
  }
  return present;
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It was never there.
  }
}
