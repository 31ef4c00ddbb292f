/**
 * Times whole Node processes by their own accounting: cpu (user and system) and peak memory at exit.
 *
 * Cpu rather than wall time, since the machines that run this are shared; every figure is paired with a yardstick
 * in turn (A B A B …), so that a drift of the machine's speed meets both. Compare ratios, never single figures.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Command {
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs before each counted run, untimed. */
  readonly before?: () => void;
}

export interface Figures {
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

export interface Meter {
  /** One run. Throws when the command fails with another exit code than 0 or 1. */
  run(command: Command): Figures;
  /** Medians of that many runs of each, in turn, after one warm-up of each. */
  pair(a: Command, b: Command, runs: number): { a: Figures; b: Figures; ratio: number };
  close(): void;
}

/** Written beside the run's figures; loaded by --require before the measured program. */
const RECORDER = `
const fs = require('node:fs');
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  fs.writeFileSync(process.env.BENCH_FIGURES, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMegabytes: maxRSS / 1024 }));
});
`;

export function createMeter(node: string): Meter {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-bench-'));
  const recorder = join(folder, 'recorder.cjs');
  const figures = join(folder, 'figures.json');
  writeFileSync(recorder, RECORDER);

  const run = (command: Command): Figures => {
    command.before?.();
    const result = spawnSync(node, ['--require', recorder, ...command.arguments], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...command.environment, BENCH_FIGURES: figures },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
    if (result.error) throw result.error;
    if (result.status !== 0 && result.status !== 1) {
      throw new Error(`${command.arguments.join(' ')}: exit ${result.status}\n${result.stderr.toString('utf8').slice(0, 2000)}`);
    }
    return JSON.parse(readFileSync(figures, 'utf8'));
  };

  const pair = (a: Command, b: Command, runs: number): { a: Figures; b: Figures; ratio: number } => {
    run(a);
    run(b);
    const ofA: Figures[] = [];
    const ofB: Figures[] = [];
    for (let i = 0; i < runs; i++) {
      ofA.push(run(a));
      ofB.push(run(b));
    }
    const ratio = median(ofA.map((figure, i) => figure.cpuMs / ofB[i].cpuMs));
    return { a: middle(ofA), b: middle(ofB), ratio };
  };

  return { run, pair, close: () => rmSync(folder, { recursive: true, force: true }) };
}

function middle(figures: readonly Figures[]): Figures {
  return { cpuMs: median(figures.map((figure) => figure.cpuMs)), peakMegabytes: median(figures.map((figure) => figure.peakMegabytes)) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
