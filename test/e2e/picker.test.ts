/**
 * A scripted person at a real terminal: finds, moves, resumes, leaves, and every way out gives the terminal back.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import type { ResumePlan } from '../../src/contract.ts';
import { sampleAnswer, sampleHit } from '../picker/sample-answer.ts';
import type { Pane, TmuxServer } from './tmux.ts';
import { hasTmux, startTmux, until } from './tmux.ts';

const TMUX = { skip: hasTmux() ? false : 'tmux is not installed' };
const SESSION_COUNT = 30;

/** A small, a usual and a large terminal. */
const SIZES = [[20, 5], [80, 24], [200, 60]] as const;

let root = '';
let driver = '';
let tmux: TmuxServer;

before(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-picker-')));
  driver = join(root, 'driver.cjs');
  await build({ entryPoints: ['test/e2e/picker-driver.ts'], outfile: driver, bundle: true, platform: 'node', format: 'cjs', target: 'node18', logLevel: 'warning' });
  if (TMUX.skip === false) tmux = startTmux(root);
});

after(() => {
  if (TMUX.skip === false) tmux.close();
  rmSync(root, { recursive: true, force: true });
});

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

interface Scene {
  readonly folder: string;
  readonly pane: Pane;
  /** Screen before the command was entered, the typed command included. */
  readonly before: string;
}

interface StageOptions {
  /** See picker-driver.ts. */
  readonly fault?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where standard output goes, as the shell says it. */
  readonly output?: string;
  /** Program that starts the picker. */
  readonly launcher?: string;
  /** What tells that it has opened. */
  readonly shows?: RegExp;
}

let sceneCount = 0;

/** A folder with thirty sessions, their folders and transcripts, a stub `claude`, and a script that runs the picker. */
function prepare({ fault = '', output = '', launcher = '' }: StageOptions = {}): string {
  const folder = join(root, `scene${++sceneCount}`);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const plans: Record<string, ResumePlan> = {};
  const hits = Array.from({ length: SESSION_COUNT }, (_, index) => {
    const session = idOf(index + 1);
    const dir = join(folder, `project ${index + 1}`);
    const path = join(folder, `${session}.jsonl`);
    mkdirSync(dir);
    writeFileSync(path, '{}\n');
    plans[session] = { session, path, dir };
    return sampleHit({ session, dir, title: `hit number ${index + 1}` });
  });
  writeFileSync(join(folder, 'stage.json'), JSON.stringify({ answer: sampleAnswer(hits), plans }));
  const stub = [
    '#!/bin/sh',
    `cd "$(pwd)" && pwd > "${folder}/claude-folder"`,
    `printf '%s\\n' "$@" > "${folder}/claude-arguments"`,
    `env > "${folder}/claude-environment"`,
    `stty -g > "${folder}/stty-in-claude"`,
    'echo "the stub of claude is here"',
    'read -r answer',
    'echo "you typed $answer"',
    'exit 7',
  ];
  writeFileSync(join(folder, 'bin', 'claude'), `${stub.join('\n')}\n`, { mode: 0o755 });
  const run = [
    '#!/bin/sh',
    'stty -g > stty-before',
    `${launcher} "${process.execPath}" "${driver}" "${folder}/stage.json" ${fault} ${output}`,
    'echo $? > code',
    'stty -g > stty-after',
  ];
  writeFileSync(join(folder, 'run'), `${run.join('\n')}\n`, { mode: 0o755 });
  return folder;
}

/** A shell in a terminal with the picker just opened. */
async function stage(cols: number, rows: number, options: StageOptions = {}): Promise<Scene> {
  const folder = prepare(options);
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder, TERM: 'screen-256color', LANG: 'C.UTF-8', PS1: '$ ', CLAUDECODE: '1', ...options.env };
  const pane = tmux.open(cols, rows, folder, env, ['/bin/sh', '-i']);
  await pane.untilShown(/\$ *$/);
  pane.type('echo seen before');
  pane.keys('Enter');
  await pane.untilShown(/^seen before\n\$ *$/m);
  pane.type('./run');
  const before = await pane.untilShown(/\.\/run$/);
  pane.keys('Enter');
  await pane.untilShown(options.shows ?? /hit number 1\b/);
  return { folder, pane, before };
}

/** The exit code, once the picker has ended; the terminal must be as it was. */
async function endOf({ folder, pane, before }: Scene): Promise<number> {
  const after = await until(
    () => fileIn(folder, 'stty-after') || null,
    () => `the picker did not end; the screen is\n${pane.screen()}`,
  );
  assert.equal(after, fileIn(folder, 'stty-before'), 'settings of the terminal');
  await pane.untilShown(/\$ *$/);
  assert.deepEqual(pane.modes(), { alternate: false, cursor: true, wrap: true });
  const shown = pane.scrollback();
  assert.ok(shown.startsWith(before), `the screen before was\n${before}\nand is\n${shown}`);
  return Number(fileIn(folder, 'code'));
}

