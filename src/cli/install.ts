/**
 * `ccfind install` and `ccfind uninstall`: one launcher in a folder on PATH.
 *
 * Only that file is written, only what we wrote is overwritten or removed, and doing it again changes nothing. It tells what is left for
 * the person to do: a line for PATH, or another ccfind that comes first there.
 */
import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { CcfindError, EXIT } from '../errors.ts';
import { adviceForPath, chooseBinFolder, isOnPath } from '../install/bin-folder.ts';
import { launcherFacts, pluginRoot } from '../install/installed-from.ts';
import { launcherName, lookAtLauncher, removeLauncher, writeLauncher } from '../install/launcher-file.ts';
import { launcherText, windowsLauncherText } from '../install/launcher-text.ts';
import { configFolder, homeOf } from '../paths.ts';
import { foldersOnPath } from '../programs.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';

/** Exit code 0 when the launcher is there. */
export function runInstall(args: Arguments, context: CliContext): number {
  const { env, cwd } = context;
  const home = homeOf(env);
  const folder = args.values.dir === undefined ? chooseBinFolder(env, home) : namedFolder(args.values.dir, home, cwd);
  const facts = launcherFacts(process.execPath, pluginRoot(context.demoDir), configFolder(env, cwd));
  if (folder.includes(delimiter)) throw new CcfindError('failure', `folder ${folder} cannot be on PATH: its name has a ${delimiter}`, { hint: 'choose another folder' });
  const name = launcherName(process.platform);
  const text = process.platform === 'win32' ? windowsLauncherText(facts) : launcherText(facts);
  const isNew = writeLauncher(folder, name, text);
  say(context, `${isNew ? 'installed' : 'already installed'}: ${join(folder, name)}`);
  if (!isOnPath(folder, env)) {
    for (const line of adviceForPath(folder, env, home)) say(context, line);
  } else {
    const first = firstOnPath(name, env);
    if (first !== null && !isSameFile(first, join(folder, name))) say(context, `Another one comes first on PATH: ${first}`);
  }
  return EXIT.ok;
}

/** Exit code 0 when a launcher was removed; 1 when there was none of ours. */
export function runUninstall(args: Arguments, context: CliContext): number {
  const { env, cwd } = context;
  const home = homeOf(env);
  const usual = home === '' ? [] : [join(home, '.local', 'bin'), join(home, 'bin')];
  // Where Claude runs us, the plugin's own bin is on PATH.
  const searched = [...new Set([...usual, ...foldersOnPath(env)])].filter((folder) => !existsSync(join(folder, '..', '.claude-plugin')));
  const folders = args.values.dir === undefined ? searched : [namedFolder(args.values.dir, home, cwd)];
  const name = launcherName(process.platform);
  let removedCount = 0;
  for (const folder of folders) {
    const found = removeLauncher(folder, name);
    if (found === 'ours') removedCount++;
    if (found !== 'nothing') say(context, found === 'ours' ? `removed: ${join(folder, name)}` : `left: ${join(folder, name)} (not written by ccfind install)`);
  }
  if (removedCount > 0) return EXIT.ok;
  say(context, 'no launcher of ccfind install was found');
  return EXIT.nothing;
}

/** In `--dir=~/bin` a shell leaves `~` alone, and nobody means a folder of that name. */
function namedFolder(text: string, home: string, cwd: string): string {
  return home !== '' && /^~(?:\/|$)/.test(text) ? join(home, text.slice(1)) : resolve(cwd, text);
}

function say({ output }: CliContext, line: string): void {
  output.write(`${sanitize(line)}\n`);
}

/** The launcher that a shell would start. */
function firstOnPath(name: string, env: CliContext['env']): string | null {
  return foldersOnPath(env).map((folder) => join(folder, name)).find((path) => lookAtLauncher(path) !== 'nothing') ?? null;
}

function isSameFile(a: string, b: string): boolean {
  try {
    const [one, other] = [statSync(a), statSync(b)];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}
