/**
 * Finds programs on PATH, by absolute path.
 *
 * Empty and relative parts of PATH are skipped: they would mean another program in another folder, and the folder that somebody stands
 * in must not choose what runs.
 */
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The absolute folders of PATH, in order, each once. */
export function foldersOnPath(env: Environment): string[] {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute).map((folder) => resolve(folder));
  return [...new Set(folders)];
}

/** The first of these names or absolute paths that is a program; names are looked for on PATH, then in `otherFolders`. null when none is. */
export function findProgram(names: readonly string[], env: Environment, otherFolders: readonly string[] = []): string | null {
  const folders = [...foldersOnPath(env), ...otherFolders];
  const candidates = names.flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))));
  return candidates.find(isProgram) ?? null;
}

/** A file that we may run. On Windows whatever is no folder: an app's alias (`wt.exe`) can be started, but not looked into. */
function isProgram(path: string): boolean {
  try {
    if (process.platform === 'win32') return !lstatSync(path).isDirectory();
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
