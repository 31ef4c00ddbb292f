/**
 * The built program beside an invented history: a temporary config folder, a clean environment, nothing else.
 *
 * A test born from a demand speaks to the program as a person or a script would: arguments in, exit code and text out.
 * Whatever is asked, no answer may be a stack trace, and no byte of a transcript may reach a terminal raw: every run
 * checks both.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { SearchAnswer, SessionPage } from '../../src/contract.ts';
import { History } from '../fixture-history.ts';
import { HANG_MS, runLoaded } from './loaded-program.ts';
import type { Outcome } from './loaded-program.ts';

export type { Outcome };

/** What is tested. Another build can be named, to see a test fail. */
export const PROGRAM = process.env['CCFIND_PROGRAM'] ?? join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');

/** Project folder of most tests: that of the folder in which History's lines are said. */
export const PROJECT = '-home-ada-tide';

/** A joiner between two pictographs makes one of them: family, flag. It hides nothing. */
const JOINED = /(?<=[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Anything that a terminal would obey or hide. Line feeds apart, nothing of it may be printed. */
export const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string | Buffer;
  /** Program and arguments to run Node with; as another user, or under a limit. */
  readonly through?: readonly string[];
  readonly nodeArguments?: readonly string[];
}

/** A config folder, an index folder in it, and the program that is to deal with both. */
export class Box {
  readonly history = new History();
  /** Config folder. */
  readonly root = this.history.root;
  readonly index = join(this.root, 'ccfind');
  /** A folder of the test's own. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-demand-')));

  readonly program = PROGRAM;

  remove(): void {
    this.history.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  environment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { HOME: this.folder, CLAUDE_CONFIG_DIR: this.root, TMPDIR: this.folder, PATH: '/usr/bin:/bin', TZ: 'UTC', ...extra };
  }

  /** One run, in a process of its own only where that matters: where it is told how to start, or what to be fed. */
  run(argv: readonly string[], options: RunOptions = {}): Outcome {
    const { env = {}, ...rest } = options;
    return Object.keys(rest).length > 0 ? this.runApart(argv, options) : this.runAll([argv], [], env)[0];
  }

  /** One run in a process of its own, which keeps its compiled code. */
  runApart(argv: readonly string[], { env = {}, cwd = this.folder, input = '', through = [], nodeArguments = [] }: RunOptions = {}): Outcome {
    const [program, ...rest] = [...through, process.execPath, ...nodeArguments, PROGRAM, ...argv];
    const { status, stdout, stderr, error } = spawnSync(program, rest, { cwd, input, encoding: 'utf8', env: this.environment(env), maxBuffer: 1 << 28, timeout: HANG_MS });
    assert.equal(error, undefined, `${argv.join(' ')}: ${error?.message}`);
    checkOutcome({ status, stdout, stderr }, argv);
    return { status, stdout, stderr };
  }

  /** Many runs, one after the other, in a process that is there already: see loaded-program.ts. */
  runAll(argvs: readonly (readonly string[])[], inputs: readonly Buffer[] = [], env: Readonly<Record<string, string>> = {}): Outcome[] {
    const jobs = argvs.map((argv, i) => ({ argv, env: this.environment(env), cwd: this.folder, input: inputs[i]?.toString('base64') ?? '' }));
    const outcomes = runLoaded(PROGRAM, jobs);
    outcomes.forEach((outcome, i) => checkOutcome(outcome, [...argvs[i], inputs[i]?.toString('latin1') ?? '']));
    return outcomes;
  }

  /** As search, for many words. */
  searchAll(queries: readonly string[], flags: readonly string[] = []): SearchAnswer[] {
    return this.runAll(queries.map((words) => ['search', '--json', ...flags, '--', words])).map(answerOf);
  }

  /** As found, for many words. */
  foundAll(queries: readonly string[], flags: readonly string[] = []): string[][] {
    return this.searchAll(queries, ['--all', ...flags]).map(({ hits }) => hits.map((hit) => hit.session));
  }

  /** The answer to these words. Checks that the counts and the exit code tell the truth. */
  search(words: string, flags: readonly string[] = [], options: RunOptions = {}): SearchAnswer {
    return answerOf(this.run(['search', '--json', ...flags, '--', ...(words === '' ? [] : [words])], options));
  }

  /** Ids of the sessions that the words lead to, weak ones too, best first. */
  found(words: string, flags: readonly string[] = [], options: RunOptions = {}): string[] {
    return this.search(words, ['--all', ...flags], options).hits.map((hit) => hit.session);
  }

  /** The newest sessions. */
  list(flags: readonly string[] = []): SearchAnswer {
    return this.search('', flags);
  }

  show(session: string, flags: readonly string[] = []): SessionPage {
    const { status, stdout, stderr } = this.run(['show', session, '--json', ...flags]);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as SessionPage;
  }

  skipped(reason: string): number {
    return this.list().index.skipped.find((one) => one.reason === reason)?.count ?? 0;
  }
}

function checkOutcome({ stdout, stderr }: Outcome, argv: readonly string[]): void {
  const what = JSON.stringify(argv);
  assert.doesNotMatch(stderr, /this is a bug|\n {4}at /, `${what}: ${stderr.slice(0, 2000)}`);
  assert.doesNotMatch(stdout.replace(JOINED, ''), UNSEEN, `${what}: raw in standard output`);
  assert.doesNotMatch(stderr.replace(JOINED, ''), UNSEEN, `${what}: raw in standard error`);
}

/** A box that goes with its test. */
export function makeBox(t: TestContext): Box {
  const box = new Box();
  t.after(() => box.remove());
  return box;
}

export function answerOf({ status, stdout, stderr }: Outcome): SearchAnswer {
  assert.ok(status === 0 || status === 1, `exit code ${status}: ${stderr}`);
  assert.equal(stdout.split('\n').length, 2, 'one line of JSON');
  const answer = JSON.parse(stdout) as SearchAnswer;
  assert.equal(answer.total, answer.relevant + answer.weak);
  assert.equal(status, answer.total > 0 ? 0 : 1);
  return answer;
}

/**
 * What an answer says, without what may differ between two indexes of the same history: which batch a chunk came with.
 */
export function essence(answer: SearchAnswer): unknown {
  return { ...answer, hits: answer.hits.map(({ hit, score, ...rest }) => ({ ...rest, score: score.toFixed(6), hit: hit.split(':').slice(0, -1).join(':') })) };
}

export interface FileUse {
  readonly path: string;
  readonly readBytes: number;
  readonly writtenBytes: number;
}

const SPY = `
const fs = require('fs');
const paths = new Map(), uses = new Map();
const use = (path) => uses.get(path) ?? uses.set(path, { path, readBytes: 0, writtenBytes: 0 }).get(path);
const wrap = (name, note) => { const real = fs[name]; fs[name] = function (...a) { const out = real.apply(this, a); note(out, ...a); return out; }; };
wrap('openSync', (fd, path) => { paths.set(fd, String(path)); use(String(path)); });
wrap('readSync', (count, fd) => { if (paths.has(fd)) use(paths.get(fd)).readBytes += count; });
wrap('writeSync', (count, fd) => { if (paths.has(fd)) use(paths.get(fd)).writtenBytes += count; });
wrap('readFileSync', (out, path) => { if (typeof path === 'string') use(path).readBytes += out.length; });
process.on('exit', () => fs.writeFileSync(process.env.SPY_LOG, JSON.stringify({ uses: [...uses.values()], peakKb: process.resourceUsage().maxRSS })));
`;

/** Runs the program and tells which bytes it touched, and how much memory it took at most. */
export function watch(box: Box, argv: readonly string[], options: RunOptions = {}): { outcome: Outcome; uses: FileUse[]; peakMb: number } {
  const spy = join(box.folder, 'spy.cjs');
  const log = join(box.folder, 'spy.log');
  writeFileSync(spy, SPY);
  const outcome = box.run(argv, { ...options, nodeArguments: ['--require', spy], env: { ...options.env, SPY_LOG: log } });
  const { uses, peakKb } = JSON.parse(readFileSync(log, 'utf8')) as { uses: FileUse[]; peakKb: number };
  return { outcome, uses, peakMb: peakKb / 1024 };
}

/** Bytes of all files in a folder and below whose path has that part. */
export function bytesOf(uses: readonly FileUse[], part: string, what: 'readBytes' | 'writtenBytes' = 'readBytes'): number {
  return uses.filter(({ path }) => path.includes(part)).reduce((sum, one) => sum + one[what], 0);
}

/** Names in the index folder that belong to the index itself. */
export function indexFiles(box: Box): string[] {
  return readdirSync(box.index).filter((name) => statSync(join(box.index, name)).isFile() && name !== 'last-list.json').sort();
}
