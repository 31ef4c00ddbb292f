/**
 * The edge of the process: starts the command line, and turns what comes back into an exit code.
 *
 * Nothing else ends the process or catches errors to end it. The exit code is set, not forced: a child or a terminal
 * that is still being handed back is waited for.
 */
import { join } from 'node:path';
import { createProcessContext } from './cli/process-context.ts';
import { describeError } from './cli/describe-error.ts';
import { runCli } from './cli/run.ts';
import { ENGINE_THREAD_ARGUMENT, THREAD_ARGUMENT } from './cli/thread-argument.ts';

/** Of the built file, plugin/lib. */
declare const __dirname: string;

async function main(): Promise<number> {
  const context = createProcessContext(join(__dirname, '..', 'demo'), async (values, present) => (await import('./mcp/server.ts')).serveMcp(values, present));
  try {
    if (process.argv[2] === THREAD_ARGUMENT) return await (await import('./cli/pick-thread.ts')).runPickThread(context);
    if (process.argv[2] === ENGINE_THREAD_ARGUMENT) return await (await import('./mcp/engine-program.ts')).runEngineThread(context);
    return await runCli(process.argv.slice(2), context);
  } catch (error) {
    const { text, exitCode } = describeError(error);
    context.messages.write(text);
    return exitCode;
  }
}

void main().then((exitCode) => {
  process.exitCode = exitCode;
});
