/**
 * `ccfind index`: brings the index up to date, or with --full builds it anew.
 *
 * Every search brings the index up to date by itself; the command is for a deliberate first build, and for cron and the like.
 */
import { CcfindError, EXIT } from '../errors.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { renderCosts } from './costs-text.ts';
import { nothingThere, withIndex } from './open-index.ts';
import { counted, duration, elapsed, formatBytes } from '../sizes.ts';
import { describeHolder } from './waiting-text.ts';

/** Whoever asks for an index has time: longer than the 10 minutes after which another machine's lock counts as stale. */
const WAIT_MS = 11 * 60 * 1000;

/** Exit code 0 when the index is up to date; 1 when there is no config folder; 2 when another process holds the lock too long, or the folder cannot be written. */
export function runIndex(args: Arguments, context: CliContext): Promise<number> {
  const startedMs = context.nowMs();
  return withIndex(
    args.values,
    context,
    (index) => {
      const { report, places } = index;
      if (report === null) throw nothingThere(index, 0);
      if (report.locked) {
        // We may also have lost the lock while writing; then there was no wait.
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
