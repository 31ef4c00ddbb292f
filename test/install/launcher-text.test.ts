/**
 * The launcher that install writes: which version it starts, and with which Node. It runs under each POSIX shell found here; programs and
 * Nodes are scripts that say what they were started with. The launcher for Windows is tried as far as Node runs it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { isLauncher, launcherText, windowsLauncherText } from '../../src/install/launcher-text.ts';
import type { LauncherFacts } from '../../src/install/launcher-text.ts';

const POSIX = { skip: process.platform === 'win32' && 'launcher for POSIX shells' };
const SHELLS = [...new Set(['/bin/sh', '/bin/dash', '/bin/bash', '/bin/zsh', '/bin/mksh', '/bin/busybox'].filter((path) => existsSync(path)).map((path) => realpathSync(path)))];

interface Place {
  readonly root: string;
  readonly config: string;
  readonly node: string;
  /** Makes that version of the plugin; returns its folder. */
  readonly keep: (version: string, options?: { market?: string; isPutAside?: boolean; config?: string }) => string;
}

function makePlace(t: TestContext): Place {
  // Nothing in a folder's name may act.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ccfind it's $(touch hacked) \n \"ü\" ")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const config = join(root, '.claude');
  const node = join(root, 'bin', 'node');
  write(node, '#!/bin/sh\nprintf "node"\nprintf "|%s" "$@"\n');
  return { root, config, node, keep };

  function keep(version: string, { market = 'ccfind', isPutAside = false, config: other = config } = {}): string {
    const folder = join(other, 'plugins', 'cache', market, 'ccfind', version);
    makePlugin(folder);
    if (isPutAside) writeFileSync(join(folder, '.orphaned_at'), '1');
    return folder;
  }
}

function makePlugin(folder: string, manifest?: string): void {
  write(join(folder, 'plugin', 'lib', 'ccfind.cjs'), 'console.log(["program", __dirname, ...process.argv.slice(1)].join("|"))');
  write(join(folder, 'plugin', 'ccfind'), 'printf "searched|%s" "$0"\nprintf "|%s" "$@"\n');
  if (manifest !== undefined) write(join(folder, '.claude-plugin', 'plugin.json'), manifest);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
}

