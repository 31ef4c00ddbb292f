/**
 * Whether V8 compiles hot functions with its optimising compiler.
 *
 * A search is a fresh process that is over before optimised code pays for its compilation: without it a question of
 * eight words over 100 MB takes three quarters of the processor time. Reading more than a few megabytes is another
 * matter. So the program starts without, and whatever begins long work asks for it. Where the switch is
 * unknown nothing happens.
 */
import { setFlagsFromString } from 'node:v8';

/** From now on; what is compiled stays compiled. */
export function optimiseHotCode(isWanted: boolean): void {
  setFlagsFromString(isWanted ? '--opt' : '--no-opt');
}
