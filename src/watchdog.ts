/**
 * Runs something that may never end, and stops it when its time is up: on one line of text a regular expression can run for years.
 *
 * V8 checks between the steps of a regular expression whether it should stop, and node:vm can make it stop after a time. The work runs
 * in this thread and sees its own variables, so nothing is copied.
 */
import { createContext, Script } from 'node:vm';

/** A clock in milliseconds, and a runner that returns false when it had to stop the work. The interface is TimeLimit of search/hits.ts. checkpoint: called at each look at the clock. */
export function createTimeLimit(checkpoint: () => void = () => {}): { nowMs(): number; run(limitMs: number, work: () => void): boolean } {
  const sandbox: { work: () => void } = { work: () => {} };
  const context = createContext(sandbox);
  const script = new Script('work()');
  return {
    nowMs: () => {
      checkpoint();
      return performance.now();
    },
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
