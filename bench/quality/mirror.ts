/**
 * Public repositories as they lie in a folder: OWNER+NAME, either a git directory or with one in it (`repo`, `.git`).
 *
 * Whoever runs the bench clones them (`git clone --bare URL MIRROR/OWNER+NAME`); nothing is fetched here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const MAX_OUTPUT_BYTES = 2 ** 30;

export interface Mirror {
  /** What git says about that repository (owner/name). Throws when it is not there. */
  git(repository: string, ...words: string[]): string;
  /** A file of its newest state. */
  file(repository: string, path: string): Buffer;
  has(repository: string): boolean;
}

export function openMirror(folder: string): Mirror {
  const directoryOf = (repository: string): string | undefined => {
    const base = join(folder, repository.replace('/', '+'));
    return [base, join(base, '.git'), join(base, 'repo'), join(base, 'repo', '.git')].find((path) => existsSync(join(path, 'HEAD')));
  };
  const run = (repository: string, words: readonly string[]): Buffer => {
    const directory = directoryOf(repository);
    if (directory === undefined) throw new Error(`${repository}: not in the mirror ${folder}`);
    return execFileSync('git', ['--git-dir', directory, ...words], { maxBuffer: MAX_OUTPUT_BYTES });
  };
  return {
    git: (repository, ...words) => run(repository, words).toString('utf8'),
    file: (repository, path) => run(repository, ['show', `HEAD:${path}`]),
    has: (repository) => directoryOf(repository) !== undefined,
  };
}
