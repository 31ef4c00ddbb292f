/**
 * What a person is told when something went wrong, and the exit code.
 *
 * A CcfindError is something to be understood: message and hint. Anything else is a bug and shows its
 * stack. Messages may hold names of files and words that were typed, so they are sanitized.
 */
import { CcfindError, EXIT } from '../errors.ts';
import { sanitize, sanitizeLines } from '../terminal/sanitize.ts';

/** What to print and how to end. */
export interface ErrorReport {
  /** For standard error; '' where nothing is to be said. */
  readonly text: string;
  readonly exitCode: number;
}

/** Never throws. It is no error if the reader of our output has closed the pipe. */
export function describeError(error: unknown): ErrorReport {
  if (isClosedPipe(error)) return { text: '', exitCode: EXIT.ok };
  if (error instanceof CcfindError) {
    const hint = error.hint === null ? '' : `hint: ${sanitize(error.hint)}\n`;
    const text = error.code === 'cancelled' ? '' : `ccfind: ${sanitize(error.message)}\n${hint}`;
    return { text, exitCode: error.exitCode };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `ccfind: this is a bug in ccfind:\n${sanitizeLines(stack)}\n`, exitCode: EXIT.failure };
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EPIPE' && (error as NodeJS.ErrnoException).syscall === 'write';
}
