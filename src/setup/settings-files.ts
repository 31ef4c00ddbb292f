/**
 * Where settings of Claude Code lie, and how they are read and replaced: whole or not at all, never bent.
 *
 * A link is followed and stays a link (dotfiles often are kept elsewhere), the mode stays, and a file that changed while we looked at it
 * is not written. What is no regular file, no UTF-8 or too large for settings is refused.
 */
import { accessSync, chmodSync, closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { JsonTextError } from './json-text.ts';
import { said, SettingsRefusal } from './plan.ts';
import type { Said } from './plan.ts';

/** A settings file as it is. */
export interface SettingsFile {
  /** As a person knows it. */
  readonly path: string;
  /** Where it lies, links followed. */
  readonly target: string;
  /** null: there is none. */
  readonly text: string | null;
  readonly mode: number;
}

const LIMIT_BYTES = 64 << 20;
const NONBLOCK = (constants.O_NONBLOCK as number | undefined) ?? 0;
const NEW_MODE = 0o600;

const MANAGED: Readonly<Record<string, string>> = { darwin: '/Library/Application Support/ClaudeCode', win32: 'C:\\Program Files\\ClaudeCode' };
/** Where an administrator decides for everybody. */
export const MANAGED_FOLDER = MANAGED[process.platform] ?? '/etc/claude-code';

/** Throws CcfindError for what is there and is no settings file. */
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

/** Replaces the text by rename; null removes the file. Throws CcfindError, and has changed nothing then. */
export function writeSettings({ path, target, text: known, mode }: SettingsFile, text: string | null): void {
  const aside = join(dirname(target), `.${basename(target)}.ccfind-${process.pid}`);
  try {
    // Whoever took the right to write it away, or a program that manages it, means it.
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

/** What managed settings say, the base file and those dropped beside it; what cannot be read says nothing. */
export function managedSays(folder: string): Said[] {
  const dropped = join(folder, 'managed-settings.d');
  let names: string[] = [];
  try {
    names = readdirSync(dropped).filter((name) => name.endsWith('.json')).sort();
  } catch {
    // Nearly nobody has them.
  }
  return saysOf([join(folder, 'managed-settings.json'), ...names.map((name) => join(dropped, name))]).reverse();
}

/** What the settings of a project say that somebody stands in, the local ones first. */
export function projectSays(folder: string): Said[] {
  return saysOf(['settings.local.json', 'settings.json'].map((name) => join(folder, '.claude', name)));
}

function saysOf(paths: readonly string[]): Said[] {
  return paths.flatMap((path) => {
    try {
      const { text } = readSettings(path);
      return text === null || text.trim() === '' ? [] : [said(text, path)];
    } catch {
      // Not ours to complain about: Claude Code says so itself.
      return [];
    }
  });
}

/** The error for settings that cannot be parsed or changed; anything else as it is. */
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
