/**
 * Times whole processes by the system's accounting of the finished process: user and system time, through bash.
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

/** Medians of the processor time of both, and of the ratio of the runs in turn. */
export interface Pair {
  readonly aMs: number;
  readonly bMs: number;
  readonly ratio: number;
}

export interface Meter {
  /** Processor time of one run, ms. Throws when the command fails with another exit code than 0 or 1. */
  run(command: Command): number;
  /** Peak memory of one run, megabytes. */
  peakOf(command: Command): number;
  /** That many counted runs of each, in turn, after one warm-up of each. */
  pair(a: Command, b: Command, runs: number): Pair;
  close(): void;
}

/** Loaded by --require before a program whose peak memory is asked for. */
const RECORDER = `
const fs = require('node:fs');
process.on('exit', () => fs.writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS / 1024)));
`;

/** Bash times its children to the millisecond, start and end of the process included. */
const TIMED = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>"$0"';

export function createMeter(node: string): Meter {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-bench-'));
  const recorder = join(folder, 'recorder.cjs');
  const peak = join(folder, 'peak');
  const messages = join(folder, 'messages');
  writeFileSync(recorder, RECORDER);
  const environment = (command: Command): NodeJS.ProcessEnv => ({ PATH: process.env.PATH ?? '', HOME: folder, ...command.environment });

  const run = (command: Command): number => {
    command.before?.();
    const result = spawnSync('bash', ['-c', TIMED, messages, node, ...command.arguments], { env: environment(command), encoding: 'utf8' });
    if (result.error) throw result.error;
    if (result.status !== 0 && result.status !== 1) {
      throw new Error(`${command.arguments.join(' ')}: exit ${result.status}\n${readFileSync(messages, 'utf8').slice(0, 2000)}`);
    }
    const [user, system] = result.stderr.trim().split(' ').map(Number);
    return (user + system) * 1000;
  };

  const peakOf = (command: Command): number => {
    command.before?.();
    spawnSync(node, ['--require', recorder, ...command.arguments], { env: { ...environment(command), BENCH_PEAK: peak }, stdio: 'ignore' });
    return Number(readFileSync(peak, 'utf8'));
  };

  const pair = (a: Command, b: Command, runs: number): Pair => {
    run(a);
    run(b);
    const ofA: number[] = [];
    const ofB: number[] = [];
    for (let i = 0; i < runs; i++) {
      ofA.push(run(a));
      ofB.push(run(b));
    }
    return { aMs: median(ofA), bMs: median(ofB), ratio: median(ofA.map((ms, i) => ms / ofB[i])) };
  };

  return { run, peakOf, pair, close: () => rmSync(folder, { recursive: true, force: true }) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
