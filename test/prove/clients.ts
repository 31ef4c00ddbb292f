/**
 * The plugin in older clients, from npm: it installs, every part of it loads without an error, `/ccfind` searches, and the hooks run.
 *
 * Each client has a home of its own and the scripted API; what a client says is read from its own messages, so that a part that it
 * leaves out in silence shows.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_EVENTS } from '../../src/hook/hook.ts';
import { LOG_NAME, loggedRuns } from '../../src/hook/log.ts';
import { copyPlugin, openClientHome } from '../e2e/real-client.ts';
import type { ScriptedTurn } from '../e2e/real-client.ts';
import { untilRemoved } from '../e2e/tmux.ts';
import type { ProofReport } from './proof.ts';

export interface ClientsOptions {
  readonly versions: readonly string[];
  /** Folder in which clients are installed and left, or null for one that is removed. */
  readonly kept: string | null;
  readonly onProgress: (message: string) => void;
}

interface InitMessage {
  readonly type?: string;
  readonly subtype?: string;
  readonly skills?: readonly string[];
  readonly slash_commands?: readonly string[];
  readonly plugins?: readonly { readonly name: string }[];
  readonly mcp_servers?: readonly { readonly name: string; readonly status: string }[];
  readonly result?: string;
}

const AS_TOLD = `{{request:/("[^"\\n]+\\/plugin\\/ccfind" search[^\\n]* <<'CCFIND_QUERY'\\n)WORDS/}}backoff\nCCFIND_QUERY`;
const SCRIPT: readonly ScriptedTurn[] = [
  { match: 'command-name>/ccfind|Asked for: backoff', steps: [[{ tool: 'Bash', input: { command: AS_TOLD, description: 'Search past sessions' } }], ['The search said: {{result}}']] },
  { match: 'explain the payment retry', steps: [['The payment client retries three times with exponential backoff.']] },
];
/** What a client of any age prints of a part that it could not use. */
const TROUBLE = /failed to load|invalid (?:plugin|hook|manifest)|hook[^\n]{0,40}(?:error|failed|cancelled)|errors? loading|unrecognized key/i;

const WAIT_MS = 20_000;

export async function proveClients({ versions, kept, onProgress }: ClientsOptions): Promise<ProofReport> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-clients-')));
  const rows: [string, string][] = [];
  const faults: string[] = [];
  try {
    for (const version of versions) {
      onProgress(`client ${version} …`);
      const client = installClient(join(kept ?? folder, version), version);
      const place = join(folder, `home ${version}`);
      mkdirSync(place);
      const parts = await tryClient(client, place).catch((error: unknown) => ({ seen: 'nothing', faults: [String(error)] }));
      rows.push([`client ${version}`, parts.seen]);
      faults.push(...parts.faults.map((fault) => `client ${version}: ${fault}`));
    }
  } finally {
    await untilRemoved(folder);
  }
  return { command: `npm run prove -- clients --versions ${versions.join(',')}`, rows, faults };
}

/** Its program. */
function installClient(folder: string, version: string): string {
  const packages = join(folder, 'node_modules');
  const native = join(packages, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude');
  const script = join(packages, '.bin', 'claude');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `@anthropic-ai/claude-code@${version}`], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm cannot install client ${version}: ${stderr}`);
  }
  return existsSync(native) ? native : script;
}

async function tryClient(client: string, folder: string): Promise<{ seen: string; faults: string[] }> {
  const faults: string[] = [];
  const demand = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what);
  };
  const checkout = join(folder, 'a checkout');
  copyPlugin(checkout);
  const claude = await openClientHome(client, folder, SCRIPT);
  try {
    const index = join(claude.home, '.claude', 'ccfind');
    const ended = (count: number): Promise<boolean> => waitFor(() => loggedRuns(index).filter(({ event }) => event === 'SessionEnd').length >= count);
    for (const words of [['marketplace', 'add', checkout], ['install', 'ccfind@ccfind']]) {
      const { status, stdout, stderr } = await claude.run(['plugin', ...words]);
      demand(status === 0 && !TROUBLE.test(stdout + stderr), `plugin ${words[0]}: ${stdout}${stderr}`);
    }
    mkdirSync(join(claude.home, '.claude', 'ccfind-setup'));
    writeFileSync(join(claude.home, '.claude', 'ccfind-setup', 'recall'), '');
    const zero = '0'.repeat(40);
    mkdirSync(join(claude.project, '.git', 'logs'), { recursive: true });
    writeFileSync(join(claude.project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(claude.project, '.git', 'logs', 'HEAD'), `${zero} ${zero} A <a@b> 1 +0000\tcommit: payment retries: exponential backoff\n`);

    const first = await claude.run(['-p', 'explain the payment retry', '--debug']);
    demand(first.status === 0 && !TROUBLE.test(first.stdout + first.stderr), `a session: ${first.stdout}${first.stderr}`.slice(0, 2000));
    demand(await ended(1), `SessionEnd has not run: ${JSON.stringify(loggedRuns(index))}`);

    // Stop works at most once a minute: as if that had gone by.
    rmSync(join(index, LOG_NAME));
    const second = await claude.run(['-p', '/ccfind backoff', '--output-format', 'stream-json', '--verbose']);
    const messages = second.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as InitMessage] : []));
    const init = messages.find(({ subtype }) => subtype === 'init') ?? {};
    const names = [...(init.skills ?? []), ...(init.slash_commands ?? [])];
    const answer = messages.find(({ type }) => type === 'result')?.result ?? '';
    const isAsked = claude.toolResults().some((text) => /requires approval|permission/i.test(text));
    demand(second.status === 0 && second.stderr === '', `/ccfind: ${second.status} ${second.stderr}`);
    demand(names.includes('ccfind:ccfind') || names.includes('ccfind'), `the skill is not listed: ${names.join(', ')}`);
    demand(/explain the payment retry/.test(answer) || isAsked, `/ccfind brought: ${answer}; ${claude.toolResults().join(' | ').slice(0, 500)}`);
    demand(await ended(1), `SessionEnd ran only once: ${JSON.stringify(loggedRuns(index))}`);
    const events = [...new Set(loggedRuns(index).map(({ event }) => event))];
    for (const event of HOOK_EVENTS) demand(events.includes(event), `${event} has not run: ${events.join(', ')}`);
    const hasServer = existsSync(join(checkout, 'plugin', 'mcp.json')) && readFileSync(join(checkout, '.claude-plugin', 'plugin.json'), 'utf8').includes('mcpServers');
    const servers = (init.mcp_servers ?? []).filter(({ name }) => name.includes('ccfind'));
    demand(!hasServer || servers.length === 1, `the server is not listed: ${JSON.stringify(init.mcp_servers)}`);
    demand(servers.every(({ status }) => status !== 'failed'), `the server failed: ${JSON.stringify(servers)}`);
    const seen = [
      `skill loads${isAsked ? ', its search is asked about' : ' and searches unasked'}`, `hooks ${events.sort().join(', ')}`,
      ...(servers.map(({ status }) => `server ${status}`)), `recall ${claude.requestText().includes('<quoted-history') ? 'reached the model' : 'was silent'}`,
    ];
    return { seen: seen.join('; '), faults };
  } finally {
    claude.close();
  }
}

async function waitFor(holds: () => boolean): Promise<boolean> {
  const deadlineMs = Date.now() + WAIT_MS;
  while (!holds()) {
    if (Date.now() > deadlineMs) return false;
    await new Promise((next) => setTimeout(next, 50));
  }
  return true;
}
