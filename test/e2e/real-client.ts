/**
 * The real `claude` client in a throw-away home, talking to the scripted API of test/fake-api.
 *
 * It is the npm package at the version pinned in package.json. Its program lies in a package for the platform, which is taken
 * directly, since npm may be told to run no install scripts. Where the system allows it, server and clients share a network
 * namespace with nothing but loopback in it, so that a passing test also proves that no other network was needed.
 * Every run has a deadline. Nothing outside the folder given is read or written.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from './tmux.ts';

const ROOT = process.cwd();
const KEY = 'dummy-key-for-the-scripted-server';
/** On a machine with nothing else to do a run takes two seconds; with ten others beside it, more than forty. */
const DEADLINE_MS = 180_000;
/** What a person who installs the plugin gets, as far as a client looks at it. */
const SHIPPED = ['.claude-plugin', 'bin', 'plugin', 'skills', 'evals', 'README.md', 'LICENSE', 'package.json'];

/** Where the client of the pinned version is, or why the tests that need it are skipped. */
export type ClientProgram = { readonly path: string } | { readonly missing: string };

/** One answer of the script: see test/fake-api/server.mjs. */
export interface ScriptedTurn {
  readonly match: string;
  readonly steps: readonly (readonly (string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> })[])[];
}

export interface ClientRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home with a scripted API beside it. */
export interface ClientHome {
  readonly home: string;
  /** The project folder in which the sessions run. */
  readonly project: string;
  /** True when nothing but loopback was reachable. */
  readonly isOffline: boolean;
  /** The client as a command, and its environment: for a terminal of its own. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Runs the client with these arguments in the project folder. Rejects when the deadline passes. */
  run(args: readonly string[]): Promise<ClientRun>;
  /** The tool results that reached the model so far, request by request, oldest first. */
  toolResults(): string[];
  /** All text of all requests so far: what the model could have seen. */
  requestText(): string;
  close(): void;
}

/** Finds the client. Never throws. Cost: one start of it. */
export function findClient(): ClientProgram {
  const packageJson: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const version = (packageJson as { devDependencies: Record<string, string> }).devDependencies['@anthropic-ai/claude-code'];
  const folder = join(ROOT, 'node_modules', '@anthropic-ai');
  const platform = `claude-code-${process.platform}-${process.arch}`;
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  for (const path of [join(folder, platform, name), join(folder, `${platform}-musl`, name), join(folder, 'claude-code', 'bin', 'claude.exe')]) {
    if (!existsSync(path)) continue;
    const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: DEADLINE_MS, env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' } });
    if (answer.stdout?.startsWith(`${version} `)) return { path };
  }
  return { missing: `the client @anthropic-ai/claude-code ${version} is not installed for ${process.platform}-${process.arch} (npm ci brings it)` };
}

/** Copies the plugin as it is in the repository to that folder: a marketplace to install from. */
export function copyPlugin(checkout: string): void {
  for (const name of SHIPPED) cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
}

