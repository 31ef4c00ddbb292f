/**
 * Where the settings of Claude Code lie, and how they are read and replaced: whole or not at all.
 *
 * A link is followed and stays a link (dotfiles are often kept elsewhere), the mode stays, and a file that changed after we read it
 * is not written. Anything that is not a regular file, not UTF-8 or too large for settings is refused.
 */
import { accessSync, chmodSync, closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { JsonTextError } from './json-text.ts';
import { said, SettingsRefusal } from './plan.ts';
import type { Said } from './plan.ts';

/** A settings file as it is. */
export interface SettingsFile {
  /** Its path as the person knows it. */
  readonly path: string;
  /** Its real path. */
  readonly target: string;
  /** null when there is no file. */
  readonly text: string | null;
  readonly mode: number;
}

const LIMIT_BYTES = 64 << 20;
const NONBLOCK = (constants.O_NONBLOCK as number | undefined) ?? 0;
const NEW_MODE = 0o600;

const MANAGED: Readonly<Record<string, string>> = { darwin: '/Library/Application Support/ClaudeCode', win32: 'C:\\Program Files\\ClaudeCode' };
/** The folder for settings with which an administrator decides for everybody. */
export const MANAGED_FOLDER = MANAGED[process.platform] ?? '/etc/claude-code';

/** Reads a settings file, which need not exist. Throws CcfindError for what exists and is no settings file. */
export function readSettings(path: string): SettingsFile {
  let target = path;
  try {
    target = realpathSync(path);
  } catch (cause) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw refused(path, 'a link that leads nowhere, or that may not be followed', cause);
    return { path, target, text: null, mode: NEW_MODE };
  }
  let fd: number;
  try {
    fd = openSync(target, constants.O_RDONLY | NONBLOCK);
  } catch (cause) {
    throw refused(path, `cannot be read: ${codeOf(cause)}`, cause);
  }
  try {
    const { mode, size, ...found } = fstatSync(fd);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw refused(path, 'not a regular file', found);
    if (size > LIMIT_BYTES) throw refused(path, `${Math.round(size / 1e6)} MB, which are no settings`);
    const bytes = readFileSync(fd);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes)) throw refused(path, 'not UTF-8');
    return { path, target, text, mode: mode & 0o777 };
  } finally {
    closeSync(fd);
  }
}

/** Replaces the file by rename; a null text removes it. Throws CcfindError, in which case nothing was changed. */
export function writeSettings({ path, target, text: known, mode }: SettingsFile, text: string | null): void {
  const aside = join(dirname(target), `.${basename(target)}.ccfind-${process.pid}`);
  try {
    // If the person, or a program that manages it, made the file read-only, that was meant.
    if (known !== null) accessSync(target, constants.W_OK);
    if (text !== null) {
      const fd = openSync(aside, 'wx', mode);
      try {
        writeFileSync(fd, text);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      chmodSync(aside, mode);
    }
    if (readSettings(path).text !== known) throw refused(path, 'changed by another program in this moment');
    if (text === null) rmSync(target);
    else renameSync(aside, target);
  } catch (cause) {
    rmSync(aside, { force: true });
    if (cause instanceof CcfindError) throw cause;
    throw refused(path, `cannot be written: ${codeOf(cause)}`, cause);
  }
}

/** What managed settings say: the base file and the files beside it in managed-settings.d, the strongest first. What cannot be read is left out. */
export function managedSays(folder: string): Said[] {
  const dropped = join(folder, 'managed-settings.d');
  let names: string[] = [];
  try {
    names = readdirSync(dropped).filter((name) => name.endsWith('.json')).sort();
  } catch {
    // Hardly anybody has them.
  }
  return saysOf([join(folder, 'managed-settings.json'), ...names.map((name) => join(dropped, name))]).reverse();
}

/** What the settings of the project in that folder say, the local ones first. */
export function projectSays(folder: string): Said[] {
  return saysOf(['settings.local.json', 'settings.json'].map((name) => join(folder, '.claude', name)));
}

function saysOf(paths: readonly string[]): Said[] {
  return paths.flatMap((path) => {
    try {
      const { text } = readSettings(path);
      return text === null || text.trim() === '' ? [] : [said(text, path)];
    } catch {
      // Not for us to complain about: Claude Code does.
      return [];
    }
  });
}

/** The CcfindError for settings that cannot be parsed or changed; any other error as it is. */
export function refusalOf(path: string, error: unknown): unknown {
  const isOurs = error instanceof JsonTextError || error instanceof SettingsRefusal;
  return isOurs ? refused(path, error.message, error) : error;
}

function refused(path: string, why: string, cause?: unknown): CcfindError {
  return new CcfindError('failure', `${path}: ${why}`, { cause, hint: 'mend it first; nothing was changed' });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
