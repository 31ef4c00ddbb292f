/**
 * Runs the built program in processes of their own, beside others, so that they can be killed or race.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** What is proven. */
export const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');

/** Where a process works. */
export interface Place {
  /** Config folder. */
  readonly config: string;
  readonly index: string;
}

export interface Finished {
  /** null: killed. */
  readonly status: number | null;
  readonly stdout: string;
  /** What it said on standard error, but for whom it waits. */
  readonly complaint: string;
  /** It had to wait for another writer long enough to say so. */
  readonly hasWaited: boolean;
  readonly ms: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Finished>;
}

/** No complaint: another process has the lock. */
const WAITING = /^ccfind: waiting at most .*\n/gm;

/** Whatever runs longer waits for something that does not come. */
const HANG_MS = 180_000;

/** Starts Node with that program, in a clean environment. */
export function start(program: string, argv: readonly string[], { config, index }: Place, nodeArguments: readonly string[] = []): Running {
  const startedMs = performance.now();
  const env = { HOME: config, CLAUDE_CONFIG_DIR: config, CCFIND_DIR: index, PATH: '/usr/bin:/bin', TZ: 'UTC' };
  const child = spawn(process.execPath, [...nodeArguments, program, ...argv], { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'], timeout: HANG_MS, killSignal: 'SIGKILL' });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
  const done = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const complaint = text.stderr.replace(WAITING, '').trim();
      resolve({ status, stdout: text.stdout, complaint, hasWaited: text.stderr.search(WAITING) >= 0, ms: performance.now() - startedMs });
    });
  });
  return { child, done };
}

/** Arguments of a search that prints all it knows. */
export function searchFor(query: string, ...flags: string[]): string[] {
  return ['search', '--json', '--all', ...flags, '--', query];
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
