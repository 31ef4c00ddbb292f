/**
 * Opens a session in a new pane or window, and makes sure that it runs there. Called by `open`, the picker and the MCP server.
 *
 * The checks of a resume come first, since nobody can read a window that closes at once. Then one terminal after another is told to run
 * ccfind (open-terminals.ts has the order), until ccfind reports from inside a window that it has started `claude` (open-handoff.ts).
 * A terminal that exits with an error or by a signal is passed over at once; one that does not come up in time is ended.
 * A terminal whose process stays in the foreground is left to itself: it has a process group of its own and none of our streams, and
 * this function returns as soon as the window answers. It never waits longer than TOTAL_MS.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { findProgram } from '../programs.ts';
import { readStart } from '../regular-file.ts';
import { checkResume, findClaude } from './checks.ts';
import { checkExtra } from './command.ts';
import { childEnvironment } from './environment.ts';
import { SCRIPT, isTaken, offerHandoff, readOutcome, removeHandoff, withdrawHandoff } from './open-handoff.ts';
import { terminalsHere } from './open-terminals.ts';
import type { Opens, Terminal } from './open-terminals.ts';
import { configChange } from './place.ts';

/** Where and how to open. */
export interface OpenOptions {
  /** The environment of this process, which tells what terminal we run in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Index folder; what is passed to the window lies there for a moment. */
  readonly indexDir: string;
  /** A pane beside the one that asked where that is possible; or always a window (or tab). */
  readonly where: 'pane' | 'window';
  /** A folder other than the session's own, absolute. */
  readonly dir?: string;
  /** Further arguments for `claude`. */
  readonly extra?: readonly string[];
  /** Words that start ccfind; by default those that started this process. */
  readonly ccfind?: readonly string[];
  readonly platform?: NodeJS.Platform;
  /** Shorter in tests. */
  readonly waitMs?: number;
}

/** A terminal that was tried, and why nothing came of it. */
export interface Refusal {
  readonly terminal: string;
  readonly opens: Opens;
  /** What the terminal said, in one line: outside text. */
  readonly reason: string;
}

/** What came of it. opened: null when no terminal opened; then refusals tells why, and is empty if there was no terminal to try. */
export interface Opening {
  readonly opened: { readonly terminal: string; readonly opens: Opens } | null;
  readonly refusals: readonly Refusal[];
}

/** A terminal as it would be started. */
export interface Start {
  readonly terminal: Terminal;
  /** Absolute path of its program, then the arguments. */
  readonly words: readonly string[];
}

/** For one terminal. Measured on a busy machine: a cold gnome-terminal takes 2 s, kitty without a graphics card 5 s. */
const WAIT_MS = 8000;
const TOTAL_MS = 20_000;
/** From taking the request to starting `claude`: some checks, and one start. */
const OUTCOME_MS = 4000;
const LOOK_EVERY_MS = 10;
const ENDS_US = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Most characters of what a terminal said. */
const REASON_CHARACTERS = 200;
/** A terminal may say the same thing again and again until it is ended. */
const SAID_BYTES = 65_536;

/**
 * Opens the session. Rejects with the CcfindErrors of checkOpening, and with one when the window says that `claude` could not be
 * started. Cost: 0.1 s where a terminal is there.
 */
export async function openWindow(session: ResumePlan, options: OpenOptions): Promise<Opening> {
  const { env, dir, extra = [], platform = process.platform, waitMs = WAIT_MS } = options;
  const plan = checkOpening(session, options);
  if (startsHere([], options).length === 0) return { opened: null, refusals: [] };
  const handed = { plan: session, dir, extra, env: childEnvironment(env, plan.dir, configChange(plan, env)) };
  const folder = offerHandoff([options.indexDir, tmpdir(), '/tmp'], handed, (made) => commandInWindow(plan, options, made).script, platform);
  const { command } = commandInWindow(plan, options, folder);
  const refusals: Refusal[] = [];
  const endMs = performance.now() + Math.max(TOTAL_MS, waitMs);
  const forget = removeWhenKilled(folder);
  try {
    for (const start of startsHere(command, options)) {
      const { name, opens } = start.terminal;
      const leftMs = Math.min(waitMs, endMs - performance.now());
      if (leftMs <= 0) break;
      const reason = await tryTerminal(start, { cwd: plan.dir, folder, env: handed.env, waitMs: leftMs });
      if (reason === null) return { opened: { terminal: name, opens }, refusals };
      refusals.push({ terminal: name, opens, reason });
    }
    withdrawHandoff(folder);
    return { opened: null, refusals };
  } finally {
    forget();
    removeHandoff(folder);
  }
}

