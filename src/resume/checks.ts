/**
 * What must hold before `claude` is started for a session, and how a person gets on when it does not.
 *
 * A client that does not know an id starts a new, empty session without a word, and one that is started in another
 * folder works on the wrong files. So everything is checked first: the id is whole and of a form in which no character
 * means anything to a shell, the transcript is there, the folder is there, `claude` is there. Each failure is a
 * CcfindError whose hint is the next thing to type. Reads the file system, changes nothing.
 */
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { isSafeSessionId, resumeCommand } from './command.ts';

/** How many folders beside a missing one are asked whether it was a worktree of theirs. */
const MAX_NEIGHBOURS = 200;

/**
 * Throws the CcfindError that tells why the session cannot be resumed; returns when it can.
 * The present folder does not matter. Cost: a few stats.
 */
export function checkResume(plan: ResumePlan): void {
  if (!isSafeSessionId(plan.session)) {
    throw new CcfindError('failure', `session id ${quoted(plan.session)} is not safe to pass on`, {
      hint: 'read it with: ccfind show',
    });
  }
  if (plan.path === '') {
    throw new CcfindError('not-found', `session ${plan.session} has no transcript of its own: only its sub-agents' are left`, {
      hint: `read it with: ccfind show ${plan.session}`,
    });
  }
  if (basename(plan.path) !== `${plan.session}.jsonl`) {
    throw new CcfindError('failure', `session id is not whole: ${plan.session}, transcript ${quoted(basename(plan.path))}`, {
      hint: 'give the whole id',
    });
  }
  if (!isFile(plan.path)) {
    throw new CcfindError('not-found', `session ${plan.session}: its transcript is gone: ${plan.path}`, {
      hint: `Claude Code removes old transcripts; what ccfind still knows: ccfind show ${plan.session}`,
    });
  }
  checkDirectory(plan);
}

function checkDirectory(plan: ResumePlan): void {
  if (plan.dir === '' || !isAbsolute(plan.dir)) {
    throw new CcfindError('failure', `session ${plan.session}: its folder is unknown`, {
      hint: `in the project's folder, type: ${resumeCommand(plan.session, '')}`,
    });
  }
  if (isDirectory(plan.dir)) {
    if (mayEnter(plan.dir)) return;
    throw new CcfindError('failure', `folder of session ${plan.session} cannot be entered: ${plan.dir}`, {
      hint: 'change its permissions, or resume as its owner',
    });
  }
  const main = mainFolder(plan.dir);
  if (main !== null) {
    throw new CcfindError('failure', `folder of session ${plan.session} is a worktree that is gone: ${plan.dir}`, {
      hint: `from the main folder: ${resumeCommand(plan.session, main)}`,
    });
  }
  throw new CcfindError('failure', `folder of session ${plan.session} is gone: ${plan.dir}`, {
    hint: `make that folder again, or go to where the project is now and type: ${resumeCommand(plan.session, '')}`,
  });
}

/**
 * Main folder of the repository that a missing folder was a worktree of, or null.
 *
 * Two traces are left: Claude Code makes its worktrees in `<main>/.claude/worktrees/<name>`; and git remembers a
 * worktree in `<main>/.git/worktrees/<name>/gitdir` until it is pruned, so the folders around are asked.
 */
export function mainFolder(missing: string): string | null {
  const inside = /^(.+?)[/\\]\.claude[/\\]worktrees[/\\][^/\\]+/.exec(missing);
  if (inside !== null && isDirectory(inside[1])) return inside[1];
  let around = dirname(missing);
  while (!isDirectory(around) && dirname(around) !== around) around = dirname(around);
  // The root folder is nobody's repository, and listing it would tell nothing.
  if (dirname(around) === around) return null;
  return [around, ...subfolders(around)].find((folder) => rememberedWorktrees(folder).some((tree) => isWithin(missing, tree))) ?? null;
}

function rememberedWorktrees(folder: string): string[] {
  const registry = join(folder, '.git', 'worktrees');
  const trees: string[] = [];
  for (const entry of subfolders(registry)) {
    try {
      // The file names the worktree's `.git` file.
      const gitFile = readFileSync(join(entry, 'gitdir'), 'utf8').trim();
      if (gitFile !== '') trees.push(dirname(resolve(entry, gitFile)));
    } catch {
      // Half-removed: no trace.
    }
  }
  return trees;
}

function subfolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).slice(0, MAX_NEIGHBOURS).map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

/**
 * Absolute path of the first `claude` on PATH that is an executable file.
 *
 * Empty and relative parts of PATH are skipped: they would mean another program in another folder. Windows: only
 * `claude.exe`, as a `.cmd` cannot be started without a shell. Throws a CcfindError when there is none.
 */
export function findClaude(env: Readonly<Record<string, string | undefined>>, plan: ResumePlan): string {
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const path = env['PATH'] ?? env['Path'] ?? '';
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = join(folder, name);
    if (isFile(program) && mayEnter(program)) return program;
  }
  throw new CcfindError('failure', 'claude not found: no such program on PATH', {
    hint: `where claude works, type: ${resumeCommand(plan.session, plan.dir)}`,
  });
}

/** Executable, or for a folder: may be entered. */
function mayEnter(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  return statusOf(path)?.isFile() ?? false;
}

function isDirectory(path: string): boolean {
  return statusOf(path)?.isDirectory() ?? false;
}

/** What lies there, links followed; null when nothing does or it cannot be seen. */
function statusOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** An odd name for a message: cut, control characters as escapes. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
