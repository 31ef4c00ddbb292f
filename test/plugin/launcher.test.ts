/**
 * The launcher plugin/ccfind: which Node it takes, and what it says when there is none.
 *
 * It runs as a copy in a temporary folder whose `prefix` line is set, so that the machine's own Node is out of sight. The Nodes are
 * shell scripts that tell a version and print what they were started with. Every case runs under each POSIX shell found here.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

const SOURCE = join(process.cwd(), 'plugin', 'ccfind');
const SHELLS = [...new Set(['/bin/sh', '/bin/dash', '/bin/bash', '/bin/busybox'].filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
const NONE = 'ccfind: it needs Node.js 18 or newer, and none was found on PATH or in the usual places: install it from https://nodejs.org\n';

/** A temporary folder with the launcher in "a plugin/ccfind", a home and an empty file system root. */
interface Place {
  readonly folder: string;
  readonly launcher: string;
  readonly home: string;
  readonly root: string;
}

function makePlace(t: TestContext): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind launcher ')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'the root');
  const launcher = join(folder, 'a plugin', 'ccfind');
  const text = readFileSync(SOURCE, 'utf8');
  assert.match(text, /^prefix=''/m);
  write(launcher, text.replace(/^prefix=''/m, `prefix='${root}'`));
  write(join(folder, 'a plugin', 'lib', 'ccfind.cjs'), '');
  const home = join(folder, 'the home');
  for (const path of [root, home]) mkdirSync(path);
  return { folder, launcher, home, root };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** A stand-in for Node of that version: prints "<version>|<argument>|…" and what it reads, exits 7. */
