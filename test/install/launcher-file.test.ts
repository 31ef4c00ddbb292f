import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { lookAtLauncher, removeLauncher, writeLauncher } from '../../src/install/launcher-file.ts';
import { launcherText } from '../../src/install/launcher-text.ts';

const POSIX = { skip: process.platform === 'win32' && 'modes and links of POSIX systems' };
const TEXT = launcherText({ node: '/usr/bin/node', folder: '/work/ccfind', keepers: [] });
const OLDER = launcherText({ node: '/old/node', folder: '', keepers: [] });

function makeFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind bin ')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('writeLauncher() makes the folder and an executable file, whatever the umask', POSIX, (t) => {
  const folder = join(makeFolder(t), 'a', 'b');
  const umask = process.umask(0o077);
  try {
    assert.equal(writeLauncher(folder, 'ccfind', TEXT), true);
  } finally {
    process.umask(umask);
  }
  assert.equal(readFileSync(join(folder, 'ccfind'), 'utf8'), TEXT);
  assert.equal(statSync(join(folder, 'ccfind')).mode & 0o777, 0o755);
  assert.deepEqual(readdirSync(folder), ['ccfind']);
});

test('writeLauncher() changes nothing the second time, and replaces an older launcher', POSIX, (t) => {
  const folder = makeFolder(t);
  writeLauncher(folder, 'ccfind', OLDER);
  assert.equal(writeLauncher(folder, 'ccfind', TEXT), true);
  const { ino } = statSync(join(folder, 'ccfind'));
  chmodSync(join(folder, 'ccfind'), 0o644);
  assert.equal(writeLauncher(folder, 'ccfind', TEXT), false);
  assert.deepEqual([statSync(join(folder, 'ccfind')).ino, statSync(join(folder, 'ccfind')).mode & 0o777], [ino, 0o755]);
});

/** What somebody else put there. */
const FOREIGN: readonly [string, (path: string) => void][] = [
  ['a program', (path) => writeFileSync(path, '#!/usr/bin/env node\nrequire("ccfind")\n')],
  ['an empty file', (path) => writeFileSync(path, '')],
  ['a folder', (path) => mkdirSync(path)],
  ['a link to nothing', (path) => symlinkSync('/no/such/file', path)],
  ['a link to a launcher', (path) => {
    writeFileSync(`${path}.real`, TEXT);
    symlinkSync(`${path}.real`, path);
  }],
];

for (const [what, put] of FOREIGN) {
  test(`writeLauncher() and removeLauncher() leave ${what} alone`, POSIX, (t) => {
    const folder = makeFolder(t);
    put(join(folder, 'ccfind'));
    const before = readdirSync(folder);
    assert.throws(() => writeLauncher(folder, 'ccfind', TEXT), /\/ccfind is there and was not written by ccfind install$/);
    assert.equal(removeLauncher(folder, 'ccfind'), 'foreign');
    assert.deepEqual(readdirSync(folder), before);
  });
}

test('removeLauncher() removes a launcher, once', POSIX, (t) => {
  const folder = makeFolder(t);
  writeLauncher(folder, 'ccfind', OLDER);
  assert.equal(removeLauncher(folder, 'ccfind'), 'ours');
  assert.equal(removeLauncher(folder, 'ccfind'), 'nothing');
  assert.equal(lookAtLauncher(join(folder, 'no', 'such', 'ccfind')), 'nothing');
});

test('writeLauncher() names the file that cannot be written', POSIX, (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, 'file'), '');
  assert.throws(() => writeLauncher(join(folder, 'file'), 'ccfind', TEXT), /\/file\/ccfind cannot be written: E/);
});
