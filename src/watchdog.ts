/**
 * Runs something that may not end, and stops it: a regular expression can take longer than the sun on a text of a line.
 *
 * V8 looks between two steps of a regular expression whether it is to stop, and node:vm can have it stop after a time. The work runs
 * in this thread and sees its own variables, so that nothing is copied.
 */
import { createContext, Script } from 'node:vm';

/** See search/hits.ts. */
export function createTimeLimit(): { nowMs(): number; run(limitMs: number, work: () => void): boolean } {
  const sandbox: { work: () => void } = { work: () => {} };
  const context = createContext(sandbox);
  const script = new Script('work()');
  return {
    nowMs: () => performance.now(),
    run: (limitMs, work) => {
      sandbox.work = work;
      try {
        script.runInContext(context, { timeout: Math.max(1, Math.ceil(limitMs)) });
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
        throw error;
      } finally {
        sandbox.work = () => {};
      }
    },
  };
}
