/**
 * Finds where a project may be whose folder is gone: a worktree that was removed, a folder that was moved or renamed.
 *
 * It follows only traces on this disk: what Claude Code and git remember of worktrees; the folder that the transcript's
 * project folder is named after, and the one in which the session last went on; and nearby folders, or folders of the same name, that hold
 * the files that it worked on.
 * What it finds is suggested to the person; nothing is started there without being asked. Reads only, within limits.
 */
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { readStart } from '../regular-file.ts';
import { slugOf } from '../transcript/slug.ts';
import { lastEntry, placeOf } from './place.ts';

/** How many folders next to a missing one are looked at. */
const MAX_NEIGHBOURS = 200;
/** How many folders are listed to find the one that a project folder is named after. */
const MAX_LISTED = 500;
/** How much of a transcript is read for the files it names, from its beginning. */
const MAX_READ_BYTES = 4 << 20;
/** So many files are enough to recognise a folder. */
const MAX_FILES = 40;

/**
 * Main folder of the repository that a missing folder was a worktree of, or null.
 *
 * There are two traces: Claude Code makes its worktrees in `<main>/.claude/worktrees/<name>`; and git remembers a
 * worktree in `<main>/.git/worktrees/<name>/gitdir` until it is pruned, so nearby folders are searched for that.
 */
export function mainFolder(missing: string): string | null {
  const inside = /^(.+?)[/\\]\.claude[/\\]worktrees[/\\][^/\\]+/.exec(missing);
  if (inside !== null && isDirectory(inside[1])) return inside[1];
  const around = nearestFolder(missing);
  // The root folder is nobody's repository, and listing it would not help.
  if (dirname(around) === around) return null;
  return [around, ...subfolders(around)].find((folder) => rememberedWorktrees(folder).some((tree) => isWithin(missing, tree))) ?? null;
}

/**
 * The folder in which the session's project seems to be now, when it is not in plan.dir; null when nothing tells.
 *
 * At least half of the files that the session names below its folder must be there, and at least two of them: any project has a README.
 * One is enough, or none if it names none, in a folder that the project folder is named after, in which the session last went on, or in
 * which another one of that name ran.
 */
export function movedFolder(plan: ResumePlan): string | null {
  const place = placeOf(plan.path);
  const named = place === null ? null : folderOfSlug(place.folder, plan.dir);
  const known = [named ?? '', lastEntry(plan.path)?.cwd ?? '', ...(plan.namesakes ?? [])].filter((folder) => isAbsolute(folder) && folder !== plan.dir && isDirectory(folder));
  const files = filesNamed(plan);
  if (files.length === 0) return known[0] ?? null;
  let best: string | null = null;
  let bestCount = 0;
  for (const folder of new Set([...known, ...neighbours(plan.dir)])) {
    const count = countThere(files, folder);
    if (count > bestCount) [best, bestCount] = [folder, count];
  }
  return best !== null && 2 * bestCount >= files.length && (bestCount >= 2 || known.includes(best)) ? best : null;
}

/**
 * True when the folder exists but no longer holds the project: it was a repository and is none now, and none of the files that the
 * session names below it is left.
 */
export function hasLeft(plan: ResumePlan): boolean {
  if ((plan.branch ?? null) === null || isInRepository(plan.dir)) return false;
  const files = filesNamed(plan);
  return files.length > 0 && countThere(files, plan.dir) === 0;
}

function isInRepository(dir: string): boolean {
  for (let folder = dir; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** The files below the session's folder that are strings of their own in the transcript, as in a tool's arguments; relative paths, each once. */
function filesNamed({ path, dir }: ResumePlan): string[] {
  if (!isAbsolute(dir)) return [];
  const start = JSON.stringify(dir).slice(1, -1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const names = new Set<string>();
  for (const [, name] of readStart(path, MAX_READ_BYTES).matchAll(new RegExp(`"${start}[/]((?:[^"\\\\]){1,400})"`, 'g'))) {
    if (!name.split('/').includes('..')) names.add(name);
    if (names.size === MAX_FILES) break;
  }
  return [...names];
}

function countThere(files: readonly string[], folder: string): number {
  return files.filter((file) => existsSync(join(folder, file))).length;
}

/** Where the folder may be if one folder of its path was renamed, or if it was moved one folder deeper, higher or sideways. */
function neighbours(missing: string): string[] {
  const around = nearestFolder(missing);
  const [gone, ...rest] = relative(around, missing).split(/[/\\]/);
  const beside = subfolders(around);
  const within = [...beside, dirname(around), ...subfolders(dirname(around))];
  const places = [...beside.map((folder) => join(folder, ...rest)), ...within.map((folder) => join(folder, gone, ...rest))];
  return places.filter((folder) => folder !== missing && isDirectory(folder));
}

/** A folder, other than `except`, whose project folder would have that name; null when none is found within the limit. */
function folderOfSlug(slug: string, except: string): string | null {
  const waiting = ['/'];
  for (let count = 0; count < MAX_LISTED; count++) {
    const folder = waiting.pop();
    if (folder === undefined) return null;
    for (const child of subfolders(folder, Infinity)) {
      const name = slugOf(child);
      if (name === slug && child !== except && realpathSync(child) === child) return child;
      if (slug.startsWith(`${name}-`)) waiting.push(child);
    }
  }
  return null;
}

function nearestFolder(missing: string): string {
  let around = dirname(missing);
  while (!isDirectory(around) && dirname(around) !== around) around = dirname(around);
  return around;
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
      // Half removed: no trace is left.
    }
  }
  return trees;
}

function subfolders(folder: string, most = MAX_NEIGHBOURS): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).slice(0, most).map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
