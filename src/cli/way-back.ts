/**
 * The line to type to get back into a session, if there is one that is safe to show and to copy. Pure.
 *
 * Id and folder come from a transcript, so anybody may have written them. The shell line is shown only if it survives the
 * sanitizer unchanged: with something taken out of the folder's name it would lead elsewhere. Otherwise our own command is
 * shown, with the id alone. An id that is not a plain name is given to no shell and no client at all.
 */
import { isSafeSessionId, resumeCommand } from '../resume/command.ts';
import { sanitize } from '../terminal/sanitize.ts';

/** One harmless line; '' for a session that cannot be resumed by its id. A folder that is not an absolute path is left out. */
export function wayBack(session: string, dir: string): string {
  if (!isSafeSessionId(session)) return '';
  const inShell = resumeCommand(session, dir.startsWith('/') || /^[A-Za-z]:[\\/]/.test(dir) ? dir : '');
  return sanitize(inShell) === inShell ? inShell : `ccfind resume ${session}`;
}