/** The file's text, '' while it is missing or not written to its end. */
function fileIn(folder: string, name: string): string {
  try {
    const text = readFileSync(join(folder, name), 'utf8');
    return text.endsWith('\n') ? text : '';
  } catch {
    return '';
  }
}

/** As endOf, when `claude` has written on the screen meanwhile: there the screen may differ. */
async function endOfResumed(scene: Scene): Promise<number> {
  await until(() => fileIn(scene.folder, 'stty-after') || null, () => `no end; the screen is\n${scene.pane.screen()}`);
  assert.equal(fileIn(scene.folder, 'stty-after'), fileIn(scene.folder, 'stty-before'));
  return Number(fileIn(scene.folder, 'code'));
}

describe('the picker in a terminal', { concurrency: 4 }, () => {
  test('pick: find, move, Enter: the session is resumed in its folder', TMUX, async () => {
    const scene = await stage(80, 24);
    const { pane, folder } = scene;
    assert.match(pane.screen(), /^ {2}payment retry +1\/30\nall projects\n> hit number 1 .*shop · 3d · 12 turns.*\n {4}prompt: make the payment retry wait longer\n/);
    assert.match(pane.screen(), /\nEnter resume · Esc leave · \? help · \/ narrow · Space preview · Ctrl-A project$/);
    pane.keys('Down', 'C-n', 'C-j', 'Up');
    await pane.untilShown(/^> hit number 3\b/m);
    pane.keys('C-k', 'C-p', 'NPage');
    await pane.untilShown(/^> hit number 11\b/m);
    pane.keys('End');
    await pane.untilShown(/^> hit number 30\b/m);
    pane.keys('Home', 'Down');
    await pane.untilShown(/^> hit number 2\b/m);
    pane.keys('Enter');
    await pane.untilShown(/the stub of claude is here/);
    assert.equal(pane.modes().alternate, false);
    assert.equal(fileIn(folder, 'stty-in-claude'), fileIn(folder, 'stty-before'));
    pane.type('hello');
    pane.keys('Enter');
    assert.equal(await endOfResumed(scene), 7);
    assert.equal(fileIn(folder, 'claude-folder'), `${join(folder, 'project 2')}\n`);
    assert.equal(fileIn(folder, 'claude-arguments'), `--resume\n${idOf(2)}\n`);
    const environment = fileIn(folder, 'claude-environment').split('\n');
    assert.ok(environment.includes(`HOME=${folder}`));
    assert.deepEqual(environment.filter((line) => line.startsWith('CLAUDE')), []);
    await pane.untilShown(/the stub of claude is here\nhello\nyou typed hello\n\$ *$/);
  });

  for (const [at, [cols, rows]] of SIZES.entries()) {
    const size = `${cols} by ${rows}`;
    const [otherCols, otherRows] = SIZES[(at + 1) % SIZES.length];

    /** To another size and back, each time until it is drawn. */
    const resize = async ({ pane }: Scene): Promise<void> => {
      for (const [toCols, toRows] of [[otherCols, otherRows], [cols, rows]]) {
        pane.resize(toCols, toRows);
        await pane.untilShown(toCols === 20 ? /\nEnter resume$/ : toCols === 80 ? /Ctrl-A project$/ : /│ .*\n[^]*Shift-←→ places/);
      }
    };

    for (const [what, fault, leave, code, message] of [
      ['Esc leaves', '', ({ pane }) => pane.keys('Escape'), 130, ''],
      ['Ctrl-C leaves', '', ({ pane }) => pane.keys('C-c'), 130, ''],
      ['SIGTERM ends it', '', (scene) => process.kill(pidOf(scene), 'SIGTERM'), 143, ''],
      ['an error thrown in a handler ends it', 'throw', ({ pane }) => pane.keys('End'), 2, 'driver: fault in the view'],
    ] satisfies [string, string, (scene: Scene) => void, number, string][]) {
      test(`pick: ${what} with the terminal as it was, at ${size} and after a resize`, TMUX, async () => {
        const scene = await stage(cols, rows, { fault });
        assert.deepEqual(scene.pane.modes(), { alternate: true, cursor: false, wrap: false });
        await resize(scene);
        leave(scene);
        assert.equal(await endOf(scene), code);
        assert.ok(scene.pane.scrollback().replace(/\n/g, '').includes(message), scene.pane.scrollback());
      });
    }

    test(`pick: Ctrl-Z gives the terminal back and fg takes it again, at ${size} and after a resize in between`, TMUX, async () => {
      const scene = await stage(cols, rows);
      const { pane } = scene;
      pane.keys('Down', 'C-z');
      await pane.untilShown(/\$ *$/);
      assert.deepEqual(pane.modes(), { alternate: false, cursor: true, wrap: true });
      pane.resize(otherCols, otherRows);
      pane.type('fg');
      pane.keys('Enter');
      await pane.untilShown(/^> hit number 2\b/m);
      assert.deepEqual(pane.modes(), { alternate: true, cursor: false, wrap: false });
      await resize(scene);
      pane.keys('Escape');
      assert.equal(await endOf(scene), 130);
    });

    test(`pick: a closed terminal ends it without a crash, at ${size} and after a resize`, TMUX, async () => {
      // The script outlives the terminal, so that it can tell how the picker has ended.
      const scene = await stage(cols, rows, { launcher: 'trap : HUP;' });
      await resize(scene);
      scene.pane.close();
      const code = await until(() => fileIn(scene.folder, 'code') || null, () => 'it still runs');
      // Whichever it hears of first: that there is no more input, or the signal. An abort is 134.
      assert.match(code, /^(?:129|130)\n$/);
    });
  }

  test('pick: left on a larger screen than it was opened on, it leaves no frame above what was there', TMUX, async () => {
    const scene = await stage(80, 24);
    const { pane } = scene;
    pane.resize(200, 60);
    await pane.untilShown(/│ .*\n[^]*Shift-←→ places/);
    pane.keys('Escape');
    assert.equal(await endOf(scene), 130);
  });

  for (const [signal, code] of [['SIGINT', 130], ['SIGHUP', 129]] as const) {
    test(`pick: ${signal} ends it with the terminal as it was`, TMUX, async () => {
      const scene = await stage(80, 24);
      process.kill(pidOf(scene), signal);
      assert.equal(await endOf(scene), code);
    });
  }

  for (const [what, fault, code, message] of [
    ['an error outside any handler', 'uncaught', 1, 'Error: fault outside'],
    ['the end of the process', 'exit', 3, ''],
  ] as const) {
    test(`pick: ${what} leaves the terminal as it was, and its message to read`, TMUX, async () => {
      const scene = await stage(80, 24, { fault });
      scene.pane.keys('End');
      assert.equal(await endOf(scene), code);
      assert.ok(scene.pane.scrollback().includes(message), scene.pane.scrollback());
    });
  }

  test('pick: a resize redraws and keeps the selection, from 200 by 60 to one line', TMUX, async () => {
    const scene = await stage(200, 60);
    const { pane } = scene;
    pane.keys('End');
    await pane.untilShown(/^> hit number 30\b/m);
    pane.resize(20, 5);
    await pane.untilShown(/^ {2}payment re… +30\/30\n> hit number 30\n {2}shop · 3d · 12 tu…\n {2}… the payment ret…\nEnter resume$/);
    pane.resize(19, 3);
    await pane.untilShown(/^> hit number 30$/);
    pane.keys('Up');
    await pane.untilShown(/^> hit number 29$/);
    pane.resize(80, 24);
    await pane.untilShown(/^> hit number 29 [^]*Ctrl-A project$/m);
    pane.keys('C-c');
    await until(() => fileIn(scene.folder, 'stty-after') || null, () => pane.screen());
    assert.equal(fileIn(scene.folder, 'code'), '130\n');
  });

  test('pick: ? shows the keys and goes away again', TMUX, async () => {
    const scene = await stage(80, 24);
    const { pane } = scene;
    pane.type('?');
    await pane.untilShown(/^Keys\n {2}Enter +go back into the session/);
    pane.keys('Escape');
    await pane.untilShown(/^> hit number 1\b/m);
    pane.keys('Escape');
    assert.equal(await endOf(scene), 130);
  });

  test('pick: a paste narrows, and accepts nothing', TMUX, async () => {
    const scene = await stage(80, 24);
    const { pane } = scene;
    pane.type('\x1b[200~number 7\r\n\x03\x1b[201~');
    await pane.untilShown(/^\/ payment retry number 7 +1\/3\n[^]*^> hit number 7\b[^]*^ {2}hit number 27\b/m);
    assert.deepEqual(pane.modes(), { alternate: true, cursor: true, wrap: false });
    pane.keys('Escape');
    await pane.untilShown(/^ {2}payment retry number 7 /);
    pane.keys('Escape');
    assert.equal(await endOf(scene), 130);
  });

  test('pick: keys narrow, preview and scroll, and the line that is copied is the one shown', TMUX, async () => {
    const scene = await stage(80, 24);
    const { pane, folder } = scene;
    pane.type('/1');
    await pane.untilShown(/^\/ payment retry 1 +1\/12\n/);
    pane.type('2');
    await pane.untilShown(/^\/ payment retry 12 +1\/1\n[^]*^> hit number 12\b/m);
    pane.keys('BSpace');
    await pane.untilShown(/^\/ payment retry 1 +1\/12\n/);
    pane.keys('Escape');
    await pane.untilShown(/^ {2}payment retry 1 /);
    pane.type(' ');
    await pane.untilShown(/\nturn 3 of 12 · 3d · place 1 of 1 · ↓74 rows\nprompt\nmake the payment retry wait longer\n\nanswer\nline 1 of the answer\n/);
    pane.keys('NPage', 'S-Down');
    await pane.untilShown(/\nturn 3 of 12 · 3d · place 1 of 1 · ↑20 ↓54 rows\nline 17 of the answer\n/);
    pane.resize(200, 60);
    await pane.untilShown(/^> hit number 1 .*│ turn 3 of 12 · 3d · place 1 of 1 · ↑20 ↓\d+ rows$/m);
    pane.resize(20, 5);
    await pane.untilShown(/\nturn 3 of 12 · 3d ·…\n/);
    pane.keys('C-y');
    await pane.untilShown(/\ncopied, if this\nterminal allows it\n\(OSC 52\): cd\n/);
    const copied = await until(() => pane.clipboard() || null, () => 'nothing was copied');
    assert.equal(copied, `cd '${join(folder, 'project 1')}' && claude --resume ${idOf(1)}`);
    pane.resize(80, 24);
    await pane.untilShown(/^copied, if this terminal allows it \(OSC 52\): cd\s+'/m);
    pane.keys('C-o');
    await pane.untilShown(/^opened in a new pane$/m);
    pane.keys('C-c');
    assert.equal(await endOfResumed(scene), 130);
  });

  test('pick: the mouse selects, scrolls each pane for itself, and resumes', TMUX, async () => {
    const scene = await stage(120, 30);
    const { pane, folder } = scene;
    await pane.untilShown(/│ turn 3 of 12 · 3d · place/);
    assert.equal(pane.mouse(), 'any 1 sgr 1');
    pane.type('\x1b[<0;5;6M\x1b[<0;5;6m');
    await pane.untilShown(/^> hit number 2\b/m);
    pane.type('\x1b[<65;5;6M');
    await pane.untilShown(/↓68 rows\n[^]*^> hit number 3\b/m);
    pane.type('\x1b[<65;90;6M');
    await pane.untilShown(/↑3 ↓65 rows\n.*│ answer\n.*│ line 1 of the answer\n[^]*^> hit number 3\b/m);
    pane.type('\x1b[<0;5;6M\x1b[<0;5;6m\x1b[<0;5;6M\x1b[<0;5;6m');
    await pane.untilShown(/the stub of claude is here/);
    assert.equal(pane.mouse(), 'any 0 sgr 0');
    pane.keys('Enter');
    assert.equal(await endOfResumed(scene), 7);
    assert.equal(fileIn(folder, 'claude-arguments'), `--resume\n${idOf(2)}\n`);
  });

  test('pick: keys work while an answer is late, and Enter resumes nothing that was not shown', TMUX, async () => {
    const scene = await stage(80, 24, { fault: 'mute' });
    const { pane } = scene;
    pane.type('/later');
    await pane.untilShown(/^\/ payment retry later +… 1\/30\n/);
    pane.keys('Enter');
    await pane.untilShown(/^ {2}payment retry later +… 1\/30\n/);
    pane.keys('Down');
    await pane.untilShown(/^> hit number 2\b/m);
    pane.keys('Escape');
    assert.equal(await endOf(scene), 130);
  });

  const SETSID = { skip: TMUX.skip || (spawnSync('setsid', ['--version']).status === 0 ? false : 'setsid is not installed') };

  test('pick: without a controlling terminal it draws on standard error', SETSID, async () => {
    const scene = await stage(80, 24, { launcher: 'setsid -w' });
    scene.pane.keys('Down');
    await scene.pane.untilShown(/^> hit number 2\b/m);
    scene.pane.keys('Escape');
    assert.equal(await endOf(scene), 130);
  });

  test('pick: NO_COLOR marks matches by brackets', TMUX, async () => {
    const scene = await stage(80, 24, { env: { NO_COLOR: '1' } });
    await scene.pane.untilShown(/make the \[payment retry\] wait longer/);
    scene.pane.keys('Escape');
    assert.equal(await endOf(scene), 130);
  });

  test('pick: a dumb terminal gets the plain list', TMUX, async () => {
    const scene = await stage(80, 24, { env: { TERM: 'dumb' }, shows: /^no terminal$/m });
    assert.equal(await endOfResumed(scene), 0);
  });
});

function pidOf({ folder }: Scene): number {
  return Number(readFileSync(join(folder, 'pid'), 'utf8'));
}
