/**
 * Refuses to start `claude` without a terminal: there it takes what waits in a pipe for a prompt, so that in a loop over a list of ids the
 * rest of the list would be said to the session. If nothing waits, its error is of no use to anybody.
 */
import { isatty } from 'node:tty';
import { CcfindError } from '../errors.ts';

/** Throws a CcfindError when standard input or output is no terminal. */
export function checkTerminal(session: string): void {
  const stream = ['input', 'output'].find((_, fd) => !isatty(fd));
  if (stream === undefined) return;
  throw new CcfindError('failure', `standard ${stream} is not a terminal, and claude needs one to talk to you`, {
    hint: `${stream === 'input' ? `ccfind resume ${session} </dev/tty; ` : ''}in a new window: ccfind open ${session}; with a prompt: ccfind resume ${session} -- -p PROMPT`,
  });
}
