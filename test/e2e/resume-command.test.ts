/**
 * `ccfind resume ID` on a terminal: the keys that a shell and a client share, and the exit code of the client at the end.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hasTmux, startTmux, until } from './tmux.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const TMUX = { skip: hasTmux() ? false : 'tmux is not installed' };
const SESSION = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-resume-')));
after(() => rmSync(root, { recursive: true, force: true }));
const shop = join(root, 'shop');
const project = join(root, '.claude', 'projects', shop.replace(/[^A-Za-z0-9]/g, '-'));
for (const folder of [project, shop, join(root, 'bin')]) mkdirSync(folder, { recursive: true });
const entry = { type: 'user', uuid: 'aaaaaaaa-0000-4000-8000-000000000000', parentUuid: null, sessionId: SESSION, cwd: shop, version: '2.1.332', timestamp: '2026-05-02T10:00:00.000Z', message: { role: 'user', content: 'why?' } };
writeFileSync(join(project, `${SESSION}.jsonl`), `${JSON.stringify(entry)}\n`);
// A client that takes Ctrl-C for itself, ends with a code of its own, leaving the terminal in disorder, and says when a hang-up reached it.
const stub = [`trap 'echo TAKEN' INT`, `trap 'echo HUNG > "${root}/hung"; exit 1' HUP`, 'echo INSIDE $$', 'while [ ! -e leave ]; do sleep 0.05; done', 'rm leave', 'stty raw -echo', 'exit 7'];
writeFileSync(join(root, 'bin', 'claude'), `#!/bin/sh\n${stub.join('\n')}\n`, { mode: 0o755 });

const env = { HOME: root, CLAUDE_CONFIG_DIR: join(root, '.claude'), PATH: `${join(root, 'bin')}:/usr/bin:/bin`, TERM: 'screen-256color', LANG: 'C.UTF-8', PS1: '$ ' };
const COMMAND = `'${process.execPath}' '${PROGRAM}' resume 3f0c; echo "code $?"`;

test('Ctrl-C goes to claude, Ctrl-Z and fg to both, and its exit code is ours', TMUX, async () => {
  const server = startTmux(root);
  try {
    const pane = server.open(100, 24, root, env, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    pane.type('stty -g > before; clear');
    pane.keys('Enter');
    await pane.untilShown(/^\$ *$/);
    pane.type(COMMAND);
    pane.keys('Enter');
    await pane.untilShown(/^INSIDE \d+$/m);
    pane.keys('C-c');
    await pane.untilShown(/TAKEN/);
    pane.keys('C-z');
    await pane.untilShown(/Stopped[^]*\$ *$/);
    pane.type('clear; fg; echo "code $?"; stty -g > after');
    pane.keys('Enter');
    await pane.untilShown(/resume 3f0c/);
    writeFileSync(join(shop, 'leave'), '');
    await pane.untilShown(/^code 7$/m);
    const after = join(root, 'after');
    const settings = await until(() => (existsSync(after) ? readFileSync(after, 'utf8') || null : null), () => 'no settings');
    assert.equal(settings, readFileSync(join(root, 'before'), 'utf8'));
  } finally {
    server.close();
  }
});

test('in a tool call, which has no terminal, or with its output in a pipe, claude is not started', TMUX, async () => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'resume', '3f0c'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  assert.equal(status, 2);
  assert.match(stderr, /^ccfind: standard input is not a terminal, and claude needs one to talk to you\nhint: .*in a new window: ccfind open /);
  const server = startTmux(root);
  try {
    const pane = server.open(160, 24, root, env, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    pane.type(`'${process.execPath}' '${PROGRAM}' resume 3f0c | cat`);
    pane.keys('Enter');
    assert.match(await pane.untilShown(/^hint: /m), /^ccfind: standard output is not a terminal, and claude needs one to talk to you\nhint: in a new window: ccfind open /m);
  } finally {
    server.close();
  }
});

test('closing the terminal ends claude too', TMUX, async () => {
  const server = startTmux(root);
  try {
    // Only who leads the session hears of it: as shells do, it passes that on.
    const script = `trap 'kill -HUP $!' HUP; '${process.execPath}' '${PROGRAM}' resume 3f0c < /dev/tty & wait; wait $!; echo $? > code`;
    const pane = server.open(100, 24, root, env, ['/bin/sh', '-c', script]);
    await pane.untilShown(/^INSIDE \d+$/m);
    const pid = Number(/^INSIDE (\d+)$/m.exec(pane.screen())?.[1]);
    pane.close();
    await until(() => (isAlive(pid) ? null : true), () => 'claude lives on');
    assert.equal(readFileSync(join(root, 'hung'), 'utf8'), 'HUNG\n');
    const code = join(root, 'code');
    assert.equal(await until(() => (existsSync(code) ? readFileSync(code, 'utf8') || null : null), () => 'ccfind lives on'), '1\n');
  } finally {
    server.close();
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
