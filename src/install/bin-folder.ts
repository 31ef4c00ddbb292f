/**
 * Chooses the folder for the launcher: one that the person's shell searches, and that belongs to the person.
 *
 * `~/.local/bin`, then `~/bin`, then `/usr/local/bin`, if they are on PATH; then any other folder on PATH that belongs to the person.
 * Folders that come and go, or belong to a version of something, are passed over: a launcher there would vanish with them.
 * If none of these is on PATH, `~/.local/bin` is taken, and the person is told the line to add.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { realFolder } from '../paths.ts';
import { foldersOnPath } from '../programs.ts';
import { shellQuote } from '../resume/command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of version managers, virtual environments, packages and plugins, and those of the system's own programs. */
const NOT_FOR_US: readonly RegExp[] = [
  /[/\\](?:node_modules|fnm_multishells|\.nvm|\.fnm|\.volta|\.asdf|\.nodenv|\.pyenv|\.rbenv|\.venv|venv|shims|mise|plugins[/\\]cache)(?:[/\\]|$)/,
  /^\/(?:usr\/)?s?bin$/,
  /^\/(?:nix|snap|run|proc|dev)\//,
  /[/\\]WindowsApps$/i,
];

/** The folder, which may not exist yet. home: absolute, or '' when there is none; temporary: a folder in which nothing lasts. Throws a CcfindError when no folder will do. */
export function chooseBinFolder(env: Environment, home: string, temporary = tmpdir()): string {
  const onPath = foldersOnPath(env);
  const own = home === '' ? [] : [join(home, '.local', 'bin'), join(home, 'bin')];
  const wanted = [...own, '/usr/local/bin'].filter((folder) => isOnPath(folder, env));
  const others = onPath.filter((folder) => !wanted.includes(folder) && isLasting(folder, env, temporary));
  const chosen = [...wanted, ...others].find((folder) => isForUs(folder, home));
  if (chosen !== undefined) return chosen;
  if (own.length > 0 && canWrite(own[0])) return own[0];
  throw new CcfindError('failure', 'no folder for a launcher: none on PATH is yours to write in', { hint: 'name one: ccfind install --dir FOLDER' });
}

/** True when a shell would look there. Links are followed. */
export function isOnPath(folder: string, env: Environment): boolean {
  const real = realFolder(folder);
  return foldersOnPath(env).some((one) => one === folder || realFolder(one) === real);
}

/** The line that puts the folder on PATH, and the file to add it to, for the person's own shell. */
export function lineForPath(folder: string, env: Environment, home: string): { line: string; file: string } {
  const shell = /[^/\\]*$/.exec(env['SHELL'] ?? '')?.[0] ?? '';
  if (shell === 'fish') return { line: `fish_add_path ${shellQuote(folder)}`, file: '~/.config/fish/config.fish' };
  const below = home !== '' && folder.startsWith(`${home}/`) ? folder.slice(home.length) : '';
  const line = /^[A-Za-z0-9_./-]+$/.test(below) ? `export PATH="$HOME${below}:$PATH"` : `export PATH=${shellQuote(folder)}:"$PATH"`;
  const files: Readonly<Record<string, string>> = { zsh: '~/.zshrc', bash: process.platform === 'darwin' ? '~/.bash_profile' : '~/.bashrc' };
  return { line, file: files[shell] ?? '~/.profile' };
}

/** True when the folder will still be there tomorrow, and in another shell. */
function isLasting(folder: string, env: Environment, temporary: string): boolean {
  const passing = [temporary, env['VIRTUAL_ENV'] ?? '', env['CONDA_PREFIX'] ?? ''].filter((one) => one !== '');
  if (passing.some((one) => folder === one || folder.startsWith(`${one}/`))) return false;
  return !NOT_FOR_US.some((pattern) => pattern.test(folder));
}

/** True when the folder belongs to the person and can be written; one below the home folder that does not exist yet can be made. */
function isForUs(folder: string, home: string): boolean {
  try {
    const { uid } = statSync(folder);
    return (process.getuid === undefined || uid === process.getuid()) && canWrite(folder);
  } catch {
    return home !== '' && folder.startsWith(`${home}/`) && canWrite(folder);
  }
}

function canWrite(folder: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) return false;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false;
    // It must be made, so its parent must be writable.
    return dirname(folder) !== folder && canWrite(dirname(folder));
  }
}
