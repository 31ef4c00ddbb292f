/**
 * `ccfind hook EVENT`: called by Claude Code, see hook/hook.ts.
 */
import { runHook } from '../hook/hook.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';

/** What the client or its terminal send when they end. SIGTERM still ends it: that is how the client gives up a hook. */
const ENDINGS = ['SIGHUP', 'SIGINT'] as const;

/** Always 0. */
export function runHookCommand(args: Arguments, { env, cwd, output, nowMs, openEngine }: CliContext): Promise<number> {
  return runHook(args.words[0], {
    env, cwd, nowMs, openEngine,
    input: () => process.stdin,
    write: (text) => output.write(text),
    elapsedMs: () => performance.now(),
    outliveTerminal: () => {
      for (const signal of ENDINGS) process.on(signal, () => {});
    },
  });
}
