/**
 * `ccfind doctor`: what works here, what does not, and what to do about it.
 */
import { join } from 'node:path';
import type { CheckStatus, DoctorCheck, DoctorReport } from '../reports.ts';
import { existsSync } from 'node:fs';
import { EXIT } from '../errors.ts';
import { loggedRuns, LOG_NAME } from '../hook/log.ts';
import { configFolder, recallSwitch } from '../paths.ts';
import type { Places } from '../paths.ts';
import { findClaude } from '../resume/checks.ts';
import { examineClient } from '../setup/checks.ts';
import { MANAGED_FOLDER } from '../setup/settings-files.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';
import { counted } from '../sizes.ts';
import { VERSION } from './version.ts';

const WORST_FIRST: readonly CheckStatus[] = ['wrong', 'warning', 'ok'];

/** Exit code 0 when nothing is wrong, warnings or not; 2, that of a failure, when something is. */
export function runDoctor(args: Arguments, context: CliContext): Promise<number> {
  // The checks themselves bring the index up to date, after those that must see it as it was.
  const values = { ...args.values, noRefresh: true as const };
  return withIndex(values, context, ({ engine, places, clearProgress }) => {
    const index = engine.doctor({ seed: args.values.seed });
    const ofClient = clientChecks(context, places);
    const status = WORST_FIRST.find((one) => one === index.status || ofClient.some((check) => check.status === one)) ?? 'ok';
    const report: DoctorReport = { ...index, status, checks: [...index.checks, ...ofClient] };
    clearProgress();
    context.output.write(args.values.json ? `${toJson(report)}\n` : renderReport(report));
    return report.status === 'wrong' ? EXIT.failure : EXIT.ok;
  });
}

/** The checks that concern Claude Code rather than the index. */
function clientChecks({ env, cwd, nowMs }: CliContext, { roots, indexDir }: Places): DoctorCheck[] {
  return examineClient({
    config: configFolder(env, cwd), managed: MANAGED_FOLDER, project: cwd, roots, nowMs: nowMs(), version: VERSION,
    claude: whereClaude(env, cwd), isRecallOn: existsSync(recallSwitch(env, cwd)), runs: loggedRuns(indexDir), log: join(indexDir, LOG_NAME),
  });
}

function whereClaude(env: CliContext['env'], cwd: string): string | null {
  try {
    return findClaude(env, { session: '', path: '', dir: cwd });
  } catch {
    return null;
  }
}

function renderReport({ checks, seed }: DoctorReport): string {
  const count = (status: DoctorCheck['status']): number => checks.filter((check) => check.status === status).length;
  const wrong = count('wrong');
  const sum = `${wrong === 0 ? 'nothing is wrong' : `${counted(wrong, 'thing')} wrong`}, ${counted(count('warning'), 'warning')}; to check the same samples again: --seed ${seed}`;
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
