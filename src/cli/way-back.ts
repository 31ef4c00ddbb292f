/**
 * The line to type to be back in a session, as far as there is one that is safe to show and to copy. Pure.
 *
 * Id and folder come from a transcript, so from anybody. The shell line is shown only if it reaches the shell as it
 * stands: where the sanitizer would take something out of the folder's name it would lead elsewhere, so our own
 * command stands there, by the id alone. An id that is no plain name is given to no shell and no client at all.
 */
import { isSafeSessionId, resumeCommand } from '../resume/command.ts';
import { sanitize } from '../terminal/sanitize.ts';

/** One harmless line; '' for a session that cannot be resumed by its id. A folder that is not absolute is left out. */
export function wayBack(session: string, dir: string): string {
  if (!isSafeSessionId(session)) return '';
  const inShell = resumeCommand(session, dir.startsWith('/') || /^[A-Za-z]:[\\/]/.test(dir) ? dir : '');
  return sanitize(inShell) === inShell ? inShell : `ccfind resume ${session}`;
}
