/**
 * Looks whether all is well, and says what to do where it is not: a table of checks, one line each.
 *
 * The order is that of the causes: what stands above may explain what stands below. Nothing is changed but what a search
 * would change: the index is brought up to date, unless its files cannot be trusted. Then it stays as it is, so that
 * what was found can be looked at, and the checks that would ask it say so.
 */
import type { CheckStatus, DoctorCheck, DoctorReport } from '../reports.ts';
import { CcfindError } from '../errors.ts';
import { chanceFrom } from './chance.ts';
import { listOnDisk, sampleDisk } from './disk-sample.ts';
import { checkFiles, checkFresh, checkHistory, checkKinds, checkSamples, checkSessions } from './history-checks.ts';
import { codeOf } from '../transcript/trouble.ts';
import { checkFolder, checkLeftovers, checkLock, checkNode } from './place-checks.ts';
import type { Check, Finding, Visit, VisitTools } from './visit.ts';

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

/** Texts looked up: a fault that loses one line in twenty shows nearly always. A look-up takes some milliseconds. */
const SAMPLES = 60;
/** So many details of a check are told. */
const MAX_DETAILS = 20;

const WORST_FIRST: readonly CheckStatus[] = ['wrong', 'warning', 'ok'];

/** seed: decides which lines are looked up. */
export function visitIndex(tools: VisitTools, seed: number): DoctorReport {
  const files = tools.roots.flatMap(listOnDisk);
  const visit: Visit = { ...tools, files, sampling: sampleDisk(files, SAMPLES, chanceFrom(seed).next), obstacle: null, pendingMend: 'ccfind index' };
  const checks = CHECKS.flatMap((check): DoctorCheck[] => {
    const finding = lookSafely(check, visit);
    if (finding === null) return [];
    const { status, found, mend = null, details = [] } = finding;
    const more = details.length > MAX_DETAILS ? [`and ${details.length - MAX_DETAILS} more`] : [];
    return [{ check: check.name, status, found, mend, details: [...details.slice(0, MAX_DETAILS), ...more] }];
  });
  const status = WORST_FIRST.find((one) => checks.some((check) => check.status === one)) ?? 'ok';
  return { schema: 1, status, seed, checks };
}

/** What keeps a check from looking is what it found, and no reason not to make the others. */
function lookSafely({ name, look }: Check, visit: Visit): Finding | null {
  try {
    return look(visit);
  } catch (error) {
    const finding = findingOf(error);
    visit.obstacle ??= { status: 'wrong', found: `not looked at: see what ${name} says`, mend: finding.mend };
    return finding;
  }
}

function findingOf(error: unknown): Finding {
  if (error instanceof CcfindError) return { status: 'wrong', found: error.message, ...(error.hint === null ? {} : { mend: error.hint }) };
  if (codeOf(error) !== '') return { status: 'wrong', found: `cannot be looked at: ${(error as Error).message}`, mend: 'change the rights of what it names, or set CCFIND_DIR to another place' };
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').slice(1).map((line) => line.trim()) : [];
  return { status: 'wrong', found: `this check failed: ${String(error)}`, mend: 'report it: this is a bug in ccfind', details: stack };
}
