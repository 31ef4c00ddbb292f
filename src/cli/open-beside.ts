/**
 * Opens a session in a new pane or window while the picker stays open.
 */
import type { Engine } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { openWindow } from '../resume/open-window.ts';
import type { CliContext } from './context.ts';
import { lineToType } from './line-to-type.ts';
import { refusalText } from './refusal-text.ts';

/** Resolves with what came of it, in one line that may hold outside text. Rejects only for bugs. */
export async function openBeside(session: string, engine: Engine, indexDir: string, env: CliContext['env']): Promise<string> {
  try {
    const plan = engine.resumePlan(session);
    const { opened, refusals } = await openWindow(plan, { env, indexDir, where: 'pane' });
    if (opened !== null) return `open in a new ${opened.opens} of ${opened.terminal}`;
    return `${refusalText(refusals)}; to type: ${await lineToType(plan, { env })}`;
  } catch (error) {
    if (error instanceof CcfindError) return error.hint === null ? error.message : `${error.message}; ${error.hint}`;
    throw error;
  }
}
