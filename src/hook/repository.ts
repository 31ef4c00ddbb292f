/**
 * What a git repository tells about the work at hand: its folder, the branch, the subjects of the last commits made here.
 *
 * git is not run: a repository can name programs that git would then run (a pager, a file system monitor), and whoever opens a stranger's
 * repository has not allowed that yet. Instead three small files are read that git writes in plain text: HEAD, the log of HEAD (commits made
 * on this machine; a fresh clone has none), and the file that says where a worktree keeps these. The subjects are used only to search, and
 * never shown. Source: gitrepository-layout(5).
 */
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readEnd, readStart } from '../regular-file.ts';

/** A repository, as it is now. */
export interface Repository {
  /** Its working folder, absolute. */
  readonly folder: string;
  /** null when a commit is checked out, or it cannot be told. */
  readonly branch: string | null;
  /** Subjects of commits, newest first, each once. */
  readonly subjects: readonly string[];
}

/** How many folders upwards are looked into. */
const MAX_DEPTH = 64;
/** Some hundred lines of the log. */
const LOG_BYTES = 32 * 1024;
const SMALL_BYTES = 4096;
const MAX_SUBJECTS = 5;
const MAX_LENGTH = 200;

/** A line of the log that a commit made: `<old> <new> <who> <when>\tcommit (amend): <subject>`. */
const COMMIT = /^[0-9a-f]{40,64} [0-9a-f]{40,64} [^\t]*\tcommit(?: \((?:amend|initial|merge|cherry-pick)\))?: (.+)$/;
/** Subjects that say nothing about the work. */
const SAYS_NOTHING = /^(?:wip|merge|revert|bump|release|version|v?\d+(?:\.\d+)+)\b\S*(?:\s+\S+){0,3}$|^\S+$/i;

/** The repository that holds this folder; null where there is none. Never throws. */
export function findRepository(cwd: string): Repository | null {
  const found = findGitFolder(cwd);
  return found === null ? null : { folder: found.folder, branch: branchOf(found.git), subjects: subjectsOf(found.git) };
}

/** The branch checked out in this folder; null outside a repository, and where a commit is checked out instead of a branch. Never throws. */
export function checkedOutBranch(cwd: string): string | null {
  const found = findGitFolder(cwd);
  return found === null ? null : branchOf(found.git);
}

/** The nearest working folder that holds this folder, and where its HEAD lies. */
function findGitFolder(cwd: string): { readonly folder: string; readonly git: string } | null {
  for (let folder = resolve(cwd), depth = 0; depth < MAX_DEPTH; depth++) {
    const git = gitFolder(folder);
    if (git !== null) return { folder, git };
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
  return null;
}

/** The folder in which HEAD lies for this working folder; null when this is no working folder. */
function gitFolder(folder: string): string | null {
  const path = join(folder, '.git');
  try {
    const found = lstatSync(path);
    if (found.isDirectory()) return path;
    if (!found.isFile()) return null;
  } catch {
    return null;
  }
  const target = /^gitdir: ([^\0\r\n]+)/.exec(readStart(path, SMALL_BYTES))?.[1].trimEnd() ?? '';
  // A network path would make Windows log in there.
  return target === '' || /^[\\/]{2}/.test(target) ? null : resolve(folder, target);
}

function branchOf(git: string): string | null {
  const name = /^ref: refs\/heads\/(\S+)\s*$/.exec(readStart(join(git, 'HEAD'), SMALL_BYTES))?.[1] ?? '';
  return name === '' || name.length > MAX_LENGTH ? null : name;
}

function subjectsOf(git: string): string[] {
  const subjects = new Set<string>();
  for (const line of readEnd(join(git, 'logs', 'HEAD'), LOG_BYTES).split('\n').reverse()) {
    const subject = COMMIT.exec(line)?.[1].trim();
    if (subject === undefined || SAYS_NOTHING.test(subject)) continue;
    subjects.add(subject.slice(0, MAX_LENGTH));
    if (subjects.size === MAX_SUBJECTS) break;
  }
  return [...subjects];
}
