/**
 * The branch that is checked out in a folder, without asking git: it is read at every start of the picker.
 *
 * Looks for `.git` upwards; in a worktree it is a file that names the folder. Source: gitrepository-layout(5).
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Name of the branch; null outside a repository, and where a commit is checked out and no branch. Never throws. */
export function checkedOutBranch(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const head = headIn(join(at, '.git'));
    if (head !== null) return /^ref: refs\/heads\/(.+)$/.exec(head.trim())?.[1] ?? null;
    if (dirname(at) === at) return null;
  }
}

function headIn(path: string): string | null {
  try {
    const isFile = statSync(path).isFile();
    const folder = isFile ? resolve(dirname(path), readFileSync(path, 'utf8').replace(/^gitdir:\s*/, '').trim()) : path;
    return readFileSync(join(folder, 'HEAD'), 'utf8');
  } catch {
    return null;
  }
}
