import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { findProgram, foldersOnPath } from '../src/programs.ts';

const POSIX = { skip: process.platform === 'win32' };

/** A folder with a program of each of these names. */
function folderWith(t: TestContext, ...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-programs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o755 });
  return folder;
}

test('foldersOnPath() gives the absolute folders, in order, each once', POSIX, () => {
  assert.deepEqual(foldersOnPath({ PATH: '/b::relative:/a/:/b:./c' }), ['/b', '/a']);
  assert.deepEqual(foldersOnPath({}), []);
});

test('findProgram() takes the first name that is a program, on PATH before other folders', POSIX, (t) => {
  const [first, second] = [folderWith(t, 'kitty'), folderWith(t, 'kitty', 'foot')];
  assert.equal(findProgram(['foot', 'kitty'], { PATH: `${first}:${second}` }), join(second, 'foot'));
  assert.equal(findProgram(['kitty'], { PATH: first }, [second]), join(first, 'kitty'));
  assert.equal(findProgram(['foot'], { PATH: first }, [second]), join(second, 'foot'));
  assert.equal(findProgram([join(second, 'foot')], {}), join(second, 'foot'));
  assert.equal(findProgram(['foot'], { PATH: first }), null);
});

test('findProgram() passes over folders and files that may not be run', POSIX, (t) => {
  const folder = folderWith(t, 'less');
  mkdirSync(join(folder, 'more'));
  chmodSync(join(folder, 'less'), 0o644);
  assert.equal(findProgram(['less', 'more'], { PATH: folder }), null);
});
