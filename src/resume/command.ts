/**
 * The line that a person types to get back into a session: `cd DIR && claude --resume ID`.
 *
 * The `cd` is there because clients up to 2.1.200 find a session only from its own project, and because the resumed
 * session works in the present directory. Words are quoted for POSIX shells, so that nothing in a folder's name has an effect.
 * Pure. The line contains the path as it is: whoever prints it must sanitise it, like any outside text.
 */
import { CcfindError } from '../errors.ts';

/**
 * A session id: a UUID in all that Claude Code writes. Other names of transcripts are accepted as long as they are
 * plain: no leading dash (an option) or dot, nothing that a shell or a file system could read as more than a name.
 */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** True when the id may be given to a client: see SESSION_ID. */
export function isSafeSessionId(id: string): boolean {
  return SESSION_ID.test(id) && !id.includes('..');
}

/** True for an id as clients make them, a UUID: they take anything else for a title to search for. */
export function isClientId(session: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(session);
}

/**
 * A word quoted for a POSIX shell, and for fish: as it is when it holds nothing special, else in single quotes.
 * Source: POSIX.1-2017, Shell Command Language, section 2.2; fish, The fish language, Quotes.
 */
export function shellQuote(word: string): string {
  // `=` and `%` are left out: zsh expands a word that begins with `=`, and `%1` is a job.
  if (/^[A-Za-z0-9_@+:,./-]+$/.test(word)) return word;
  // Between quotes fish takes a backslash before another one or a quote for an escape, so that one stands outside. At the start of a
  // word it is a network folder of Windows, where PowerShell would read that otherwise.
  return `'${word.replace(/'|(?<=[^\\])\\+(?=['\\]|$)/g, (part) => `'${part.replace(/['\\]/g, '\\$&')}'`)}'`;
}

/** The arguments of `claude`. session: its id, or the path of its transcript (place.ts). */
export function resumeArguments(session: string, extra: readonly string[] = []): string[] {
  return ['--resume', session, ...extra];
}

/** The whole line for a shell. session, extra: as above. dir: absolute, or '' when it is unknown (then there is no `cd`). config: set for the client by the line. */
export function resumeCommand(session: string, dir: string, extra: readonly string[] = [], config: ConfigChange = null): string {
  const claude = [...configWords(config), ...['claude', ...resumeArguments(session, extra)].map(shellQuote)].join(' ');
  return dir === '' ? claude : `cd ${shellQuote(dir)} && ${claude}`;
}

/** What CLAUDE_CONFIG_DIR must be for the client: another value, unset (''), or left as it is (null). */
export type ConfigChange = string | null;

function configWords(config: ConfigChange): string[] {
  if (config === null) return [];
  return config === '' ? ['env', '-u', 'CLAUDE_CONFIG_DIR'] : [`CLAUDE_CONFIG_DIR=${shellQuote(config)}`];
}

/** An argument of the client: continues in a copy of the session, and leaves the session itself as it is. */
export const FORK = '--fork-session';

/** Arguments of the client that name a session: with one of them it would not resume ours. */
const NAMES_SESSION = ['--resume', '-r', '--continue', '-c', '--session-id', '--from-pr', '--teleport', '--remote', '--cloud'];

/** Throws a usage error for further arguments that would resume another session. */
export function checkExtra(extra: readonly string[]): void {
  for (const word of extra) {
    if (NAMES_SESSION.includes(word.split('=', 1)[0])) throw new CcfindError('usage', `${word}: the session is named already`, { hint: 'leave it out' });
  }
}

/**
 * The lines that lead back into a session, by its id alone: for a shell, and for a client in the same project.
 *
 * The id is the name of a file, so it may be anybody's text: it is quoted for the shell, and if it is not a safe id there is
 * no line for the client (null).
 */
export function linesBack(session: string): { shell: string; client: string | null } {
  return { shell: resumeCommand(session, ''), client: isSafeSessionId(session) ? `/resume ${session}` : null };
}
