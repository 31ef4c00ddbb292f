/**
 * `ccfind pick WORDS`, the built program, on a history of two sessions: from the words typed to inside the session.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Pane, TmuxServer } from './tmux.ts';
import { hasTmux, startTmux, until } from './tmux.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const TMUX = { skip: hasTmux() ? false : 'tmux is not installed' };
const RETRY = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01';
const LEDGER = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c02';
const LATER = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c03';

/** Sizes at which the whole story is told, and those to which the terminal is resized on the way. */
const SIZES = [[20, 5], [80, 24], [200, 60]] as const;

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
const stub = ['#!/bin/sh', 'printf "%s\\n" "$@" > "$RECORD/arguments"', 'pwd > "$RECORD/folder"', 'env > "$RECORD/environment"', 'echo inside', 'exit 7'];
writeFileSync(join(root, 'bin', 'claude'), `${stub.join('\n')}\n`, { mode: 0o755 });

function writeSession(cwd: string, session: string, day: string, prompt: string, answer: string, config = env.CLAUDE_CONFIG_DIR): void {
  const folder = join(config, 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
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

let tmux: TmuxServer;

/** A shell in a folder, its index apart from that of the other tests. */
async function shell(cols: number, rows: number, name: string, folder = root): Promise<Pane> {
  const pane = tmux.open(cols, rows, folder, { ...env, CCFIND_DIR: join(root, name) }, ['/bin/sh', '-i']);
  await pane.untilShown(/\$ *$/);
  return pane;
}

function enter(pane: Pane, words: string): void {
  pane.type(`'${process.execPath}' '${PROGRAM}' pick ${words}`);
  pane.keys('Enter');
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

describe('ccfind pick in a terminal', { concurrency: 3, ...TMUX }, () => {
  before(() => {
    tmux = startTmux(root);
  });
  after(() => tmux.close());

  for (const [cols, rows] of SIZES) {
    test(`it finds, narrows, changes scope, reads, scrolls, copies and resumes at ${cols} by ${rows}, resized at every step`, async (t) => {
      const folder = join(root, `walk${cols}`);
      writeSession(shop, RETRY, '2026-05-02', 'make the payment retry wait longer', 'The retry now waits with a growing pause.', folder);
      const proof = Array.from({ length: 100 }, (_, at) => `line ${at + 1} of the proof`).join('\n');
      writeSession(ledger, LEDGER, '2026-05-03', 'the payment total is one cent short', `Floats: the retry is innocent.\n${proof}`, folder);
      // A clipboard of its own.
      const server = startTmux(root);
      t.after(() => server.close());
      const own = { ...env, CLAUDE_CONFIG_DIR: folder, CCFIND_DIR: join(folder, 'index'), RECORD: folder };
      const pane = server.open(cols, rows, shop, own, ['/bin/sh', '-i']);
      await pane.untilShown(/\$ *$/);
      const [otherCols, otherRows] = SIZES[(SIZES.findIndex(([one]) => one === cols) + 1) % SIZES.length];
      /** Until that is shown on a frame of that width: its counts end at the right border. */
      const drawn = async (pattern: RegExp, width: number): Promise<void> => {
        await pane.untilShown(new RegExp(`^(?=.{${width}}\\n).* \\d+/\\d`));
        await pane.untilShown(pattern);
      };
      // There and back: what is expected stands at both sizes.
      const shows = async (pattern: RegExp, elsewhere = pattern): Promise<void> => {
        await drawn(pattern, cols);
        pane.resize(otherCols, otherRows);
        await drawn(elsewhere, otherCols);
        pane.resize(cols, rows);
        await drawn(pattern, cols);
      };
      pane.type('stty -g > $RECORD/before; clear');
      pane.keys('Enter');
      await pane.untilShown(/^\$ *$/);
      enter(pane, '; echo code $?; stty -g > $RECORD/after');
      await shows(/^> the payment tot[^]*$/m);
      pane.type('retry');
      await shows(/^\/ retry[^]*\n> make the paymen/);
      pane.type(' innocent');
      await shows(/innocent[^]*\n> the payment tot/);
      pane.keys('C-a');
      await shows(/innocent[^]*\n> (?:weak: )?make the/);
      pane.keys('C-a', 'C-u');
      await shows(/^\/[^]*\n> the payment tot/);
      pane.keys('Escape');
      await shows(/^ {2}newest[^]*\n> the payment tot/);
      pane.keys('Down');
      await shows(/\n> make the paymen/);
      pane.keys('Up');
      // On a wide screen the preview is there already; for the others it must be asked for.
      const isWide = cols > otherCols;
      if (isWide) pane.resize(otherCols, otherRows);
      await drawn(/\n> the payment tot/, isWide ? otherCols : cols);
      pane.keys('Space');
      await pane.untilShown(/^turn 1 of 1 /m);
      pane.resize(cols, rows);
      await shows(/(?:│ |^)turn 1 of 1 [^]*(?:│ |^)the payment total is/m);
      pane.keys('S-End');
      await shows(/line 100 of the/, /line \d+ of the/);
      pane.keys('S-Home');
      await shows(/(?:│ |^)turn 1 of 1 [^]*prompt/m);
      pane.keys('C-y');
      await shows(/^copied, if this/m);
      assert.equal(await until(() => pane.clipboard() || null, () => 'nothing was copied'), `cd ${ledger} && claude --resume ${LEDGER}`);
      pane.keys('Enter');
      await pane.untilShown(/inside\ncode 7\n/);
      assert.deepEqual(pane.modes(), { alternate: false, cursor: true, wrap: true });
      const record = (name: string): string => readFileSync(join(folder, name), 'utf8');
      assert.deepEqual([record('arguments'), record('folder')], [`--resume\n${LEDGER}\n`, `${ledger}\n`]);
      assert.doesNotMatch(record('environment'), /^CLAUDECODE=/m);
      // Written behind what the screen shows.
      const after = await until(() => readIfThere(join(folder, 'after')) || null, () => pane.screen());
      assert.equal(after, record('before'));
    });
  }

  test('it shows the very turn beside the list, with the match marked', async () => {
    const pane = await shell(120, 20, 'reads');
    enter(pane, 'growing pause');
    await pane.untilShown(/^> make the payment retry wait longer +│ turn 1 of 1 · .* · place 1 of 1$/m);
    await pane.untilShown(/│ answer\n.*│ The retry now waits with a growing pause\./);
    pane.keys('C-c');
    await pane.untilShown(/\$ *$/);
  });

  test('it shows the match itself, however far inside a long text', async () => {
    const config = join(root, 'long');
    writeSession(shop, LATER, '2026-05-04', 'what do the logs say?', `${'all is quiet here. '.repeat(2000)}then the zeppelin landed. ${'all is quiet again. '.repeat(2000)}`, config);
    const pane = tmux.open(120, 20, root, { ...env, CLAUDE_CONFIG_DIR: config, CCFIND_DIR: join(root, 'reads-far') }, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    enter(pane, 'zeppelin');
    await pane.untilShown(/place 1 of 1[^]*│ .*zeppelin landed\./);
    pane.keys('C-c');
    await pane.untilShown(/\$ *$/);
  });

  test('it writes the id and nothing else to standard output with --print-id', async () => {
    const pane = await shell(80, 24, 'prints');
    pane.type(`id=$('${process.execPath}' '${PROGRAM}' pick --print-id innocent); echo "got <$id> $?"`);
    pane.keys('Enter');
    await pane.untilShown(/^> the payment total/m);
    pane.keys('Enter');
    await pane.untilShown(new RegExp(`got <${LEDGER}> 0`));
  });

  test('it starts no client whose output goes into a pipe, and says how to go on', async () => {
    const pane = await shell(200, 24, 'piped');
    pane.type(`'${process.execPath}' '${PROGRAM}' pick innocent | cat`);
    pane.keys('Enter');
    await pane.untilShown(/^> the payment total/m);
    pane.keys('Enter');
    await pane.untilShown(new RegExp(`standard output is not a terminal[^]*hint: in a new window: ccfind open ${LEDGER}; `));
  });

  test('it reads what is new after the first frame, and keeps the selection', async () => {
    const folder = join(root, 'later');
    const pane = tmux.open(80, 24, root, { ...env, CLAUDE_CONFIG_DIR: folder, CCFIND_DIR: join(root, 'grows') }, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    writeSession(shop, RETRY, '2026-05-02', 'make the payment retry wait longer', 'It waits.', folder);
    writeSession(ledger, LEDGER, '2026-05-03', 'the payment total is one cent short', 'Floats.', folder);
    enter(pane, 'payment');
    await pane.untilShown(/1\/2\n[^]*^> make the payment retry[^]*^ {2}the payment total/m);
    pane.keys('Down');
    await pane.untilShown(/2\/2\n[^]*^> the payment total/m);
    writeSession(ledger, LATER, '2026-05-04', 'the payment page is slow', 'An index was missing.', folder);
    pane.keys('C-l');
    await pane.untilShown(/^ {2}the payment page is slow/m);
    await pane.untilShown(/\d\/3\n[^]*^> the payment total/m);
    pane.keys('C-c');
    await pane.untilShown(/\$ *$/);
  });

  test('it may be left during the first build, without waiting for its end', async () => {
    const config = join(root, 'large');
    for (let at = 0; at < 60; at++) writeSession(shop, `3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2d${String(at).padStart(2, '0')}`, '2026-05-02', `question ${at}`, 'an answer', config);
    const env2 = { ...env, CLAUDE_CONFIG_DIR: config, CCFIND_DIR: join(root, 'unfinished') };
    // A disk that takes half a second for each transcript that is read, when its head has been looked at: half a minute for all, on any machine.
    const slow = join(root, 'slow.cjs');
    writeFileSync(slow, `const fs = require('fs'), { openSync } = fs, opened = new Set();
      fs.openSync = (path, ...rest) => {
        if (opened.has(path)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        if (String(path).endsWith('.jsonl')) opened.add(path);
        return openSync(path, ...rest);
      };`);
    const pane = tmux.open(80, 24, root, { ...env2, NODE_OPTIONS: `--require ${slow}` }, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    enter(pane, '; echo "code $?"');
    await pane.untilShown(/^indexing: /m);
    pane.keys('C-c');
    await pane.untilShown(/code 130\n/);
    const { stdout } = spawnSync(process.execPath, [PROGRAM, 'search', '--no-refresh', '--json', 'question'], { encoding: 'utf8', env: env2 });
    const { index } = JSON.parse(stdout) as { index: { files: number; pending: number } };
    assert.ok(index.files === 0 || index.pending > 0, stdout.slice(-200));
  });

  test('it names the folders looked in when there is no session at all', async () => {
    const pane = tmux.open(120, 24, root, { ...env, CLAUDE_CONFIG_DIR: join(root, 'nowhere') }, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    enter(pane, 'payment; echo "code $?"');
    await pane.untilShown(/code 2\n|no sessions: looked in/);
    assert.deepEqual(pane.modes(), { alternate: false, cursor: true, wrap: true });
  });
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

test('ccfind pick: --print-id without a terminal fails, and prints nothing that looks like an id', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'pick', '--print-id', 'payment'], { encoding: 'utf8', input: '', env });
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^ccfind: --print-id: there is no terminal to choose on\n/);
});
