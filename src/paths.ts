/**
 * Where transcripts and index live: the only reader of HOME, CLAUDE_CONFIG_DIR and CCFIND_DIR.
 *
 * A root is a config folder of Claude Code, with a `projects` folder in it. A root that somebody named
 * must exist; the default one need not, since a person may not have used Claude Code yet. A root
 * that cannot be listed is an error and never counts as empty: an empty listing would mean that everything
 * was deleted. Roots are real paths, so that a link and its target are one root.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { CcfindError } from './errors.ts';

/** Where everything is. */
export interface Places {
  /** Config folders that exist, real paths, each once; may be empty. */
  readonly roots: readonly string[];
  /** Index folder, absolute; need not exist. */
  readonly indexDir: string;
  /** The `projects` folders that were asked for, as a person would name them; for messages. */
  readonly searched: readonly string[];
  /** The person's own file of synonyms, absolute; need not exist. Outside the index folder, which may be deleted at any time. null without a home folder. */
  readonly synonyms: string | null;
}

/** What the places depend on. */
export interface PlacesRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Values of --root. */
  readonly extraRoots: readonly string[];
}

/** Finds the places. Throws CcfindError for a named folder that is missing and for a root that cannot be read. */
export function findPlaces({ env, cwd, extraRoots }: PlacesRequest): Places {
  const isNamed = isConfigNamed(env);
  const config = configFolder(env, cwd);
  const roots = new Set<string>();
  const searched: string[] = [];
  addRoot(config, isNamed ? 'CLAUDE_CONFIG_DIR' : null);
  for (const extra of extraRoots) addRoot(resolve(cwd, extra), '--root');
  return { roots: [...roots], indexDir: indexFolder(env, cwd), searched, synonyms: synonymsFile(env, cwd) };

  function addRoot(folder: string, namedBy: string | null): void {
    searched.push(join(folder, 'projects'));
    const real = checkRoot(folder, namedBy);
    if (real !== null) roots.add(real);
  }
}

/** The index folder, absolute; need not exist. Throws CcfindError when there is no home folder. */
export function indexFolder(env: PlacesRequest['env'], cwd: string): string {
  return env.CCFIND_DIR ? resolve(cwd, env.CCFIND_DIR) : join(configFolder(env, cwd), 'ccfind');
}

/**
 * The folder for what a person decided by `setup --apply`: the switch for recall, and what is needed to undo the rest. Outside the index
 * folder, which may be deleted at any time, and beside Claude Code's settings whatever CCFIND_DIR says. The launcher in plugin/ knows the
 * name of the switch too.
 */
export function setupFolder(env: PlacesRequest['env'], cwd: string): string {
  return join(configFolder(env, cwd), 'ccfind-setup');
}

/** A file that exists when new sessions are to begin with past findings. */
export function recallSwitch(env: PlacesRequest['env'], cwd: string): string {
  return join(setupFolder(env, cwd), 'recall');
}

/** The person's home folder, absolute; '' when there is none. */
export function homeOf(env: PlacesRequest['env']): string {
  const home = homeFolder(env);
  return isAbsolute(home) ? home : '';
}

/** HOME, else what the system says; '' when neither tells. */
function homeFolder(env: PlacesRequest['env']): string {
  if (env.HOME) return env.HOME;
  try {
    const { homeOfUser } = require('./system.ts') as typeof import('./system.ts');
    return homeOfUser();
  } catch {
    return '';
  }
}

function synonymsFile(env: PlacesRequest['env'], cwd: string): string | null {
  const home = homeFolder(env);
  if (!env.XDG_CONFIG_HOME && home === '') return null;
  return join(env.XDG_CONFIG_HOME ? resolve(cwd, env.XDG_CONFIG_HOME) : join(home, '.config'), 'ccfind', 'synonyms.txt');
}

/**
 * What CLAUDE_CONFIG_DIR must be for a client that is to work in config folder `root` (a real path) and may be started in another
 * directory: null leaves it as it is in env, '' unsets it, anything else is its new value. A name that the person gave is kept as far as it
 * means the same there.
 */
export function configFor(root: string, env: PlacesRequest['env'], cwd: string): string | null {
  const isNamed = isConfigNamed(env);
  if (isSame(configFolder(env, cwd), root)) return isNamed && !isAbsolute(env.CLAUDE_CONFIG_DIR as string) ? root : null;
  return isNamed && isSame(join(homeFolder(env), '.claude'), root) ? '' : root;
}

/** root: a real path. */
function isSame(folder: string, root: string): boolean {
  return realFolder(folder) === root;
}

/** The real path of a folder, as transcripts name it; a folder that is not there stays as it was given. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function isConfigNamed(env: PlacesRequest['env']): boolean {
  return env.CLAUDE_CONFIG_DIR !== undefined && env.CLAUDE_CONFIG_DIR !== '';
}

/** Claude Code's own folder, absolute; need not exist. Throws CcfindError when there is no home folder. */
export function configFolder(env: PlacesRequest['env'], cwd: string): string {
  if (isConfigNamed(env)) return resolve(cwd, env.CLAUDE_CONFIG_DIR as string);
  const home = homeFolder(env);
  if (home === '') throw new CcfindError('failure', 'no home folder: HOME is not set', { hint: 'name the config folder of Claude Code: CLAUDE_CONFIG_DIR=FOLDER ccfind …' });
  return resolve(cwd, home, '.claude');
}

/** The real path of a root, or null for a default one that is not there. */
function checkRoot(folder: string, namedBy: string | null): string | null {
  const kind = kindOf(folder);
  if (kind === 'missing' && namedBy === null) return null;
  if (kind !== 'folder') {
    const by = namedBy === null ? '' : ` (${namedBy})`;
    throw new CcfindError('failure', `config folder ${folder}${by}: ${kind === 'missing' ? 'no such folder' : 'not a folder'}`, {
      hint: 'name a folder that holds a projects folder, as ~/.claude does',
    });
  }
  const projects = join(folder, 'projects');
  const projectsKind = kindOf(projects);
  if (projectsKind === 'file') throw new CcfindError('failure', `projects folder ${projects}: not a folder`);
  if (projectsKind === 'folder') checkReadable(projects);
  return realpathSync(folder);
}

function kindOf(path: string): 'folder' | 'file' | 'missing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
    throw unreadable(path, cause);
  }
}

function checkReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): CcfindError {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new CcfindError('failure', `folder ${path} cannot be read: ${code}`, {
    hint: 'change its permissions, or run ccfind as its owner',
    cause,
  });
}
