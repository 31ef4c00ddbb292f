import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { LOG_NAME, loggedRuns, logRun } from '../../src/hook/log.ts';

const RUN = { event: 'Stop', at: '2026-03-02T09:00:00.000Z', ms: 41, outcome: 'nothing new' };

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'ccfind-log-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('logRun() adds a line that loggedRuns() reads, in a file for its owner alone', (t) => {
  const dir = folder(t);
  logRun(dir, RUN);
  logRun(dir, { ...RUN, event: 'SessionEnd', outcome: 'x'.repeat(5000) });
  assert.deepEqual(loggedRuns(dir), [RUN, { ...RUN, event: 'SessionEnd', outcome: 'x'.repeat(200) }]);
  assert.equal(statSync(join(dir, LOG_NAME)).mode & 0o777, 0o600);
});

test('the log does not grow beyond some 64 KB, and keeps the newest runs', (t) => {
  const dir = folder(t);
  for (let i = 0; i < 3000; i++) logRun(dir, { ...RUN, ms: i });
  assert.ok(statSync(join(dir, LOG_NAME)).size < 70_000);
  const runs = loggedRuns(dir);
  assert.ok(runs.length > 200);
  assert.equal(runs.at(-1)?.ms, 2999);
  assert.deepEqual(readdirSync(dir), [LOG_NAME]);
});

test('loggedRuns() passes over lines that make no sense', (t) => {
  const dir = folder(t);
  logRun(dir, RUN);
  appendFileSync(join(dir, LOG_NAME), '\0\xff\n{"event":"Stop"}\n{"event":"Stop","at":"yesterday","ms":1,"outcome":""}\nnull\n{"event":"St');
  assert.deepEqual(loggedRuns(dir), [RUN]);
});

test('a log that cannot be written or read is no error, and a pipe in its place keeps nobody waiting', { skip: process.platform === 'win32' }, (t) => {
  const dir = folder(t);
  logRun(join(dir, 'missing'), RUN);
  assert.deepEqual(loggedRuns(join(dir, 'missing')), []);
  mkdirSync(join(dir, LOG_NAME));
  logRun(dir, RUN);
  assert.deepEqual(loggedRuns(dir), []);
  rmSync(join(dir, LOG_NAME), { recursive: true });
  assert.equal(spawnSync('mkfifo', [join(dir, LOG_NAME)]).status, 0);
  logRun(dir, RUN);
  assert.deepEqual(loggedRuns(dir), []);
  rmSync(join(dir, LOG_NAME));
  writeFileSync(join(dir, LOG_NAME), '', { mode: 0o644 });
  logRun(dir, RUN);
  assert.equal(statSync(join(dir, LOG_NAME)).mode & 0o777, 0o600);
});
