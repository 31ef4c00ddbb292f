/**
 * Errors that a person can meet, and the exit codes.
 *
 * Everything a user can cause or must know is a CcfindError; anything else is a bug and keeps its
 * stack. Only main.ts turns errors into exit codes. Message: lower case, no final full stop, thing
 * first, cause after a colon. The hint says what to type or do next.
 */

/** Exit codes of the command line. */
export const EXIT = {
  /** Something was found, or the task is done. */
  ok: 0,
  /** Nothing was found. */
  nothing: 1,
  /** Wrong usage or failure. */
  failure: 2,
  /** Left with Esc or Ctrl-C. */
  cancelled: 130,
} as const;

/** What went wrong, as far as the exit code tells. */
export type ErrorCode = 'usage' | 'not-found' | 'failure' | 'cancelled';

const EXIT_OF: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.failure,
  'not-found': EXIT.nothing,
  failure: EXIT.failure,
  cancelled: EXIT.cancelled,
};

/** For instanceof: an error is of a class by its name, since each part of the built program has a copy of the class. */
export function byName(name: string): (value: unknown) => boolean {
  return (value) => value instanceof Error && value.name === name;
}

/** An error that a person can meet. hint: what to type or do next. */
export class CcfindError extends Error {
  static override readonly [Symbol.hasInstance] = byName('CcfindError');
  readonly code: ErrorCode;
  readonly hint: string | null;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CcfindError';
    this.code = code;
    this.hint = options.hint ?? null;
  }

  get exitCode(): number {
    return EXIT_OF[this.code];
  }
}
