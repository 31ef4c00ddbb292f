/**
 * `ccfind resume ID`: hands this terminal to `claude --resume` in the session's folder.
 */
import { CcfindError } from '../errors.ts';
import { resumeSession } from '../resume/run.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';
import { resolveSession } from './resolve.ts';

/** Exit code of the client; 0 after --print. */
export async function runResume(args: Arguments, context: CliContext): Promise<number> {
  if (args.values.handoff !== undefined) {
    const { resumeHandedOver } = await import('../resume/open-inside.ts');
    return resumeHandedOver(args.values.handoff, context.env, (line) => context.messages.write(`${sanitize(line)}\n`));
  }
  const plan = await withIndex(args.values, context, ({ engine, places }) =>
    engine.resumePlan(resolveSession(args.words[0], engine, places.indexDir)),
  );
  const print = (line: string): void => {
    // Without what cannot be seen it would be another folder's line.
    if (sanitize(line) !== line) {
      throw new CcfindError('failure', `command of session ${plan.session} holds characters that cannot be shown`, { hint: 'resume without --print' });
    }
    context.output.write(`${line}\n`);
  };
  return resumeSession(plan, { env: context.env, ...(args.values.print ? { print } : {}) });
}
