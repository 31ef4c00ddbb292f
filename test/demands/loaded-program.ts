/**
 * The built program kept in one process of its own and run there again and again.
 *
 * Most of a run is the start of Node and the compilation of the program; a suite that asks hundreds of questions
 * cannot pay that for each. The process is started with the first question and ends with the tests. Every run has its own
 * arguments, environment, folder and standard input, and a fresh copy of the program; only the process is shared.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Job {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Base64. */
  readonly input: string;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whatever runs longer waits for something that does not come. */
export const HANG_MS = 300_000;

/** Waits at the pipe `in`, runs the jobs in the file `jobs`, leaves what came of them in `outcomes`, opens the pipe `out`. */
const DRIVER = `
const fs = require('fs'), vm = require('vm'), path = require('path'), real = fs.writeSync, realRead = fs.readSync;
const [, , program, folder] = process.argv, main = path.join(path.dirname(program), 'main.cjs');
const parts = new Map();
const compile = (file, cachedData) => {
  const text = fs.readFileSync(file, 'latin1'), source = text.startsWith('(') ? text : '(function (exports, require, module, __filename, __dirname) {' + text + '\\n})';
  return new vm.Script(source, { filename: file, cachedData });
};
const start = (script, file, module) => script.runInThisContext()(module.exports, load, module, file, path.dirname(file));
function load(name) {
  if (!name.startsWith('./')) return require(name);
  if (!parts.has(name)) {
    const file = path.join(path.dirname(main), name), module = { exports: {} };
    parts.set(name, module);
    start(compile(file), file, module);
  }
  return parts.get(name).exports;
}
let written = null, unread = Buffer.alloc(0), cachedData;
fs.readSync = (fd, bytes, offset, ...rest) => {
  if (written === null || fd !== 0) return realRead(fd, bytes, offset, ...rest);
  const count = unread.copy(bytes, offset);
  unread = unread.subarray(count);
  return count;
};
fs.writeSync = (fd, data, ...rest) => {
  if (written === null || (fd !== 1 && fd !== 2)) return real(fd, data, ...rest);
  const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.subarray(rest[0] ?? 0));
  written[fd].push(bytes);
  return bytes.length;
};
async function run({ argv, env, cwd, input }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  unread = Buffer.from(input, 'base64');
  written = { 1: [], 2: [] };
  process.argv = [process.execPath, program, ...argv];
  process.exitCode = undefined;
  const script = compile(main, cachedData);
  start(script, main, { exports: {} });
  while (process.exitCode === undefined) await new Promise(setImmediate);
  cachedData ??= script.createCachedData();
  const outcome = { status: process.exitCode, stdout: Buffer.concat(written[1]).toString(), stderr: Buffer.concat(written[2]).toString() };
  written = null;
  return outcome;
}
process.stdin.on('end', () => process.exit()).resume();
(async () => {
  for (;;) {
    await fs.promises.readFile(path.join(folder, 'in'));
    const outcomes = [];
    for (const job of JSON.parse(fs.readFileSync(path.join(folder, 'jobs'), 'utf8'))) outcomes.push(await run(job));
    fs.writeFileSync(path.join(folder, 'outcomes'), JSON.stringify(outcomes));
    await fs.promises.writeFile(path.join(folder, 'out'), '');
  }
})();
`;

let loaded: { readonly child: ChildProcess; readonly folder: string } | null = null;

/** Runs the jobs one after the other, without pause. program: path of the built program. */
export function runLoaded(program: string, jobs: readonly Job[]): Outcome[] {
  const { folder, child } = (loaded ??= start(program));
  writeFileSync(join(folder, 'jobs'), JSON.stringify(jobs));
  const { status, error } = spawnSync('sh', ['-c', 'echo > in && cat out'], { cwd: folder, timeout: HANG_MS });
  if (error !== undefined || status !== 0) {
    child.kill('SIGKILL');
    loaded = null;
    assert.fail(`no answer to ${JSON.stringify(jobs.map(({ argv }) => argv)).slice(0, 1000)}: ${error?.message}`);
  }
  return JSON.parse(readFileSync(join(folder, 'outcomes'), 'utf8')) as Outcome[];
}

function start(program: string): { child: ChildProcess; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-loaded-'));
  assert.equal(spawnSync('mkfifo', [join(folder, 'in'), join(folder, 'out')]).status, 0);
  const driver = join(folder, 'driver.cjs');
  writeFileSync(driver, DRIVER);
  const child = spawn(process.execPath, [driver, program, folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  // Neither it nor its pipe keeps the tests from ending; its end of the pipe tells it to go.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  process.on('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { child, folder };
}