interface Run {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the launcher under every shell, and checks that all agree. */
function run(place: Place, facts: Partial<LauncherFacts> = {}, { args = [], env = {} }: Run = {}) {
  const launcher = join(place.root, 'launcher');
  write(launcher, launcherText({ node: place.node, folder: '', keepers: [], ...facts }));
  const runs = SHELLS.map((shell) => {
    const applet = shell.endsWith('busybox') ? ['sh'] : shell.endsWith('zsh') ? ['--emulate', 'sh'] : [];
    const { status, stdout, stderr } = spawnSync(shell, [...applet, launcher, ...args], { cwd: place.root, encoding: 'utf8', env: { HOME: place.root, PATH: '/usr/bin:/bin', ...env } });
    return { status, stdout, stderr };
  });
  for (const one of runs) assert.deepEqual(one, runs[0]);
  return runs[0];
}

const program = (folder: string): string => join(folder, 'plugin', 'lib', 'ccfind.cjs');

/** In the order of semver.org, section 11; what is no version comes first. */
const ORDER = ['deadbeefcafe', '0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.08', '1.2.0+build.7', '1.10.0', '9.0.0', '10.0.0'];

test('the launcher starts the newest version, whatever the order of the folder names', POSIX, (t) => {
  const place = makePlace(t);
  for (const version of ORDER) {
    const folder = place.keep(version);
    assert.equal(run(place).stdout, `node|${program(folder)}`, version);
  }
});

test('the launcher passes arguments and the exit code on', POSIX, (t) => {
  const place = makePlace(t);
  const folder = place.keep('1.0.0');
  const args = ['search', '-', '--', "it's", '"$(id)" `id`', '', '*', 'a\nb', 'ü 日本', '\\'];
  write(place.node, '#!/bin/sh\nprintf "node"\nprintf "|%s" "$@"\nexit 7\n');
  assert.deepEqual(run(place, {}, { args }), { status: 7, stdout: ['node', program(folder), ...args].join('|'), stderr: '' });
});

test('the launcher skips versions that Claude Code has put aside, and folders without a program', POSIX, (t) => {
  const place = makePlace(t);
  const folder = place.keep('1.2.0');
  place.keep('1.3.0', { isPutAside: true });
  mkdirSync(join(place.config, 'plugins', 'cache', 'ccfind', 'ccfind', '2.0.0'));
  rmSync(program(place.keep('3.0.0')));
  // Still being copied.
  place.keep('2.0.0-beta.1.tmp~3db2aaeb');
  assert.equal(run(place).stdout, `node|${program(folder)}`);
});

test('the launcher goes on working after an update puts its version aside', POSIX, (t) => {
  const place = makePlace(t);
  const old = place.keep('1.2.0');
  assert.equal(run(place).stdout, `node|${program(old)}`);
  place.keep('1.2.0', { isPutAside: true });
  const fresh = place.keep('1.2.1');
  assert.equal(run(place).stdout, `node|${program(fresh)}`);
});

test('the launcher looks into every marketplace, in the current config folder and the one at installation', POSIX, (t) => {
  const place = makePlace(t);
  const recorded = join(place.root, 'recorded config');
  const now = join(place.root, 'config now');
  const byMarket = place.keep('1.1.0', { market: 'another' });
  assert.equal(run(place).stdout, `node|${program(byMarket)}`);
  const first = place.keep('1.2.0', { config: recorded });
  assert.equal(run(place, { keepers: [join(recorded, 'plugins')] }).stdout, `node|${program(first)}`);
  const second = place.keep('1.3.0', { config: now });
  assert.equal(run(place, { keepers: [join(recorded, 'plugins')] }, { env: { CLAUDE_CONFIG_DIR: now } }).stdout, `node|${program(second)}`);
  // From its folder it would be there.
  assert.equal(run(place, { keepers: [join(recorded, 'plugins')] }, { env: { CLAUDE_CONFIG_DIR: 'config now' } }).stdout, `node|${program(first)}`);
});

test('the launcher starts the folder that install ran from, unless a newer version is kept', POSIX, (t) => {
  const place = makePlace(t);
  const folder = join(place.root, 'checkout');
  makePlugin(folder, '{\n  "name": "ccfind",\n  "version" : "1.2.0", "x": 1\n}');
  place.keep('1.1.9');
  place.keep('1.2.0');
  assert.equal(run(place, { folder }).stdout, `node|${program(folder)}`);
  const newer = place.keep('1.2.1');
  assert.equal(run(place, { folder }).stdout, `node|${program(newer)}`);
  write(join(folder, '.claude-plugin', 'plugin.json'), '{"name":"ccfind","version":"1.3.0"}');
  assert.equal(run(place, { folder }).stdout, `node|${program(folder)}`);
  // Without a version it is no version.
  rmSync(join(folder, '.claude-plugin'), { recursive: true });
  assert.deepEqual(run(place, { folder }), { status: 0, stdout: `node|${program(newer)}`, stderr: '' });
});

test('the launcher lets plugin/ccfind find a Node when its own is gone', POSIX, (t) => {
  const place = makePlace(t);
  const folder = place.keep('1.0.0');
  rmSync(place.node);
  assert.equal(run(place, {}, { args: ['a b'] }).stdout, `searched|${join(folder, 'plugin', 'ccfind')}|a b`);
});

test('the launcher says what to do when no version is left', POSIX, (t) => {
  const place = makePlace(t);
  place.keep('1.0.0', { isPutAside: true });
  const { status, stdout, stderr } = run(place, {}, { env: { HOME: '' } });
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^ccfind: the plugin is not installed any more\nhint: in Claude Code: \/plugin install ccfind@ccfind; or remove this file: /);
});

test('a launcher is recognised by its second line', () => {
  const facts = { node: '/usr/bin/node', folder: '', keepers: [] };
  assert.equal(isLauncher(launcherText(facts)), true);
  assert.equal(isLauncher(windowsLauncherText(facts)), true);
  assert.equal(isLauncher('#!/bin/sh\nexec node ccfind.cjs\n'), false);
  assert.equal(isLauncher('#!/bin/sh\n\n# ccfind launcher, written by "ccfind install"\n'), false);
  assert.equal(isLauncher(''), false);
});

test('the launcher for Windows starts the newest version too', POSIX, (t) => {
  const place = makePlace(t);
  const folder = join(place.root, 'checkout');
  makePlugin(folder, '{"version": "1.0.0-alpha"}');
  const start = (): string => {
    const line = /^"%CCFIND_NODE%" -e "([^"%]+)" -- %\*$/m.exec(windowsLauncherText({ node: process.execPath, folder, keepers: [join(place.config, 'plugins')] }).replaceAll('\r', ''));
    assert.ok(line !== null);
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', line[1], '--', 'a b', '--json'], { encoding: 'utf8', env: { HOME: join(place.root, 'none') } });
    return stdout + stderr;
  };
  const said = (from: string): string => `program|${dirname(program(from))}|${program(from)}|a b|--json\n`;
  assert.equal(start(), said(folder));
  for (const version of ['1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0', '9.1.0', '10.0.0']) {
    const kept = place.keep(version);
    assert.equal(start(), said(kept), version);
  }
  place.keep('11.0.0', { isPutAside: true });
  place.keep('11.0.0-beta.1.tmp~3db2aaeb');
  const newest = place.keep('10.0.1');
  assert.equal(start(), said(newest));
});
