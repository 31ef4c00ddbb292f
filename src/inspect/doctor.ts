/**
 * Examines whether all is well with index and history, and says what to do where it is not: a table of checks, one line each.
 *
 * The order is that of causes: what stands above may explain what stands below. Nothing is changed but what a search
 * would change: the index is brought up to date, unless its files cannot be trusted. In that case it is left as it is, so that
 * the damage can be looked at, and the checks that would ask it say so.
 */
import type { CheckStatus, DoctorCheck, DoctorReport, Finding } from '../reports.ts';
import { CcfindError } from '../errors.ts';
import { chanceFrom } from './chance.ts';
import { listOnDisk, sampleDisk } from './disk-sample.ts';
import { checkFiles, checkFresh, checkHistory, checkKinds, checkSamples, checkSessions } from './history-checks.ts';
import { codeOf } from '../transcript/trouble.ts';
import { checkFolder, checkLeftovers, checkLock, checkNode } from './place-checks.ts';
import type { Check, CheckContext, CheckTools } from './check.ts';

const CHECKS: readonly Check[] = [
  { name: 'node', look: checkNode },
  { name: 'history', look: checkHistory },
  { name: 'folder', look: checkFolder },
  { name: 'lock', look: checkLock },
  { name: 'files', look: checkFiles },
  { name: 'fresh', look: checkFresh },
  { name: 'leftovers', look: checkLeftovers },
  { name: 'sessions', look: checkSessions },
  { name: 'samples', look: checkSamples },
  { name: 'kinds', look: checkKinds },
];

/** Texts looked up: enough that a fault that loses one line in twenty nearly always shows. Each look-up takes some milliseconds. */
const SAMPLES = 60;
/** Details of a check that are told. */
const MAX_DETAILS = 20;

const WORST_FIRST: readonly CheckStatus[] = ['wrong', 'warning', 'ok'];

/** The report. seed: decides which lines are looked up. Never throws for what it finds. Cost: reads all of the index, and samples of the history. */
export function examineIndex(tools: CheckTools, seed: number): DoctorReport {
  const files = tools.roots.flatMap(listOnDisk);
  const context: CheckContext = { ...tools, files, sampling: sampleDisk(files, SAMPLES, chanceFrom(seed).next), obstacle: null, pendingMend: 'ccfind index' };
  const checks = CHECKS.flatMap((check): DoctorCheck[] => {
    const finding = lookSafely(check, context);
    if (finding === null) return [];
    const { status, found, mend = null, details = [] } = finding;
    const more = details.length > MAX_DETAILS ? [`and ${details.length - MAX_DETAILS} more`] : [];
    return [{ check: check.name, status, found, mend, details: [...details.slice(0, MAX_DETAILS), ...more] }];
  });
  const status = WORST_FIRST.find((one) => checks.some((check) => check.status === one)) ?? 'ok';
  return { schema: 1, status, seed, checks };
}

/** An error that keeps a check from looking is its finding, and no reason to leave out the other checks. */
function lookSafely({ name, look }: Check, context: CheckContext): Finding | null {
  try {
    return look(context);
  } catch (error) {
    const finding = findingOf(error);
    context.obstacle ??= { status: 'wrong', found: `not looked at: see what ${name} says`, mend: finding.mend };
    return finding;
  }
}

function findingOf(error: unknown): Finding {
  if (error instanceof CcfindError) return { status: 'wrong', found: error.message, ...(error.hint === null ? {} : { mend: error.hint }) };
  if (codeOf(error) !== '') return { status: 'wrong', found: `cannot be looked at: ${(error as Error).message}`, mend: 'change the rights of what it names, or set CCFIND_DIR to another place' };
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').slice(1).map((line) => line.trim()) : [];
  return { status: 'wrong', found: `this check failed: ${String(error)}`, mend: 'report it: this is a bug in ccfind', details: stack };
}
