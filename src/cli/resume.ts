/**
 * `ccfind resume ID`: hands this terminal to `claude --resume` in the session's folder.
 */
import { resolve } from 'node:path';
import { CcfindError } from '../errors.ts';
import { resumeSession } from '../resume/run.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import { checkTerminal } from './check-terminal.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';
import { resolveSession } from './resolve.ts';

/** With one of these `claude` needs no terminal. */
const WITHOUT_TERMINAL = ['-p', '--print', '--bg', '--background'];

/** Exit code of the client; 0 after --print. */
export async function runResume(args: Arguments, context: CliContext): Promise<number> {
  if (args.values.handoff !== undefined) {
    const { resumeHandedOver } = await import('../resume/open-inside.ts');
    return resumeHandedOver(args.values.handoff, context.env, (line) => context.messages.write(`${sanitize(line)}\n`));
  }
  const { values, extra } = args;
  const plan = await withIndex(values, context, ({ engine, places }) =>
    engine.resumePlan(resolveSession(args.words[0], engine, places.indexDir)),
  );
  const print = (line: string): void => {
    // If what cannot be seen were taken out, the line would lead to another folder.
    if (sanitize(line) !== line) {
      throw new CcfindError('failure', `command of session ${plan.session} holds characters that cannot be shown`, { hint: 'resume without --print' });
    }
    context.output.write(`${line}\n`);
  };
  if (!values.print && !extra.some((word) => WITHOUT_TERMINAL.includes(word))) checkTerminal(plan.session);
  const dir = values.inDir === undefined ? {} : { dir: resolve(context.cwd, values.inDir) };
  return resumeSession(plan, { env: context.env, extra, ...dir, ...(values.print ? { print } : {}) });
}
