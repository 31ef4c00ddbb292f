/**
 * The person's pager, used as git and man use it: it gets text as fast as it reads, and may be quit at any time.
 *
 * $PAGER is set by the person, but no shell reads it: it is split at blanks and quotes, and a value that would need a shell is
 * passed over. The program is found on PATH (programs.ts); nothing from a transcript is ever a part of the command. Where there is no pager,
 * or it does not start or fails at once, the caller writes by itself. It shares our terminal and process group, so while it lives Ctrl-C is
 * for it alone.
 */
import { spawn } from 'node:child_process';
import { basename, isAbsolute } from 'node:path';
import { findProgram } from '../programs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A running pager. */
export interface Pager {
  /** Gives it more; resolves when it wants still more: false when it was left. Never rejects. */
  write(text: string): Promise<boolean>;
  /** There is no more. Resolves when the person has left it; with what it was given when it failed before anybody can have read that. */
  close(): Promise<Unread | null>;
}

/** Of a pager that failed at once. */
export interface Unread {
  readonly problem: string;
  /** All that it was given, in order. */
  readonly texts: readonly string[];
}

/** Nobody reads and leaves in so short a time: an error by then is the pager's own, such as a flag that it does not know. */
const FAILS_MS = 1000;

/** Signals by which a person ends a pager. */
const PERSONS_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'];

/** Defaults that git sets, too: colours pass through, and a text that fits on one screen is only printed. */
const DEFAULTS = { LESS: 'FRX', LV: '-c' };

/** Starts it; null when none is wanted, there is none, or it cannot be started. */
export async function openPager(env: Environment): Promise<Pager | null> {
  const command = pagerCommand(env);
  if (command === null) return null;
  const child = spawn(command.program, command.words, { env: { ...DEFAULTS, ...env, ...command.env }, stdio: ['pipe', 'inherit', 'inherit'] });
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  const hasStarted = await new Promise<boolean>((done) => {
    child.once('spawn', () => done(true));
    child.once('error', () => done(false));
  });
  if (!hasStarted) {
    process.off('SIGINT', ignore);
    return null;
  }
  /** When it got its first text: until then, reading a long session may take any time. */
  let startMs = Infinity;
  const isYoung = (): boolean => process.uptime() * 1000 - startMs < FAILS_MS;
  let given: string[] = [];
  let unread: Unread | null = null;
  let isLeft = false;
  const left = new Promise<void>((done) => {
    child.once('exit', (code, signal) => {
      isLeft = true;
      const isPersons = code === 0 || (signal !== null && PERSONS_SIGNALS.includes(signal));
      if (!isPersons && isYoung()) unread = { problem: `${command.program} ended with ${signal ?? `exit code ${code}`}`, texts: given };
      done();
    });
  });
  // It was left while there was more.
  child.stdin.on('error', () => (isLeft = true));
  return {
    async write(text) {
      startMs = Math.min(startMs, process.uptime() * 1000);
      if (isYoung()) given.push(text);
      else given = [];
      if (isLeft) return false;
      if (!child.stdin.write(text)) await Promise.race([left, new Promise<void>((done) => child.stdin.once('drain', done).once('close', done))]);
      return !isLeft;
    },
    async close() {
      child.stdin.end();
      await left;
      process.off('SIGINT', ignore);
      return unread;
    },
  };
}

interface PagerCommand {
  /** Absolute path. */
  readonly program: string;
  readonly words: readonly string[];
  /** Variables that are set in front of the command. */
  readonly env: Record<string, string>;
}

/** The command that $PAGER names, else less; null when none is wanted ($PAGER is empty or cat), or none is installed. */
export function pagerCommand(env: Environment): PagerCommand | null {
  const typed = env.PAGER?.trim();
  if (typed === '' || typed === 'cat') return null;
  for (const words of [typed === undefined ? null : wordsOf(typed), ['less']]) {
    if (words === null) continue;
    const first = words.findIndex((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
    const program = first < 0 ? null : pagerProgram(words[first], env);
    if (program === null) continue;
    const set = words.slice(0, first).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
    // Colours of a less whose LESS does not let them through would be shown as codes.
    const flags = basename(program) === 'less' ? ['-R'] : [];
    return { program, words: [...flags, ...words.slice(first + 1)], env: Object.fromEntries(set) as Record<string, string> };
  }
  return null;
}

/** The words of a command, split as a shell would; null where it holds something that only a shell understands. */
function wordsOf(command: string): string[] | null {
  const words: string[] = [];
  const word = /\s*((?:[^\s'"\\$`|&;<>()*?[\]#~!{}]|'[^']*'|"[^"\\$`]*"|\\.)+)(?=\s|$)/y;
  while (word.lastIndex < command.length) {
    const found = word.exec(command);
    if (found === null) return null;
    words.push(found[1].replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
  }
  return words;
}

/** `./less` would be another program in another folder. */
function pagerProgram(name: string, env: Environment): string | null {
  return name.includes('/') && !isAbsolute(name) ? null : findProgram([name], env);
}
