/**
 * Chooses the folder for the launcher: one that the person's shell searches, and that is the person's own.
 *
 * The usual ones (`~/.local/bin` before all others) if they are on PATH; then a folder on PATH that lies directly in the home folder, as `~/tools`.
 * No other: what a shell finds on PATH besides belongs to a version of some program, an editor's terminal, an environment or a plugin, and a
 * launcher there would vanish with it. If there is none, `~/.local/bin` is taken, and the person is told the line to add.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { realFolder } from '../paths.ts';
import { foldersOnPath } from '../programs.ts';
import { shellQuote } from '../resume/command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders for a person's programs outside the home folder: of the system, and of Homebrew. */
const SHARED: readonly string[] = ['/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/.linuxbrew/bin'];

/** The folder, which may not exist yet. home: absolute, or '' when there is none. Throws a CcfindError when no folder will do. */
export function chooseBinFolder(env: Environment, home: string): string {
  const own = home === '' ? [] : [join(home, '.local', 'bin'), join(home, 'bin')];
  // The last one is where npm puts programs under Windows.
  const usual = [...own, ...SHARED, ...(home === '' ? [] : [join(home, 'AppData', 'Roaming', 'npm')])].filter((folder) => isOnPath(folder, env));
  const others = foldersOnPath(env).filter((folder) => dirname(folder) === home);
  const chosen = [...usual, ...others].find((folder) => isForUs(folder, home)) ?? own.find(canWrite);
  if (chosen !== undefined) return chosen;
  throw new CcfindError('failure', 'no folder for a launcher: none on PATH is yours to write in', { hint: 'name one: ccfind install --dir FOLDER' });
}

/** True when a shell would look there. Links are followed. */
export function isOnPath(folder: string, env: Environment): boolean {
  const real = realFolder(folder);
  return foldersOnPath(env).some((one) => one === folder || realFolder(one) === real);
}

/** Where each shell reads PATH from. Others need a line of their own: nobody is told one that their shell does not read. */
const FILES = new Map<string, (env: Environment) => string>([
  ['zsh', (env) => `${env['ZDOTDIR'] || '~'}/.zshrc`],
  ['bash', () => (process.platform === 'darwin' ? '~/.bash_profile' : '~/.bashrc')],
  ['fish', () => '~/.config/fish/config.fish'],
  ...['', 'sh', 'dash', 'ash', 'ksh', 'mksh'].map((shell) => [shell, () => '~/.profile'] as const),
]);

/** What the person can do to have the folder on PATH, for their own shell: lines to print. */
export function adviceForPath(folder: string, env: Environment, home: string): string[] {
  if (process.platform === 'win32') return ['That folder is not on PATH: add it in the settings of Windows.'];
  const shell = /[^/]*$/.exec(env['SHELL'] ?? '')?.[0] ?? '';
  const file = FILES.get(shell)?.(env);
  if (file === undefined) return [`That folder is not on PATH: add it to PATH where ${shell} sets it.`];
  const below = home !== '' && folder.startsWith(`${home}/`) ? folder.slice(home.length) : '';
  const word = /^[A-Za-z0-9_./-]+$/.test(below) ? `"$HOME${below}:$PATH"` : `${shellQuote(folder)}:"$PATH"`;
  return [`That folder is not on PATH. Add this line to ${file}:`, shell === 'fish' ? `  fish_add_path ${shellQuote(folder)}` : `  export PATH=${word}`];
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