/** What is handed over contains the person's environment, so it must not outlive us, even on Ctrl-C. The function returned ends the watch. */
function removeWhenKilled(folder: string): () => void {
  const remove = (): void => removeHandoff(folder);
  const end = (signal: NodeJS.Signals): void => {
    remove();
    forget();
    // If somebody else listens to the signal, they decide what comes of it.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const forget = (): void => {
    process.off('exit', remove);
    for (const signal of ENDS_US) process.off(signal, end);
  };
  process.on('exit', remove);
  for (const signal of ENDS_US) process.on(signal, end);
  return forget;
}

/**
 * Throws the CcfindError that tells why the session cannot be resumed in any window; otherwise returns it with the folder in which it
 * would be resumed.
 */
export function checkOpening(session: ResumePlan, { env, dir, extra = [] }: OpenOptions): ResumePlan {
  const plan = dir === undefined ? session : { ...session, dir };
  checkExtra(extra);
  checkResume(plan, { extra, isDirChosen: dir !== undefined, config: configChange(plan, env) });
  findClaude(env, plan);
  return plan;
}

/** The terminals that would be tried, in order, as they would be started for that command. */
export function startsHere(command: readonly string[], { env, platform = process.platform, where }: OpenOptions): Start[] {
  return terminalsHere({ env, platform, where }).flatMap((terminal) => {
    const words = terminal.words(command, env);
    if (terminal.programs.length === 0) return [{ terminal, words }];
    const program = findProgram(terminal.programs, env);
    return program === null ? [] : [{ terminal, words: [program, ...words] }];
  });
}

/**
 * What a terminal is told to run for a session that is handed over in that folder, and what the script in the folder runs. On Windows there is
 * no script, since terminals pass words on unchanged.
 */
export function commandInWindow(plan: ResumePlan, { ccfind, platform = process.platform }: OpenOptions, folder: string): { command: string[]; script: string[] } {
  const script = [...(ccfind ?? [process.execPath, process.argv[1]]), 'resume', plan.session, '--handoff', folder];
  return { command: platform === 'win32' ? script : ['/bin/sh', `${folder}/${SCRIPT}`], script };
}

interface Try {
  readonly cwd: string;
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly waitMs: number;
}

/** Tries one terminal. null when the session runs in its window, else why not. Rejects when the window says that `claude` cannot be started. */
async function tryTerminal({ terminal, words }: Start, { cwd, folder, env, waitMs }: Try): Promise<string | null> {
  const said = join(folder, 'said.txt');
  const stderr = openSync(said, 'w', 0o600);
  let ended: string | null = null;
  let isDone = false;
  const child = spawn(words[0], words.slice(1), { cwd, env, stdio: ['ignore', 'ignore', stderr], detached: true, windowsHide: terminal.programs.length > 0 });
  closeSync(stderr);
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => {
    if (code === 0) isDone = true;
    else ended = signal === null ? `exit code ${code ?? '?'}` : `ended by ${signal}`;
  });
  const endMs = performance.now() + waitMs;
  while (!isTaken(folder)) {
    if (ended !== null) return `${ended}${complaint(said)}`;
    if (performance.now() > endMs) {
      if (!isDone) stop(child);
      return `no window within ${Math.round(waitMs / 1000)} s${complaint(said)}`;
    }
    await pause();
  }
  child.unref();
  return outcomeOf(folder);
}

async function outcomeOf(folder: string): Promise<null> {
  const endMs = performance.now() + OUTCOME_MS;
  while (performance.now() < endMs) {
    const outcome = readOutcome(folder);
    if (outcome === null) await pause();
    else if (outcome.error === null) return null;
    // It would be the same in another terminal.
    else throw new CcfindError('failure', `a window has opened, but ${outcome.error}`);
  }
  // The window has taken the request, so it lives; the machine is just busy.
  return null;
}

/** Ends its whole process group, as it may have started others. */
function stop(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // Gone in the meantime.
  }
  child.unref();
}

/** `: ` and the first line of the file that complains, else the first that is not blank (foot begins with its version and fonts), or ''. */
function complaint(path: string): string {
  const lines = readStart(path, SAID_BYTES).split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (lines.length === 0) return '';
  const line = lines.find((one) => /\b(?:err|error|can't|cannot|could not|failed|unable)\b/i.test(one)) ?? lines[0];
  return `: ${line.slice(0, REASON_CHARACTERS)}`;
}

function pause(): Promise<void> {
  return new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
}
