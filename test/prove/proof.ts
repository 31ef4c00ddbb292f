/**
 * A proof: a long run of real processes that must not find a single fault, and the figures that it leaves.
 *
 * main.ts runs them at full length, the test files beside them in a short form of the same code. A fault is a
 * sentence that names the seed, so that the run can be repeated.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** What came of a proof. */
export interface ProofReport {
  /** As it would be typed again, seed included. */
  readonly command: string;
  /** What was counted or measured, and the figure. */
  readonly rows: readonly (readonly [string, string])[];
  /** Empty: proven. */
  readonly faults: readonly string[];
}

/** How many faults are listed in full. */
const LISTED_FAULTS = 20;

/** The report as a page of text. seconds: how long the proof took. */
export function renderReport(name: string, { command, rows, faults }: ProofReport, seconds: number): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const listed = faults.slice(0, LISTED_FAULTS).map((fault) => `- ${fault}`);
  return [
    `# ${name[0].toUpperCase()}${name.slice(1)}, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Command: \`${command}\``,
    `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} cores, ${processor}, ${commitName()}.`,
    '',
    '| what | figure |',
    '| --- | ---: |',
    ...rows.map(([what, figure]) => `| ${what} | ${figure} |`),
    `| faults | ${faults.length} |`,
    `| time | ${seconds.toFixed(0)} s |`,
    '',
    ...(listed.length > 0 ? ['## Faults', '', ...listed, ''] : []),
  ].join('\n');
}

/** Keeps a page under bench/runs; machine: the name in the folder's name. */
export function storeReport(name: string, page: string, machine: string): void {
  const folder = join('bench', 'runs', `${new Date().toISOString().slice(0, 10)}-${machine}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-node${process.versions.node.split('.')[0]}.md`), page);
}

/** Which state of the program was proven. */
function commitName(): string {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%h'], { encoding: 'utf8' });
  return `commit ${(stdout ?? '').trim() || 'unknown'}`;
}

/** 0 of nothing, else the middle one of the sorted values. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
