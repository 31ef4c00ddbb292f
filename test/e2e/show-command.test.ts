/**
 * `ccfind show ID` on a terminal: the built program, a session of many turns, and the person's pager.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hasTmux, startTmux } from './tmux.ts';
import type { Pane, TmuxServer } from './tmux.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const TMUX = { skip: hasTmux() ? false : 'tmux is not installed' };
const SESSION = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01';
const TURNS = 60;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-show-')));
after(() => rmSync(root, { recursive: true, force: true }));
const project = join(root, '.claude', 'projects', '-work-shop');
mkdirSync(project, { recursive: true });
mkdirSync(join(root, 'bin'));
const lines = Array.from({ length: TURNS }, (_, i) => {
  const shared = { sessionId: SESSION, cwd: '/work/shop', version: '2.1.332', isSidechain: false, timestamp: `2026-05-02T10:${String(i).padStart(2, '0')}:00.000Z` };
  const [asked, said] = [`aaaaaaaa-0000-4000-8000-${String(i).padStart(12, '0')}`, `bbbbbbbb-0000-4000-8000-${String(i).padStart(12, '0')}`];
  return [
    { ...shared, type: 'user', uuid: asked, parentUuid: null, message: { role: 'user', content: `question ${i + 1}` } },
    { ...shared, type: 'assistant', uuid: said, parentUuid: asked, message: { id: `msg_${i}`, role: 'assistant', model: 'claude', content: [{ type: 'text', text: `answer ${i + 1}\n${'row\n'.repeat(40)}` }] } },
  ];
}).flat();
writeFileSync(join(project, `${SESSION}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** A pager of that name. */
function pager(name: string, script: string): void {
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** A shell in which the program is `ccfind`. */
async function shell(server: TmuxServer): Promise<Pane> {
  const env = { HOME: root, CLAUDE_CONFIG_DIR: join(root, '.claude'), PATH: `${join(root, 'bin')}:/usr/bin:/bin`, TERM: 'screen-256color', LANG: 'C.UTF-8', TZ: 'UTC', PS1: '$ ' };
  const pane = server.open(80, 24, root, env, ['/bin/sh', '-i']);
  await pane.untilShown(/\$ *$/);
  pane.type(`ccfind() { '${process.execPath}' '${PROGRAM}' "$@"; }; clear`);
  pane.keys('Enter');
  await pane.untilShown(/^\$ *$/);
  return pane;
}

test('show on a terminal sends all turns through a pager, which may be left, interrupted, missing or broken', TMUX, async () => {
  pager('keep', `cat > '${root}/kept'`);
  pager('leave', 'head -n 2');
  pager('fail', 'exit 3');
  pager('stay', `trap 'echo INTERRUPTED; exit 0' INT; echo STAYING; while :; do sleep 0.05; done`);
  const server = startTmux(root);
  try {
    const pane = await shell(server);
    // Each end has a number, since the screen still shows that of the command before.
    let count = 0;
    const run = async (command: string, shown: string): Promise<string> => {
      pane.type(`clear; ${command}; echo "code of ${++count}: $?"`);
      pane.keys('Enter');
      return pane.untilShown(new RegExp(shown.replace('END', `^code of ${count}: 0\n`), 'm'));
    };
    await run('PAGER=keep ccfind show 3f0c', 'END');
    const kept = readFileSync(join(root, 'kept'), 'utf8');
    assert.match(kept, /^\x1b\[1mquestion 1\x1b\[22m\n/);
    for (let turn = 1; turn <= TURNS; turn++) assert.ok(kept.includes(`--- turn ${turn} · `), `turn ${turn}`);
    assert.doesNotMatch(kept, /to read on/);
    const left = await run('PAGER=leave ccfind show 3f0c', 'END');
    assert.match(left, /^question 1\n-work-shop|^question 1\nshop/m);
    assert.doesNotMatch(left, /EPIPE|ccfind:/);
    const failed = await run('PAGER=fail ccfind show 3f0c >text', 'END');
    assert.doesNotMatch(failed, /ccfind:/);
    await run('PAGER=fail ccfind show 3f0c 2>text', 'answer 60[^]*END');
    assert.match(readFileSync(join(root, 'text'), 'utf8'), /^ccfind: the pager failed: .*\/fail ended with exit code 3\n$/m);
    await run('PAGER=stay ccfind show 3f0c', '^STAYING$');
    pane.keys('C-c');
    await pane.untilShown(/INTERRUPTED[^]*^code of \d+: 0\n/m);
    await run('PATH=/nowhere ccfind show 3f0c --turns 1', 'cd /work/shop[^]*END');
    rmSync(join(root, 'kept'));
    await run('PAGER=keep ccfind show 3f0c --no-pager --turns 1', 'cd /work/shop[^]*END');
    await run('PAGER=keep ccfind show 3f0c --json --turns 1', '"next":2[^]*END');
    await run('PAGER=keep ccfind show 3f0c --turns 1 | cat', '--from 2[^]*END');
    assert.equal(existsSync(join(root, 'kept')), false);
  } finally {
    server.close();
  }
});
