import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { isSameWork, keepPrepared, PREPARED_NAME, readPrepared } from '../../src/hook/prepared.ts';

const ONE = { folder: '/home/ada/tide', branch: 'pumps', subjects: ['stall'], text: 'as it was', count: 1, files: [] };

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'ccfind-prepared-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('keepPrepared() keeps one list for each of the last fifty repositories, readable by the owner alone', (t) => {
  const dir = folder(t);
  for (let i = 0; i < 60; i++) keepPrepared(dir, { ...ONE, folder: `/home/ada/${i}` });
  keepPrepared(dir, { ...ONE, folder: '/home/ada/59', text: 'anew' });
  assert.deepEqual([readPrepared(dir, '/home/ada/59')?.text, readPrepared(dir, '/home/ada/10')?.text, readPrepared(dir, '/home/ada/9')], ['anew', 'as it was', null]);
  assert.equal(statSync(join(dir, PREPARED_NAME)).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dir), [PREPARED_NAME]);
});

test('readPrepared() leaves out what is from a transcript that was deleted since', (t) => {
  const dir = folder(t);
  const files = [join(dir, 'a.jsonl'), join(dir, 'b.jsonl')];
  for (const path of files) writeFileSync(path, '');
  keepPrepared(dir, { ...ONE, files });
  assert.equal(readPrepared(dir, ONE.folder)?.text, 'as it was');
  rmSync(files[1]);
  assert.equal(readPrepared(dir, ONE.folder), null);
});

test('readPrepared() ignores a file that makes no sense', { skip: process.platform === 'win32' }, (t) => {
  const dir = folder(t);
  const path = join(dir, PREPARED_NAME);
  for (const text of ['', 'null', '{}', '[null, 7, {"folder": "/home/ada/tide"}]', '['.repeat(100_000), ' '.repeat(2 << 20)]) {
    writeFileSync(path, text);
    assert.equal(readPrepared(dir, ONE.folder), null);
  }
  rmSync(path);
  spawnSync('mkfifo', [path]);
  assert.equal(readPrepared(dir, ONE.folder), null);
});

test('isSameWork() compares branch and commits', () => {
  assert.deepEqual([isSameWork(ONE, { ...ONE }), isSameWork(ONE, { ...ONE, branch: null }), isSameWork(ONE, { ...ONE, subjects: [] })], [true, false, false]);
});
