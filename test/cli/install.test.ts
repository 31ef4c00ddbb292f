import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

const POSIX = { skip: process.platform === 'win32' && 'launcher for POSIX shells' };

test('install writes the launcher once, and uninstall removes it', POSIX, async (t) => {
  const folder = configFolder(t);
  const bin = join(folder, '.local', 'bin');
  const env = { HOME: folder, PATH: `${bin}:/usr/bin`, SHELL: '/bin/zsh' };
  const run = (...argv: string[]) => runFake(folder, argv, { env });
  assert.deepEqual(await run('install').then(({ code, out, calls }) => [code, out, calls]), [0, `installed: ${bin}/ccfind\n`, []]);
  assert.match(readFileSync(join(bin, 'ccfind'), 'utf8'), /^#!\/bin\/sh\n# ccfind launcher, written by "ccfind install"/);
  assert.equal((await run('install')).out, `already installed: ${bin}/ccfind\n`);
  assert.deepEqual(await run('uninstall').then(({ code, out }) => [code, out]), [0, `removed: ${bin}/ccfind\n`]);
  assert.deepEqual(await run('uninstall').then(({ code, out }) => [code, out]), [1, 'no launcher of ccfind install was found\n']);
  assert.equal(existsSync(join(bin, 'ccfind')), false);
});

test('install says which line puts the folder on PATH', POSIX, async (t) => {
  const folder = configFolder(t);
  const { out } = await runFake(folder, ['install'], { env: { HOME: folder, PATH: '/usr/bin', SHELL: '/bin/zsh' } });
  assert.equal(out, `installed: ${folder}/.local/bin/ccfind\nThat folder is not on PATH. Add this line to ~/.zshrc:\n  export PATH="$HOME/.local/bin:$PATH"\n`);
});

test('install --dir takes ~ for the home folder, and refuses a folder that PATH cannot name', POSIX, async (t) => {
  const folder = configFolder(t);
  const env = { HOME: folder, PATH: join(folder, 'bin') };
  assert.equal((await runFake(folder, ['install', '--dir=~/bin'], { env })).out, `installed: ${folder}/bin/ccfind\n`);
  const { code, err } = await runFake(folder, ['install', '--dir', 'a:b'], { env });
  assert.deepEqual([code, err], [2, `ccfind: folder ${folder}/a:b cannot be on PATH: its name has a :\nhint: choose another folder\n`]);
});

test('install says that another ccfind comes first on PATH', POSIX, async (t) => {
  const folder = configFolder(t);
  const [other, tools] = [join(folder, 'other'), join(folder, 'tools')];
  for (const one of [other, tools]) mkdirSync(one);
  writeFileSync(join(other, 'ccfind'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { HOME: folder, PATH: `${other}:${tools}` };
  assert.equal((await runFake(folder, ['install', '--dir', 'tools'], { env })).out, `installed: ${tools}/ccfind\nAnother one comes first on PATH: ${other}/ccfind\n`);
  // A link to the same folder is the same launcher.
  symlinkSync('tools', join(folder, 'link'));
  assert.equal((await runFake(folder, ['install', '--dir', tools], { env: { HOME: folder, PATH: `${join(folder, 'link')}:${tools}` } })).out, `already installed: ${tools}/ccfind\n`);
});

test('uninstall leaves what install did not write, and names it', POSIX, async (t) => {
  const folder = configFolder(t);
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'ccfind'), '#!/bin/sh\n', { mode: 0o755 });
  const { code, out } = await runFake(folder, ['uninstall', '--dir', 'other'], { env: { HOME: folder, PATH: '/usr/bin' } });
  assert.deepEqual([code, out], [1, `left: ${other}/ccfind (not written by ccfind install)\nno launcher of ccfind install was found\n`]);
  assert.equal(existsSync(join(other, 'ccfind')), true);
});

test('uninstall says nothing of the plugin\'s own bin, which Claude Code puts on PATH', POSIX, async (t) => {
  const folder = configFolder(t);
  const plugin = join(folder, 'plugin');
  for (const name of ['.claude-plugin', 'bin']) mkdirSync(join(plugin, name), { recursive: true });
  writeFileSync(join(plugin, 'bin', 'ccfind'), '#!/bin/sh\n', { mode: 0o755 });
  const { code, out } = await runFake(folder, ['uninstall'], { env: { HOME: folder, PATH: `/usr/bin:${plugin}/bin` } });
  assert.deepEqual([code, out], [1, 'no launcher of ccfind install was found\n']);
});
