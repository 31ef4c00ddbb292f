import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Progress, Waiting } from '../../src/contract.ts';
import { createPace, describeProgress } from '../../src/cli/progress.ts';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

const SOME: Progress = { doing: 'indexing', filesDone: 40, filesTotal: 100, bytesDone: 120_000_000, bytesTotal: 300_000_000, elapsedMs: 1500 };
const PACE = { bytesPerMs: 80_000 };

test('describeProgress() tells share, rate and time left', () => {
  assert.equal(describeProgress(SOME, PACE), 'indexing: 40 %, 40 of 100 files, 120 of 300 MB, 80 MB/s, 3 s left');
  assert.equal(describeProgress(SOME, null), 'indexing: 40 %, 40 of 100 files, 120 of 300 MB');
  assert.equal(describeProgress({ ...SOME, bytesDone: 300_000_000 }, PACE), 'indexing: 100 %, 40 of 100 files, 300 of 300 MB, finishing');
  assert.equal(describeProgress({ ...SOME, doing: 'checking', filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 }, null), 'checking: 0 %, 0 of 0 files, 0.0 of 0.0 MB');
  assert.equal(describeProgress({ ...SOME, doing: 'asking', bytesDone: 0, bytesTotal: 0 }, null), 'asking: 40 %, 40 of 100 questions');
});

test('createPace() measures the last five seconds and 128 MB, and changes its rate once a second at most', () => {
  const paceAt = createPace();
  const rate = (seconds: number, megabytes: number): number | null => {
    const pace = paceAt({ elapsedMs: seconds * 1000, bytesDone: megabytes * 1e6 });
    return pace === null ? null : Math.round(pace.bytesPerMs / 1000);
  };
  assert.equal(rate(0.9, 90), null);
  assert.equal(rate(1, 100), 100);
  assert.equal(rate(1.9, 900), 100, 'does not jump');
  assert.equal(rate(2, 1000), 500);
  for (let second = 3; second <= 20; second++) rate(second, 1000 + (second - 2) * 20);
  assert.equal(rate(21, 1380), 20, 'the fast start is forgotten');
  assert.equal(rate(30, 1380), 9, 'a pause is part of the pace');
  assert.equal(rate(1, 5), 5, 'a second run begins again');
});

test('progress appears on a terminal only, after 200 ms only, and is erased before the answer', async (t) => {
  const folder = configFolder(t);
  const whileRefreshing = (elapsedMs: number) => ({ onProgress }: { onProgress?: (progress: Progress) => void }) => onProgress?.({ ...SOME, elapsedMs });
  const shown = await runFake(folder, ['x'], { isTerminal: true, whileRefreshing: whileRefreshing(1500) });
  assert.equal(shown.err, 'indexing: 40 %, 40 of 100 files, 120 of 300 MB, 80 MB/s, 3 s left\r\x1b[K');
  const early = await runFake(folder, ['x'], { isTerminal: true, whileRefreshing: whileRefreshing(199) });
  assert.equal(early.err, '');
  const piped = await runFake(folder, ['x'], { whileRefreshing: whileRefreshing(1500) });
  assert.equal(piped.err, '');
  const narrow = await runFake(folder, ['index'], { isTerminal: true, columns: 20, whileRefreshing: whileRefreshing(1500) });
  assert.equal(narrow.err, 'indexing: 40 %, 40…\r\x1b[K');
  const dumb = await runFake(folder, ['index'], { isTerminal: true, columns: 20, env: { TERM: 'dumb' }, whileRefreshing: whileRefreshing(1500) });
  assert.equal(dumb.err, `indexing: 40 %, 40…\r${' '.repeat(19)}\r`);
});

test('a wait is announced after 200 ms: on a terminal as a line that counts, elsewhere once', async (t) => {
  const folder = configFolder(t);
  const holder = { pid: 4711, host: 'attic', sinceMs: null };
  const whileRefreshing = ({ onWait }: { onWait?: (waiting: Waiting) => void }): void => {
    for (const waitedMs of [25, 199, 225, 250, 1400]) onWait?.({ holder, waitedMs, limitMs: 2000 });
  };
  const shown = await runFake(folder, ['x'], { isTerminal: true, whileRefreshing });
  assert.deepEqual(shown.err.split('\r\x1b[K'), [
    'waiting 1 s of at most 2 s for process 4711 on attic, which is writing the ind…',
    'waiting 2 s of at most 2 s for process 4711 on attic, which is writing the ind…',
    '',
  ]);
  const piped = await runFake(folder, ['x'], { whileRefreshing });
  assert.equal(piped.err, 'ccfind: waiting at most 2 s for process 4711 on attic, which is writing the index\n');
});

test('warnings are sanitized, and go to standard error', async (t) => {
  const run = await runFake(configFolder(t), ['x'], { whileRefreshing: ({ onWarning }) => onWarning?.('file a\x1b]0;b\x07c\nd cannot be read') });
  assert.equal(run.err, 'ccfind: file ac d cannot be read\n');
  assert.equal(run.code, 0);
});
