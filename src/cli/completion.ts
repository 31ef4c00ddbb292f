/**
 * `ccfind completion SHELL` prints the script that completes command lines of ccfind in that shell; `ccfind completion sessions|projects|branches`
 * is what such a script asks for while somebody types.
 *
 * The shell waits for the answer at each press of Tab, so sessions, projects and branches come from the catalog as it is; nothing is
 * brought up to date. One line for each: the value, a tab, a description. Values that would not fit into one line unchanged are left out.
 */
import type { ListedSession } from '../contract.ts';
import { EXIT } from '../errors.ts';
import { oneLine } from '../picker/hit-text.ts';
import { isSafeSessionId } from '../resume/command.ts';
import type { Arguments } from './args.ts';
import { bashScript } from './completion-bash.ts';
import { fishScript } from './completion-fish.ts';
import { zshScript } from './completion-zsh.ts';
import type { IndexList } from './completion-values.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';

const SCRIPTS: Readonly<Record<string, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Nobody reads a longer list: they type more of the value. */
const MOST = 200;
const NAME_CHARACTERS = 60;

/** Exit code 0, also when there is nothing to list. */
export async function runCompletion(args: Arguments, context: CliContext): Promise<number> {
  const [what, start = ''] = args.words;
  const script = SCRIPTS[what];
  if (script !== undefined) {
    context.output.write(script());
    return EXIT.ok;
  }
  const [idStart, limit] = what === 'sessions' ? [start, MOST] : ['', Infinity];
  const listed = await withIndex({ ...args.values, noRefresh: true }, context, ({ engine }) => engine.listSessions(idStart, limit));
  const rows = candidates(what as IndexList, listed).filter(([value]) => value.startsWith(start) && oneLine(value) === value);
  context.output.write(rows.slice(0, MOST).map(([value, says]) => `${value}\t${[...oneLine(says)].slice(0, NAME_CHARACTERS).join('')}\n`).join(''));
  return EXIT.ok;
}

/** Values with their descriptions, newest first, each once. */
function candidates(list: IndexList, sessions: readonly ListedSession[]): [string, string][] {
  if (list === 'sessions') return sessions.filter(({ session }) => isSafeSessionId(session)).map(({ session, name, project }) => [session, [project, name || '(no prompt)'].filter((part) => part !== '').join(': ')]);
  const known = new Map<string, string>();
  for (const { project, cwd, branches } of sessions) {
    const pairs: [string, string][] = list === 'projects' ? [[project, cwd]] : branches.map((branch) => [branch, project]);
    for (const [value, says] of pairs) if (value !== '' && !known.has(value)) known.set(value, says);
  }
  return [...known];
}
