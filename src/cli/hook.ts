/**
 * `ccfind hook EVENT`: called by Claude Code, see hook/hook.ts.
 */
import { runHook } from '../hook/hook.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';

/** Signals that the client or its terminal sends when it ends. SIGTERM is not among them: by it the client gives up a hook. */
const ENDINGS = ['SIGHUP', 'SIGINT'] as const;

/** Always 0. */
export function runHookCommand(args: Arguments, { env, cwd, output, nowMs, openEngine }: CliContext): Promise<number> {
  return runHook(args.words[0], {
    env, cwd, nowMs, openEngine,
    input: () => process.stdin,
    write: (text) => output.write(text),
    elapsedMs: () => performance.now(),
    detach: (event) => {
      try {
        // Loaded here, as only the end of a session needs it, and the start of one would wait for it.
        const { spawn } = require('node:child_process') as typeof import('node:child_process');
        const child = spawn(process.execPath, [process.argv[1], 'hook', event], { detached: true, stdio: 'ignore', windowsHide: true });
        child.on('error', () => {});
        child.unref();
        return child.pid !== undefined;
      } catch {
        return false;
      }
    },
    outliveTerminal: () => {
      for (const signal of ENDINGS) process.on(signal, () => {});
    },
  });
}
