/**
 * `ccfind install` and `ccfind open` as Claude runs them: by the real client's Bash tool, offline, in a real tmux.
 *
 * Nobody tells Claude where the plugin is: the client puts the plugin's own bin on the PATH of its commands. The opened session is resumed
 * by the same client, which shows what was said in it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyPlugin, findClient, openClientHome } from './real-client.ts';
import type { ScriptedTurn } from './real-client.ts';
import { hasTmux, startTmux, until, untilRemoved } from './tmux.ts';

const client = findClient();
const MISSING = 'missing' in client ? client.missing : hasTmux() ? false : 'tmux is not installed';

const bash = (command: string): { tool: string; input: Record<string, string> } => ({ tool: 'Bash', input: { command, description: 'run ccfind' } });

const SCRIPT: readonly ScriptedTurn[] = [
  { match: 'explain the payment retry', steps: [['The payment client retries three times with exponential backoff.']] },
  { match: 'run ccfind install', steps: [[bash('ccfind install')], ['Done: {{result}}']] },
  { match: 'open the session about the payment retry', steps: [[bash(`ccfind open {{request:/retry ([0-9a-f-]{36})/}}`)], ['It said: {{result}}']] },
];

test('Claude installs ccfind, and opens a session beside itself', { skip: MISSING, timeout: 1_200_000 }, async (t) => {
  if ('missing' in client) return;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-client-open-')));
  const checkout = join(folder, 'a checkout');
  copyPlugin(checkout);
  const claude = await openClientHome(client.path, folder, SCRIPT);
  const server = startTmux(folder);
  t.after(async () => {
    server.close();
    claude.close();
    await untilRemoved(folder);
  });
  const bin = join(claude.home, '.local', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\nexec '${client.path}' "$@"\n`, { mode: 0o755 });
  const pane = server.open(160, 40, claude.project, { ...claude.env, TERM: 'screen-256color', PS1: '$ ' }, ['/bin/sh', '-i']);
  await pane.untilShown(/\$ *$/);
  const ask = (prompt: string): string => {
    const env = { ...claude.env, PATH: `${bin}:${claude.env.PATH}`, TMUX: `${server.socket},1,0`, TMUX_PANE: '%0' };
    const [program, ...before] = claude.command;
    const run = spawnSync(program, [...before, '-p', prompt, '--allowedTools', 'Bash'], { cwd: claude.project, env, encoding: 'utf8', timeout: 180_000 });
    assert.equal(run.status, 0, run.stdout + run.stderr);
    return run.stdout;
  };

  const plugin = await claude.run(['plugin', 'install', 'ccfind', '--marketplace', checkout]);
  assert.equal(plugin.status, 0, plugin.stdout + plugin.stderr);
  ask('explain the payment retry');
  const projects = join(claude.home, '.claude', 'projects');
  const [session] = readdirSync(join(projects, readdirSync(projects)[0])).map((name) => name.replace('.jsonl', ''));
  assert.match(ask('run ccfind install'), /^Done: installed: .*\/a home\/\.local\/bin\/ccfind$/m);
  assert.match(ask(`open the session about the payment retry ${session}`), new RegExp(`^It said: session ${session} is open in a new pane of tmux$`, 'm'));
  assert.match(await pane.untilShown(/exponential backoff/), /explain the payment retry/);

  // It writes until it has ended.
  const pid = Number.parseInt(readdirSync(join(claude.home, '.claude', 'sessions'))[0], 10);
  process.kill(pid, 'SIGTERM');
  await until(() => (isRunning(pid) ? null : true), () => `client ${pid} does not end`);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
