/**
 * `open_session`: opens the session in a new pane or window, once the client has asked the person.
 *
 * If no terminal opens, the reply contains the line to type. The names of terminals and folders may be anybody's text, so they are quoted.
 */
import type { CliContext } from '../cli/context.ts';
import { lineToType } from '../cli/line-to-type.ts';
import type { ResumePlan } from '../contract.ts';
import { indexFolder } from '../paths.ts';
import { openWindow } from '../resume/open-window.ts';
import { harmlessLine, quote, shortened } from './quotation.ts';
import { drawNumber, errorReply } from './reply.ts';
import type { Reply } from './reply.ts';

/** Most characters of what the terminals said. */
const MOST_CHARACTERS = 600;

/** The reply. Never rejects: whatever stands in the way is a reply, too. */
export async function openReply(plan: ResumePlan, { env, cwd }: CliContext): Promise<Reply> {
  try {
    const { opened, refusals } = await openWindow(plan, { env, indexDir: indexFolder(env, cwd), where: 'pane' });
    if (opened !== null) return { text: `The session is open in a new ${opened.opens} of ${opened.terminal}.`, next: null };
    const said = refusals.map(({ terminal, reason }) => `${terminal}: ${reason}`).join('; ');
    const lines = [`to type in a terminal: ${await lineToType(plan, { env })}`, ...(said === '' ? [] : [`what the terminals said: ${shortened(said, MOST_CHARACTERS)}`])];
    const why = refusals.length === 0 ? 'There is no terminal to open a window in.' : 'No terminal would open a window.';
    return { text: `${why} Show the person the line to type:\n${quote(lines.map(harmlessLine), drawNumber(), 'names in it')}`, next: null, isError: true };
  } catch (error) {
    return errorReply(error);
  }
}
