import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configFolder } from './config-folder.ts';
import { COSTS, runFake } from './fake-engine.ts';

test('index waits up to eleven minutes for another writer, and says what it read', async (t) => {
  const run = await runFake(configFolder(t), ['index']);
  assert.deepEqual([run.code, run.err, run.calls], [0, '', ['refresh full=false waitMs=660000', 'close']]);
  assert.equal(run.out, 'read 3 files, 1.2 MB; 412 sessions indexed in 0 ms\n');
});

test('index --verbose also says what the time and the bytes went into', async (t) => {
  const run = await runFake(configFolder(t), ['index', '--full', '--verbose']);
  assert.deepEqual(run.calls, ['refresh full=true waitMs=660000', 'close']);
  assert.match(run.out, /^read 3 files[^\n]*\ntime, of 1\.7 s:\n/);
});

test('index --json prints the same for programs', async (t) => {
  const run = await runFake(configFolder(t), ['index', '--json']);
  assert.deepEqual(run.calls, ['refresh full=false waitMs=660000', 'close']);
  assert.deepEqual(JSON.parse(run.out), {
    schema: 1, filesRead: 3, bytesRead: 1_200_000, filesPending: 0, sessions: 412, locked: false, lockedBy: null, refused: false, costs: COSTS,
  });
});

test('index fails after waiting in vain, and names the process it waited for', async (t) => {
  const run = await runFake(configFolder(t), ['index'], { lockedBy: { pid: 4711, host: 'attic', sinceMs: null } });
  assert.deepEqual([run.code, run.out], [2, '']);
  assert.match(run.err, /^ccfind: the index is not up to date: waited 11 min for process 4711 on attic, which is writing the index\nhint: /);
});

test('index says so when its lock is taken over while it writes, and does not claim that it waited', async (t) => {
  const run = await runFake(configFolder(t), ['index'], { lockedBy: null });
  assert.deepEqual([run.code, run.out], [2, '']);
  assert.match(run.err, /^ccfind: the index is not up to date: another process took it over\nhint: /);
});
