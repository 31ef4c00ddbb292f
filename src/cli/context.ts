/**
 * What the command line needs from its process, as one value, so that every command is a function
 * of its arguments and this, and tests need no process.
 *
 * process-context.ts makes the real one. Text handed to a stream is already sanitized.
 */
import type { Engine, EngineOptions } from '../contract.ts';
import type { FlagValues } from './flags.ts';

/** Environment variables; an empty one is set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Standard output or standard error. */
export interface OutputStream {
  /** Writes all of it before it returns. */
  write(text: string): void;
  /** Found out only when asked: that takes time at a start, and often nobody needs it. */
  isTerminal(): boolean;
  /** Columns of the terminal; 80 where there is none or it says 0. */
  columns(): number;
}

/** Everything a command touches besides its arguments. */
export interface CliContext {
  readonly env: Environment;
  /** Absolute, links resolved. */
  readonly cwd: string;
  /** How to call this program from the present folder, for texts that say what to type. */
  readonly program: string;
  /** Folder of the invented history. */
  readonly demoDir: string;
  readonly output: OutputStream;
  readonly messages: OutputStream;
  readonly nowMs: () => number;
  /** All of standard input as text. */
  readonly readInput: () => string;
  readonly openEngine: (options: EngineOptions) => Engine;
  /** Another front end, which takes over the process. */
  readonly serveMcp: (values: FlagValues, context: CliContext) => Promise<number>;
}
