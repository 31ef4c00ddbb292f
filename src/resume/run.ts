/**
 * Hands the terminal to `claude --resume ID` in the session's folder, and returns its exit code.
 *
 * The program is an absolute path with a list of arguments: no shell ever sees an id or a folder. It shares our
 * terminal and process group, so Ctrl-C and Ctrl-Z reach it by themselves; we only must not die of a Ctrl-C that was
 * meant for it. A signal sent to us alone (TERM, HUP) is passed on, so that the client never outlives us unseen.
 * The terminal must already be in its normal state (the picker restores it).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { isAbsolute } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { outliveTerminal } from '../terminal/lost.ts';
import { checkResume, findClaude } from './checks.ts';
import { checkExtra, FORK, isClientId, isSafeSessionId, resumeArguments, resumeCommand } from './command.ts';
import { childEnvironment } from './environment.ts';
import { configChange, needsFork, resumeWord } from './place.ts';

/** How a session is resumed. */
export interface ResumeOptions {
  /** The environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** If given, it gets the line to type, and nothing is started. The caller sanitises what goes to a terminal. */
  readonly print?: (line: string) => void;
  /** Called when `claude` runs. */
  readonly onStart?: () => void;
  /** A folder other than the session's own, absolute. */
  readonly dir?: string;
  /** Further arguments for `claude`. */
  readonly extra?: readonly string[];
}

/** Signals from keys of the terminal, which are meant for the child: it is in our process group and gets them by itself. */
const FOR_CHILD_ONLY = ['SIGINT', 'SIGQUIT'] as const;

/** Signals that are sent to us alone, and passed on. */
const PASSED_ON = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Resumes the session; resolves with the exit code of `claude`, or 128 + the number of the signal that ended it
 * (0 after print). Errors: the CcfindErrors of checkResume, checkExtra and findClaude; one when the program cannot be started.
 * Printing checks less: a folder or program that is missing here may be there where the line is typed.
 */
export async function resumeSession(session: ResumePlan, options: ResumeOptions): Promise<number> {
  const { env, dir, extra = [], print } = options;
  const plan = dir === undefined ? session : { ...session, dir };
  checkExtra(extra);
  if (print !== undefined) {
    printCommand(plan, options, print);
    return 0;
  }
  const config = configChange(plan, env);
  checkResume(plan, { extra, isDirChosen: dir !== undefined, config });
  const program = findClaude(env, plan);
  const environment = childEnvironment(env, plan.dir, config);
  return start(program, resumeArguments(resumeWord(plan, plan.dir), extra), plan.dir, environment, options.onStart);
}

function printCommand(plan: ResumePlan, { env, extra = [] }: ResumeOptions, print: (line: string) => void): void {
  // Quoted or not, a line that contains a line feed or an escape would be a different line in a terminal.
  if (!isSafeSessionId(plan.session) || /\p{Cc}/u.test(plan.dir) || /\p{Cc}/u.test(plan.path)) {
    throw new CcfindError('failure', `command of session ${JSON.stringify(plan.session)} holds control characters`, {
      hint: 'resume without --print',
    });
  }
  // A relative folder could be taken for an option of cd, and would be another folder elsewhere.
  const dir = isAbsolute(plan.dir) ? plan.dir : '';
  const isThere = existsSync(dir) || !isClientId(plan.session);
  const isForkMissing = isThere && !extra.includes(FORK) && needsFork(plan, dir);
  print(resumeCommand(isThere ? resumeWord(plan, dir) : plan.session, dir, isForkMissing ? [FORK, ...extra] : extra, configChange(plan, env)));
}

function start(program: string, words: readonly string[], dir: string, env: Record<string, string>, onStart?: () => void): Promise<number> {
  return new Promise((done, fail) => {
    const ignore = (): void => {};
    const passOn = (signal: NodeJS.Signals): void => {
      child.kill(signal);
    };
    outliveTerminal();
    // Before the child exists: if it signalled us at once and we had no handler yet, it would end us.
    for (const signal of FOR_CHILD_ONLY) process.on(signal, ignore);
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const child = spawn(program, words, { cwd: dir, env, stdio: 'inherit' });
    if (onStart !== undefined) child.once('spawn', onStart);
    const release = (): void => {
      for (const signal of FOR_CHILD_ONLY) process.off(signal, ignore);
      for (const signal of PASSED_ON) process.off(signal, passOn);
    };
    child.on('error', (cause: Error) => {
      release();
      fail(new CcfindError('failure', `${program} could not be started: ${cause.message}`, { cause }));
    });
    child.once('exit', (code, signal) => {
      release();
      done(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
