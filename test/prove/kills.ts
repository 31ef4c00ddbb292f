/**
 * The built program killed at random moments of a build, a refresh, a merge and a rebuild: whatever it leaves, the next search
 * answers as an index made from nothing, cleans up, and needs nobody's help.
 *
 * The history grows by known steps, so what a fresh index answers is asked once for each state of it. After every
 * kill the same search that a person would type next is run, then everything else is asked of the index it left.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchAnswer } from '../../src/contract.ts';
import { randomFrom } from '../random.ts';
import { askAll } from './answers.ts';
import { bundle } from './bundle.ts';
import { makeGrowingHistory, type GrowingHistory } from './growing-history.ts';
import { copyIndex, segmentCountOf } from './index-folder.ts';
import { createKiller, type Killer, type Phase } from './killer.ts';
import { PROGRAM, searchFor, start, type Place } from './program.ts';
import { medianOf, type ProofReport } from './proof.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Of the history that is built again and again. */
  readonly megabytes: number;
  /** Of each step in which it grows. */
  readonly stepKilobytes: number;
  /** Of the history that is large enough to be published in batches and made by workers; 0: without it. */
  readonly largeMegabytes: number;
  readonly onProgress: (message: string) => void;
}

/** How the kills are shared out, in percent. */
const SHARES = { build: 16, batches: 16, two: 12, full: 12, refresh: 22, merge: 18, large: 4 };
/** Merging begins after so many refreshes at the latest, or the proof has lost its way to it. */
const MAX_STEPS = 40;

/** Runs all of it in a temporary folder. */
export async function proveKills(options: KillOptions): Promise<ProofReport> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-kills-')));
  try {
    const killer = createKiller(join(folder, 'index'), options.seed);
    await runPhases(folder, killer, options);
    return reportOf(killer, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runPhases(folder: string, killer: Killer, { kills, seed, megabytes, stepKilobytes, largeMegabytes, onProgress }: KillOptions): Promise<void> {
  const random = randomFrom(seed);
  const smallProgram = join(folder, 'small-program', 'main.cjs');
  await bundle('test/prove/small-program.ts', smallProgram);
  await bundle('src/index/segment-worker.ts', join(folder, 'small-program', 'worker.cjs'));
  const history = makeGrowingHistory(join(folder, 'config'), megabytes, 1 + Math.floor(random() * 1000));
  const { config, queries } = history;
  const commands = [['index'], searchFor(queries[1])];
  const run = async (name: string, share: number, rest: Pick<Phase, 'base' | 'expected'> & Partial<Phase>): Promise<void> => {
    const count = Math.ceil((kills * share) / 100);
    onProgress(`${name}: ${count} kills …`);
    await killer.run({ name, count, config, queries, program: PROGRAM, commands, ...rest });
    onProgress(`${killer.faults.length} faults so far`);
  };

  const first = await makeFresh(folder, 'first', history);
  await run('first build', SHARES.build, { ...first, base: null });
  await run('first build with workers, in small batches', SHARES.batches, { ...first, base: null, program: smallProgram });
  await run('two first builds at once', SHARES.two, { ...first, base: null, commands: [['index']], isPair: true });
  await run('index --full', SHARES.full, { ...first, commands: [['index', '--full']] });

  history.change(stepKilobytes);
  const changed = await makeFresh(folder, 'changed', history);
  await run('refresh', SHARES.refresh, { base: first.base, expected: changed.expected });

  const unmerged = await growToMerge(folder, changed.base, history, stepKilobytes);
  const { expected } = await makeFresh(folder, 'merged', history);
  await run('refresh that merges', SHARES.merge, { base: unmerged, expected });

  if (largeMegabytes === 0) return;
  const large = makeGrowingHistory(join(folder, 'large'), largeMegabytes, seed);
  const built = await makeFresh(folder, 'large-index', large);
  await run(`first build, ${largeMegabytes} MB`, SHARES.large, { ...built, base: null, config: large.config, queries: large.queries });
}

/** An index made from nothing, and what it answers. */
async function makeFresh(folder: string, name: string, { config, queries }: GrowingHistory): Promise<{ base: string; expected: SearchAnswer[] }> {
  const place = { config, index: join(folder, name) };
  await mustIndex(place);
  return { base: place.index, expected: askAll(place, queries, () => {}) };
}

/** Lets the history grow until a refresh merges; returns a copy of the index as it was before that refresh. */
async function growToMerge(folder: string, base: string, history: GrowingHistory, kilobytes: number): Promise<string> {
  const place = { config: history.config, index: join(folder, 'growing') };
  const before = join(folder, 'unmerged');
  copyIndex(base, place.index);
  for (let step = 0; step < MAX_STEPS; step++) {
    copyIndex(place.index, before);
    history.grow(kilobytes);
    await mustIndex(place);
    if (segmentCountOf(place.index) <= segmentCountOf(before)) return before;
  }
  throw new Error(`no merge after ${MAX_STEPS} refreshes`);
}

async function mustIndex(place: Place): Promise<void> {
  const { status, complaint } = await start(PROGRAM, ['index'], place).done;
  if (status !== 0) throw new Error(`index: exit ${status}: ${complaint}`);
}

function reportOf({ phases, faults, takeOverMs, compared }: Killer, { kills, seed, megabytes, stepKilobytes, largeMegabytes }: KillOptions): ProofReport {
  const sum = phases.reduce((total, phase) => total + phase.kills, 0);
  const rows: [string, string][] = [['kills', String(sum)]];
  for (const { name, kills: count, stages, late, searchMs, undisturbedMs } of phases) {
    const reached = [...stages].map(([stage, times]) => `${times} ${stage}`).join(', ');
    rows.push([`${name}: kills${reached === '' ? '' : ` (${reached})`}; ended before the kill, not counted: ${late}`, String(count)]);
    rows.push([`${name}: search after a kill, median (slowest) / undisturbed run, ms`, `${medianOf(searchMs).toFixed(0)} (${Math.max(0, ...searchMs).toFixed(0)}) / ${undisturbedMs.toFixed(0)}`]);
  }
  rows.push(['answers compared with those of a fresh index', String(compared)]);
  rows.push(['lock of a killed holder taken over by a waiting process: times; median (slowest), ms', `${takeOverMs.length}; ${medianOf(takeOverMs).toFixed(0)} (${Math.max(0, ...takeOverMs).toFixed(0)})`]);
  const flags = `--kills ${kills} --seed ${seed} --mb ${megabytes} --step-kb ${stepKilobytes} --large-mb ${largeMegabytes}`;
  return { command: `npm run prove -- kills ${flags}`, rows, faults };
}
