/**
 * `ccfind pick WORDS`, the built program, on a history of two sessions: from the words typed to inside the session.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hasTmux, startTmux } from './tmux.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const TMUX = { skip: hasTmux() ? false : 'tmux is not installed' };
const RETRY = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01';
const LEDGER = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c02';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-pick-')));
after(() => rmSync(root, { recursive: true, force: true }));

const shop = join(root, 'work', 'shop');
const ledger = join(root, 'work', 'ledger');
const env = {
  HOME: root,
  CLAUDE_CONFIG_DIR: join(root, '.claude'),
  PATH: `${join(root, 'bin')}:/usr/bin:/bin`,
  TERM: 'screen-256color',
  LANG: 'C.UTF-8',
  PS1: '$ ',
  CLAUDECODE: '1',
};
mkdirSync(join(root, 'bin'), { recursive: true });
writeSession(shop, RETRY, '2026-05-02', 'make the payment retry wait longer', 'The retry now waits with a growing pause.');
writeSession(ledger, LEDGER, '2026-05-03', 'the payment total is one cent short', 'Floats: the retry is innocent.');
const stub = ['#!/bin/sh', `printf '%s\\n' "$@" > "${root}/arguments"`, `pwd > "${root}/folder"`, `env > "${root}/environment"`, 'echo inside', 'exit 7'];
writeFileSync(join(root, 'bin', 'claude'), `${stub.join('\n')}\n`, { mode: 0o755 });

function writeSession(cwd: string, session: string, day: string, prompt: string, answer: string): void {
  const folder = join(root, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  mkdirSync(cwd, { recursive: true });
  const shared = { sessionId: session, cwd, gitBranch: 'main', version: '2.1.332', isSidechain: false, userType: 'external' };
  const asked = `aaaa${session.slice(4)}`;
  const lines = [
    { ...shared, type: 'user', uuid: asked, parentUuid: null, timestamp: `${day}T10:00:00.000Z`, message: { role: 'user', content: prompt } },
    {
      ...shared,
      type: 'assistant',
      uuid: `bbbb${session.slice(4)}`,
      parentUuid: asked,
      timestamp: `${day}T10:00:05.000Z`,
      message: { id: `msg_01${session.slice(-12)}`, role: 'assistant', model: 'claude', content: [{ type: 'text', text: answer }] },
    },
  ];
  writeFileSync(join(folder, `${session}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

test('ccfind pick: from the words to inside the session', TMUX, async () => {
  const server = startTmux(root);
  try {
    const pane = server.open(90, 24, root, env, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    pane.type(`stty -g > before; '${process.execPath}' '${PROGRAM}' pick payment retry; echo "code $?"; stty -g > after`);
    pane.keys('Enter');
    await pane.untilShown(/^> make the payment retry wait longer/m);
    pane.keys('Down');
    await pane.untilShown(/^> the payment total is one cent short/m);
    pane.keys('Enter');
    await pane.untilShown(/inside\ncode 7\n/);
    assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${LEDGER}\n`);
    assert.equal(readFileSync(join(root, 'folder'), 'utf8'), `${ledger}\n`);
    assert.doesNotMatch(readFileSync(join(root, 'environment'), 'utf8'), /^CLAUDECODE=/m);
    await pane.untilShown(/code 7\n\$ *$/);
    assert.equal(readFileSync(join(root, 'after'), 'utf8'), readFileSync(join(root, 'before'), 'utf8'));
  } finally {
    server.close();
  }
});

test('ccfind pick: without a terminal it prints the list and the lines to type', () => {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'pick', 'payment', 'retry'], { encoding: 'utf8', input: '', env });
  assert.equal(status, 0);
  assert.match(stdout, /^1\. make the payment retry wait longer\n/);
  assert.ok(stdout.includes(`\n   cd ${shop} && claude --resume ${RETRY}\n`), stdout);
});

test('ccfind pick: nothing found is exit code 1', () => {
  const { status } = spawnSync(process.execPath, [PROGRAM, 'pick', 'zeppelin'], { encoding: 'utf8', input: '', env });
  assert.equal(status, 1);
});
