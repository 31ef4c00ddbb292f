/**
 * The line to type for a session that no terminal opened: it leads where the window would have led.
 *
 * That is what `resume --print` would print: with the config folder that holds the session, by the transcript's path where the id would lead
 * elsewhere. Where that line cannot be shown, it is our own command.
 */
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import type { OpenOptions } from '../resume/open-window.ts';
import { resumeSession } from '../resume/run.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { wayBack } from './way-back.ts';

/** One harmless line. extra, dir: as for the window. */
export async function lineToType(plan: ResumePlan, { env, extra = [], dir }: Pick<OpenOptions, 'env' | 'extra' | 'dir'>): Promise<string> {
  let line = '';
  try {
    await resumeSession(plan, { env, extra, print: (text) => (line = text), ...(dir === undefined ? {} : { dir }) });
  } catch (error) {
    if (!(error instanceof CcfindError)) throw error;
  }
  return line !== '' && sanitize(line) === line ? line : wayBack(plan.session, dir ?? plan.dir);
}
