/**
 * `ccfind index`: brings the index up to date, or with --full builds it anew.
 *
 * A search does the first by itself; the command is for a first build on purpose and for timetables.
 */
import { CcfindError, EXIT } from '../errors.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { renderCosts } from './costs-text.ts';
import { nothingThere, withIndex } from './open-index.ts';
import { counted, duration, elapsed, formatBytes } from '../sizes.ts';
import { describeHolder } from './waiting-text.ts';

/** Who asks for an index has time: longer than a lock of another machine takes to grow stale (10 minutes). */
const WAIT_MS = 11 * 60 * 1000;

/** Exit code 0 when the index is up to date; 1 when there is no config folder; 2 when another process would not let go of it, or the folder refuses it. */
export function runIndex(args: Arguments, context: CliContext): Promise<number> {
  const startedMs = context.nowMs();
  return withIndex(
    args.values,
    context,
    (index) => {
      const { report, places } = index;
      if (report === null) throw nothingThere(index, 0);
      if (report.locked) {
        // Who loses the lock while it writes has not waited.
        const isTaken = report.lockedBy === null && context.nowMs() - startedMs < WAIT_MS;
        const why = isTaken ? 'another process took it over' : `waited ${duration(WAIT_MS)} for ${describeHolder(report.lockedBy)}`;
        throw new CcfindError('failure', `the index is not up to date: ${why}`, {
          hint: 'wait for it; meanwhile a search answers from what is there',
        });
      }
      if (report.filesPending > 0 || report.refused) {
        const lacking = report.filesPending > 0 ? `is not up to date: ${counted(report.filesPending, 'file')} still waiting` : 'is as it was before';
        throw new CcfindError('failure', `the index ${lacking}`, { hint: 'free the disk or the folder; meanwhile a search answers from what is there' });
      }
      if (args.values.json) {
        context.output.write(`${toJson({ schema: 1, ...report })}\n`);
        return EXIT.ok;
      }
      const { filesRead, bytesRead, sessions } = report;
      const read = filesRead === 0 ? 'nothing new' : `read ${counted(filesRead, 'file')}, ${formatBytes(bytesRead)}`;
      const where = sessions === 0 ? `; looked in ${sanitize(places.searched.join(', '))}` : '';
      context.output.write(`${read}; ${counted(sessions, 'session')} indexed in ${elapsed(context.nowMs() - startedMs)}${where}\n`);
      if (args.values.verbose) context.output.write(renderCosts(report.costs));
      return EXIT.ok;
    },
    { full: args.values.full ?? false, waitMs: WAIT_MS, hasTime: true },
  );
}
