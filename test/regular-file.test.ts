import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readEnd, readStart, readWhole } from '../src/regular-file.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'ccfind-regular-file-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('readStart() and readEnd() read no more than they are asked for', (t) => {
  const path = join(folder(t), 'file');
  writeFileSync(path, 'first middle last');
  assert.equal(readStart(path, 5), 'first');
  assert.equal(readEnd(path, 4), 'last');
  assert.equal(readStart(path, 100), 'first middle last');
  assert.equal(readEnd(path, 100), 'first middle last');
});

test('readWhole() reads a file up to the limit, and no larger one', (t) => {
  const path = join(folder(t), 'file');
  writeFileSync(path, 'grün');
  assert.equal(readWhole(path, 5), 'grün');
  assert.equal(readWhole(path, 4), null);
});

test('a link is followed; a folder, a missing file and a pipe count as nothing, without waiting', { skip: process.platform === 'win32' }, (t) => {
  const root = folder(t);
  writeFileSync(join(root, 'file'), 'text');
  symlinkSync('file', join(root, 'link'));
  spawnSync('mkfifo', [join(root, 'pipe')]);
  assert.equal(readWhole(join(root, 'link'), 10), 'text');
  for (const path of [root, join(root, 'missing'), join(root, 'pipe')]) {
    assert.deepEqual([readStart(path, 10), readEnd(path, 10), readWhole(path, 10)], ['', '', null], path);
  }
});
