/**
 * `ccfind doctor`: what works here, what does not, and what to do about it.
 */
import type { DoctorCheck, DoctorReport } from '../reports.ts';
import { EXIT } from '../errors.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';
import { counted } from './sizes.ts';

/** Exit code 0 when nothing is wrong, warnings or not; 2, that of a failure, when something is. */
export function runDoctor(args: Arguments, context: CliContext): Promise<number> {
  // The doctor looks first and refreshes then.
  const values = { ...args.values, noRefresh: true as const };
  return withIndex(values, context, ({ engine, clearProgress }) => {
    const report = engine.doctor({ seed: args.values.seed });
    clearProgress();
    context.output.write(args.values.json ? `${toJson(report)}\n` : renderReport(report));
    return report.status === 'wrong' ? EXIT.failure : EXIT.ok;
  });
}

function renderReport({ checks, seed }: DoctorReport): string {
  const count = (status: DoctorCheck['status']): number => checks.filter((check) => check.status === status).length;
  const wrong = count('wrong');
  const sum = `${wrong === 0 ? 'nothing is wrong' : `${counted(wrong, 'thing')} wrong`}, ${counted(count('warning'), 'warning')}; to look at the same lines again: --seed ${seed}`;
  return `${[...checks.flatMap(linesOf), sum].join('\n')}\n`;
}

function linesOf({ check, status, found, mend, details }: DoctorCheck): string[] {
  const indent = ' '.repeat(19);
  return [
    `${status.padEnd(8)} ${check.padEnd(9)} ${sanitize(found)}`,
    ...details.map((detail) => `${indent}${sanitize(detail)}`),
    ...(mend === null ? [] : [`${indent}→ ${sanitize(mend)}`]),
  ];
}