/** Starts the scripted API and prepares a home in `folder`. Close it in the end. */
export async function openClientHome(client: string, folder: string, turns: readonly ScriptedTurn[]): Promise<ClientHome> {
  const home = join(folder, 'a home');
  const project = join(home, 'work', 'shop');
  mkdirSync(join(home, '.claude'), { recursive: true });
  mkdirSync(project, { recursive: true });
  const scratch = join(folder, 'tmp');
  mkdirSync(scratch);
  const state = {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
  const scriptPath = join(folder, 'script.json');
  const logPath = join(folder, 'requests.jsonl');
  writeFileSync(scriptPath, JSON.stringify(turns));
  writeFileSync(logPath, '');
  const server = await startServer(scriptPath, logPath);
  const env = {
    ...clientEnvironment(home),
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_TMPDIR: scratch,
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    TMPDIR: scratch,
  };
  const messages = () => readFileSync(logPath, 'utf8').split('\n').filter((line) => line !== '').map(requestMessages);
  return {
    home,
    project,
    isOffline: server.enter.length > 0,
    command: [...server.enter, client],
    env,
    run: (args) => runProgram([...server.enter, client, ...args], project, env),
    toolResults: () => messages().flatMap((list) => textsOf(list.filter((message) => message.role === 'user').slice(-1), 'tool_result')),
    requestText: () => messages().flatMap((list) => textsOf(list, 'text')).join('\n'),
    close: () => server.process.stdin.end(),
  };
}

/** Waits until the only running client waits for its person. */
export function untilIdle(claude: ClientHome): Promise<true> {
  const folder = join(claude.home, '.claude', 'sessions');
  const states = (): string[] => (existsSync(folder) ? readdirSync(folder) : []).map((name) => readFileSync(join(folder, name), 'utf8'));
  return until(() => (states().some((state) => /"status":\s*"idle"/.test(state)) ? true : null), () => `the client is not idle: ${states().join('\n')}`);
}

/** The environment of a program that a person starts in that home: Node on PATH and little else. */
export function clientEnvironment(home: string): Record<string, string> {
  return { HOME: home, USER: 'dev', LANG: 'C.UTF-8', SHELL: '/bin/bash', TERM: 'dumb', PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` };
}

interface Server {
  readonly process: ChildProcessWithoutNullStreams;
  readonly port: string;
  /** What to put before a command to run it in the server's network namespace; empty when it has none. */
  readonly enter: readonly string[];
}

async function startServer(scriptPath: string, logPath: string): Promise<Server> {
  const node = [process.execPath, join(ROOT, 'test', 'fake-api', 'server.mjs'), scriptPath, logPath];
  const alone = ['sh', '-c', 'ip link set lo up && exec "$0" "$@"', ...node];
  const ways: readonly { command: readonly string[]; enter: (pid: number) => readonly string[] }[] = [
    { command: ['unshare', '--net', ...alone], enter: (pid) => ['nsenter', '--target', String(pid), '--net'] },
    { command: ['unshare', '--map-root-user', '--net', ...alone], enter: (pid) => ['nsenter', '--target', String(pid), '--user', '--preserve-credentials', '--net'] },
    { command: node, enter: () => [] },
  ];
  for (const { command, enter } of ways) {
    const server = spawn(command[0], command.slice(1), { env: { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin` } });
    const port = await firstLine(server);
    if (port === null) continue;
    const prefix = enter(server.pid ?? 0);
    if (prefix.length === 0 || spawnSync(prefix[0], [...prefix.slice(1), 'true']).status === 0) return { process: server, port, enter: prefix };
    server.stdin.end();
  }
  throw new Error('the scripted API does not start');
}

/** The first line that a program prints; null when it ends, or cannot be started, before that. */
function firstLine(child: ChildProcessWithoutNullStreams): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.stdin.on('error', () => resolve(null));
    child.on('error', () => resolve(null));
    child.on('exit', () => resolve(null));
  });
}

function runProgram(command: readonly string[], cwd: string, env: Record<string, string>): Promise<ClientRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    const deadline = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`no end after ${DEADLINE_MS} ms: ${command.join(' ')}\n${stdout}\n${stderr}`));
    }, DEADLINE_MS);
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(deadline);
      resolve({ status, stdout, stderr });
    });
  });
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

function requestMessages(line: string): readonly Message[] {
  return (JSON.parse(line) as { body: { messages?: readonly Message[] } }).body.messages ?? [];
}

/** The texts of the blocks of one type in these messages. */
function textsOf(messages: readonly Message[], type: 'text' | 'tool_result'): string[] {
  const blocks = messages.flatMap(({ content }): readonly Block[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : content));
  return blocks.filter((block) => block.type === type).map((block) => {
    const content = block.text ?? block.content ?? '';
    return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');
  });
}
