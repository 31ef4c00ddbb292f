/**
 * Times whole processes by the system's accounting of the finished process: user and system time, through bash.
 *
 * Processor time rather than wall time, since the machines that run this are shared. Every figure is paired with a yardstick, run
 * in turn (A B A B …), so that a change in the machine's speed affects both. Compare ratios, never single figures.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process to run. */
export interface Command {
  readonly arguments: readonly string[];
  /** By default the meter's Node. */
  readonly program?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** After so long it is killed. */
  readonly limitSeconds?: number;
  /** Runs before each counted run, untimed. */
  readonly before?: () => void;
}

/** The yardstick for what a person waits for: a Node that does nothing. */
export const EMPTY: Command = { arguments: ['-e', '0'] };

/** One run, however it ended. */
export interface Outcome {
  /** Processor time. */
  readonly ms: number;
  /** Exit code; 128 plus the number of the signal if it was killed. */
  readonly status: number;
  readonly output: string;
  readonly messages: string;
}

/** Medians of the processor time of both, and of the ratios of the runs that followed each other. */
export interface Pair {
  readonly aMs: number;
  readonly bMs: number;
  readonly ratio: number;
}

/** Runs and measures commands. */
export interface Meter {
  /** One run, without judging it. */
  attempt(command: Command): Outcome;
  /** One run. Throws when the command fails with another exit code than 0 or 1. */
  run(command: Command): Outcome;
  /** Peak memory of one run, megabytes; NaN for another program than Node. */
  peakOf(command: Command): number;
  /** Runs each that many times, in turn, after one warm-up of each (none for a single run). */
  pair(a: Command, b: Command, runs: number): Pair;
  /** The command on the meter's Node, recording its peak memory for the next call of lastPeak(). */
  recorded(command: Command): Command;
  /** Peak memory of the recorded command that ran last, megabytes. */
  lastPeak(): number;
  close(): void;
}

/** Loaded by --require before a program whose peak memory is asked for. */
const RECORDER = `
const fs = require('node:fs');
process.on('exit', () => fs.writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS / 1024)));
`;

/** Bash times its children to the millisecond, start and end of the process included. */
const TIMED = 'TIMEFORMAT="%U %S"; time "$@" 2>"$0"';
const MAX_OUTPUT_BYTES = 1 << 28;

/** A meter. node: path of the Node that is measured. */
export function createMeter(node: string): Meter {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-bench-'));
  const recorder = join(folder, 'recorder.cjs');
  const peak = join(folder, 'peak');
  const messages = join(folder, 'messages');
  writeFileSync(recorder, RECORDER);

  const attempt = (command: Command): Outcome => {
    command.before?.();
    const limit = command.limitSeconds === undefined ? [] : ['timeout', '-s', 'KILL', String(command.limitSeconds)];
    const result = spawnSync('bash', ['-c', TIMED, messages, ...limit, command.program ?? node, ...command.arguments], {
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...command.environment }, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES,
    });
    if (result.error) throw result.error;
    const [user, system] = result.stderr.trim().split('\n').pop()?.split(' ').map(Number) ?? [];
    return { ms: (user + system) * 1000, status: result.status ?? 128, output: result.stdout, messages: readFileSync(messages, 'utf8') };
  };

  const run = (command: Command): Outcome => {
    const outcome = attempt(command);
    if (outcome.status > 1) throw new Error(`${command.arguments.join(' ')}: exit ${outcome.status}\n${outcome.messages.slice(0, 2000)}`);
    return outcome;
  };

  const recorded = (command: Command): Command => ({
    ...command, arguments: ['--require', recorder, ...command.arguments], environment: { ...command.environment, BENCH_PEAK: peak },
  });
  const lastPeak = (): number => Number(readFileSync(peak, 'utf8'));

  const pair = (a: Command, b: Command, runs: number): Pair => {
    if (runs > 1) {
      run(a);
      run(b);
    }
    const ofA: number[] = [];
    const ofB: number[] = [];
    for (let i = 0; i < runs; i++) {
      ofA.push(run(a).ms);
      ofB.push(run(b).ms);
    }
    return pairOf(ofA, ofB);
  };

  return {
    attempt, run, recorded, lastPeak, pair,
    peakOf: (command) => {
      run(recorded(command));
      return lastPeak();
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The pair for times that were taken in turn. */
export function pairOf(ofA: readonly number[], ofB: readonly number[]): Pair {
  return { aMs: median(ofA), bMs: median(ofB), ratio: median(ofA.map((ms, i) => ms / ofB[i])) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