function writeNode(path: string, version: string): void {
  write(path, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\nprintf '%s' '${version}'\nprintf '|%s' "$@"\n/bin/cat\nexit 7\n`);
}

interface Start {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly path?: string;
}

/** Runs the launcher under every shell, checks that all agree, and returns what they said. */
function start(place: Place, { args = [], env = {}, cwd = place.folder, input = '', path = place.launcher }: Start = {}) {
  const runs = SHELLS.map((shell) => {
    const applet = shell.endsWith('busybox') ? ['sh'] : [];
    const run = spawnSync(shell, [...applet, path, ...args], { cwd, input, encoding: 'utf8', env: { HOME: place.home, PATH: '/nowhere', ...env } });
    return { status: run.status, stdout: run.stdout, stderr: run.stderr };
  });
  for (const run of runs) assert.deepEqual(run, runs[0]);
  return runs[0];
}

const program = (place: Place) => join(place.folder, 'a plugin', 'lib', 'ccfind.cjs');

test('plugin/ccfind is executable and runs the Node on PATH', (t) => {
  assert.equal(statSync(SOURCE).mode & 0o111, 0o111);
  const place = makePlace(t);
  writeNode(join(place.folder, 'a bin', 'node'), 'v18.0.0');
  writeNode(join(place.home, '.nvm/versions/node/v24.1.0/bin/node'), 'v24.1.0');
  const run = start(place, { env: { PATH: join(place.folder, 'a bin') } });
  assert.deepEqual(run, { status: 7, stdout: `v18.0.0|${program(place)}`, stderr: '' });
});

test('plugin/ccfind passes arguments, standard input and the exit code through', (t) => {
  const place = makePlace(t);
  writeNode(join(place.folder, 'bin', 'node'), 'v22.3.0');
  const args = ['search', '-', '--', "it's", '"$(id)" `id`', '', '*', 'a\nb', 'ü 日本'];
  const run = start(place, { args, input: 'from here', env: { PATH: join(place.folder, 'bin') } });
  assert.deepEqual(run, { status: 7, stdout: `v22.3.0|${[program(place), ...args].join('|')}from here`, stderr: '' });
});

const PLACES: readonly { readonly where: string; readonly at: 'home' | 'root'; readonly env?: (place: Place) => Record<string, string> }[] = [
  { where: '.nvm/versions/node/v20.1.0/bin/node', at: 'home' },
  { where: 'my nvm/versions/node/v20.1.0/bin/node', at: 'home', env: ({ home }) => ({ NVM_DIR: join(home, 'my nvm') }) },
  { where: '.config/nvm/versions/node/v20.1.0/bin/node', at: 'home' },
  // nvm.fish
  { where: '.local/share/nvm/v20.1.0/bin/node', at: 'home' },
  { where: '.local/share/fnm/node-versions/v20.1.0/installation/bin/node', at: 'home' },
  { where: '.fnm/node-versions/v20.1.0/installation/bin/node', at: 'home' },
  { where: 'Library/Application Support/fnm/node-versions/v20.1.0/installation/bin/node', at: 'home' },
  { where: 'fnm/node-versions/v20.1.0/installation/bin/node', at: 'home', env: ({ home }) => ({ FNM_DIR: join(home, 'fnm') }) },
  { where: '.volta/tools/image/node/20.1.0/bin/node', at: 'home' },
  { where: '.asdf/installs/nodejs/20.1.0/bin/node', at: 'home' },
  { where: '.local/share/mise/installs/node/20.1.0/bin/node', at: 'home' },
  { where: '.nodenv/versions/20.1.0/bin/node', at: 'home' },
  { where: 'n/bin/node', at: 'home' },
  { where: '.local/bin/node', at: 'home' },
  { where: '.nix-profile/bin/node', at: 'home' },
  { where: 'opt/homebrew/bin/node', at: 'root' },
  { where: 'opt/homebrew/opt/node@20/bin/node', at: 'root' },
  { where: 'home/linuxbrew/.linuxbrew/bin/node', at: 'root' },
  { where: 'usr/local/bin/node', at: 'root' },
  { where: 'usr/bin/node', at: 'root' },
  { where: 'usr/bin/nodejs', at: 'root' },
  { where: 'opt/local/bin/node', at: 'root' },
  { where: 'opt/node-v20.1.0-linux-x64/bin/node', at: 'root' },
];

for (const { where, at, env } of PLACES) {
  test(`plugin/ccfind finds Node in ${at === 'root' ? '/' : '~/'}${where}`, (t) => {
    const place = makePlace(t);
    writeNode(join(place[at], where), 'v20.1.0');
    assert.equal(start(place, { env: env?.(place) }).stdout, `v20.1.0|${program(place)}`);
  });
}

test('plugin/ccfind takes the highest version number, and skips what is old or broken', (t) => {
  const place = makePlace(t);
  for (const version of ['v9.11.2', 'v18.20.0', 'v22.1.0', 'v8.0.0']) writeNode(join(place.home, '.nvm/versions/node', version, 'bin/node'), version);
  writeNode(join(place.root, 'usr/bin/node'), 'v12.22.9');
  write(join(place.root, 'usr/local/bin/node'), '#!/bin/sh\necho "no version is set" >&2\nexit 126\n');
  write(join(place.root, 'opt/local/bin/node'), '#!/bin/sh\necho v99 nonsense\n');
  const run = start(place, { env: { PATH: `${join(place.root, 'usr/local/bin')}:${join(place.root, 'usr/bin')}` } });
  assert.deepEqual(run, { status: 7, stdout: `v22.1.0|${program(place)}`, stderr: '' });
});

test('plugin/ccfind prefers a newer Node elsewhere to an old one on PATH', (t) => {
  const place = makePlace(t);
  writeNode(join(place.folder, 'bin/node'), 'v16.20.2');
  writeNode(join(place.home, '.volta/tools/image/node/18.20.8/bin/node'), 'v18.20.8');
  assert.equal(start(place, { env: { PATH: join(place.folder, 'bin') } }).stdout, `v18.20.8|${program(place)}`);
});

test('plugin/ccfind refuses a Node that is found through a relative PATH', (t) => {
  const place = makePlace(t);
  writeNode(join(place.folder, 'node'), 'v22.1.0');
  writeNode(join(place.folder, 'bin', 'node'), 'v22.1.0');
  for (const path of ['.', ':/nowhere', 'bin:/nowhere']) assert.deepEqual(start(place, { env: { PATH: path } }), { status: 2, stdout: '', stderr: NONE });
});

test('plugin/ccfind without any Node says so in one sentence and exits with 2', (t) => {
  const place = makePlace(t);
  assert.deepEqual(start(place, { args: ['search', '--', 'x'] }), { status: 2, stdout: '', stderr: NONE });
});

test('plugin/ccfind with old Nodes only names the newest and exits with 2', (t) => {
  const place = makePlace(t);
  writeNode(join(place.root, 'usr/bin/node'), 'v12.22.9');
  writeNode(join(place.home, '.nvm/versions/node/v16.20.2/bin/node'), 'v16.20.2');
  const old = join(place.home, '.nvm/versions/node/v16.20.2/bin/node');
  const stderr = `ccfind: it needs Node.js 18 or newer, but the newest found is 16 (${old}): install a newer one from https://nodejs.org\n`;
  assert.deepEqual(start(place, { env: { PATH: join(place.root, 'usr/bin') } }), { status: 2, stdout: '', stderr });
});

test('plugin/ccfind works through relative and absolute links, from any folder, whatever CDPATH says', (t) => {
  const place = makePlace(t);
  writeNode(join(place.root, 'usr/bin/node'), 'v20.1.0');
  mkdirSync(join(place.folder, 'links', 'deep'), { recursive: true });
  symlinkSync('../a plugin/ccfind', join(place.folder, 'links', 'relative'));
  symlinkSync(join(place.folder, 'links', 'relative'), join(place.folder, 'links', 'deep', 'find it'));
  const env = { CDPATH: `${place.home}:${place.folder}` };
  const expected = `v20.1.0|${program(place)}`;
  assert.equal(start(place, { env, path: join(place.folder, 'links', 'deep', 'find it') }).stdout, expected);
  assert.equal(start(place, { env, path: 'links/relative' }).stdout, expected);
  assert.equal(start(place, { env, path: 'relative', cwd: join(place.folder, 'links') }).stdout, expected);
  assert.equal(start(place, { env, path: 'ccfind', cwd: join(place.folder, 'a plugin') }).stdout, expected);
});

test('plugin/ccfind says so when the program beside it is missing', (t) => {
  const place = makePlace(t);
  writeNode(join(place.root, 'usr/bin/node'), 'v20.1.0');
  rmSync(program(place));
  assert.deepEqual(start(place), { status: 2, stdout: '', stderr: `ccfind: the program is missing: ${program(place)}\n` });
});
