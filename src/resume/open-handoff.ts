/**
 * What passes between the process that asked for a window and the one that runs in it: a folder of three small files.
 *
 * `go` is a script that starts ccfind. The terminal is given only `/bin/sh` and the plain path of that script, so that it does not matter how a
 * terminal reads a command line. `request.json` says which session to resume, and in which environment: a terminal that serves several windows
 * starts ours in its own environment, which may lack what the person has set, or name another config folder. The window takes the request
 * by moving the file away; that tells us that it lives, and if several windows come late, only the first gets it. `outcome.json` says
 * whether `claude` was started there.
 * Folder and files are owner-only and exist for a moment; what a killed process leaves is removed by the next one.
 */
import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { shellQuote } from './command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the window is asked to do. */
export interface Handoff {
  readonly plan: ResumePlan;
  /** A folder other than the session's own. */
  readonly dir?: string | undefined;
  /** Further arguments for `claude`. */
  readonly extra: readonly string[];
  /** Environment of the process that asked. */
  readonly env: Readonly<Record<string, string>>;
}

/** How it went in the window: null when `claude` runs there, else why not. */
export interface Outcome {
  readonly error: string | null;
}

/** Beginning of the folder's name: it may lie in a folder that everybody shares. */
const NAME = 'ccfind-opening-';
const REQUEST = 'request.json';
const TAKEN = 'taken.json';
const OUTCOME = 'outcome.json';
/** Name of the script in the folder. */
export const SCRIPT = 'go';

/** Nobody waits this long for a window: an older folder was left behind. */
const LEFT_BEHIND_MS = 5 * 60_000;

/** A path in which nothing has a meaning to a shell, tmux, kitty, Windows Terminal or AppleScript. */
const PLAIN_PATH = /^\/[A-Za-z0-9_./-]+$/;

/**
 * Makes the folder, in the first of these parents that can be written and, on POSIX systems, has a plain path; writes the request and the
 * script. script: the words that the script runs, given the folder. Returns the folder. Throws a CcfindError when no parent will do.
 */
export function offerHandoff(parents: readonly string[], handoff: Handoff, script: (folder: string) => readonly string[], platform: NodeJS.Platform): string {
  for (const parent of parents) {
    if (!isAbsolute(parent) || (platform !== 'win32' && !PLAIN_PATH.test(parent))) continue;
    removeLeftBehind(parent);
    let folder: string | null = null;
    try {
      folder = mkdtempSync(join(parent, NAME));
      writeFileSync(join(folder, SCRIPT), `#!/bin/sh\nexec ${script(folder).map(shellQuote).join(' ')}\n`, { mode: 0o700 });
      writeFileSync(join(folder, REQUEST), JSON.stringify(handoff), { mode: 0o600 });
      return folder;
    } catch {
      if (folder !== null) removeHandoff(folder);
    }
  }
  throw new CcfindError('failure', `no folder to pass the session on: tried ${parents.join(', ')}`, { hint: 'set TMPDIR to a folder that can be written' });
}

/** True when a window has taken the request. */
export function isTaken(folder: string): boolean {
  return !existsSync(join(folder, REQUEST));
}

/** Takes the request back, so that a window that comes late does nothing. False when one has taken it. */
export function withdrawHandoff(folder: string): boolean {
  return move(join(folder, REQUEST), join(folder, TAKEN));
}

/** In the window: what to do; null when another window has taken it, or it was taken back. */
export function takeHandoff(folder: string): Handoff | null {
  const taken = join(folder, TAKEN);
  if (!move(join(folder, REQUEST), taken)) return null;
  const text = readFileSync(taken, 'utf8');
  // It contains the person's environment.
  rmSync(taken, { force: true });
  return JSON.parse(text) as Handoff;
}

/** In the window: says how it went. Whoever asked may be gone, and the folder with it. */
export function reportOutcome(folder: string, outcome: Outcome): void {
  try {
    const aside = join(folder, `${OUTCOME}.tmp`);
    writeFileSync(aside, JSON.stringify(outcome), { mode: 0o600 });
    renameSync(aside, join(folder, OUTCOME));
  } catch {
    // Nobody waits any more.
  }
}

/** How it went in the window, or null while that is not known. */
export function readOutcome(folder: string): Outcome | null {
  const path = join(folder, OUTCOME);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcome) : null;
}

/** Removes the folder and all in it. */
export function removeHandoff(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A leftover: see LEFT_BEHIND_MS.
  }
}

/**
 * Variables that a terminal, a multiplexer or a shell sets for what runs in it: in the window, its own values hold. All others are the
 * person's, and come from the process that asked.
 */
const OF_TERMINAL: readonly RegExp[] = [
  /^(?:TERM|TERMINFO|TERM_.+|COLORTERM|COLORFGBG|COLUMNS|LINES|WINDOWID|LC_TERMINAL.*)$/,
  // How editors, and apps of macOS and Windows, mark the terminals that they hold.
  /^(?:TERMINAL_EMULATOR|ZED_TERM|CURSOR_TRACE_ID|ConEmu.+|__CFBundleIdentifier)$/,
  /^(?:TMUX|TMUX_.+|STY|WINDOW|ZELLIJ|ZELLIJ_.+)$/,
  /^(?:ITERM|KITTY|WEZTERM|ALACRITTY|GHOSTTY|KONSOLE|GNOME_TERMINAL|PTYXIS|TERMINATOR|TILIX|XTERM|VTE|WT|VSCODE)_.+$/,
  /^(?:PWD|OLDPWD|SHLVL|_)$/,
];

/** Environment for the session: that of the process that asked, in the terminal of the window. */
export function environmentInWindow(asked: Environment, window: Environment): Record<string, string> {
  const isOfTerminal = (name: string): boolean => OF_TERMINAL.some((pattern) => pattern.test(name));
  const pick = (env: Environment, wants: (name: string) => boolean): [string, string][] =>
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && wants(name) ? [[name, value]] : []));
  return Object.fromEntries([...pick(asked, (name) => !isOfTerminal(name)), ...pick(window, isOfTerminal)]);
}

function move(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Removes our own folders only; root could remove everybody's. */
function removeLeftBehind(parent: string): void {
  try {
    for (const name of readdirSync(parent)) {
      if (!name.startsWith(NAME)) continue;
      const folder = join(parent, name);
      const { mtimeMs, uid } = lstatSync(folder);
      if (uid === (process.getuid?.() ?? uid) && Date.now() - mtimeMs > LEFT_BEHIND_MS) removeHandoff(folder);
    }
  } catch {
    // Somebody has removed it, or no folder is there.
  }
}
