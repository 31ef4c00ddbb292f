import { test } from 'node:test';
import assert from 'node:assert/strict';
import { describeProgress, duration } from '../../src/cli/progress.ts';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

const SOME = { filesDone: 40, filesTotal: 100, bytesDone: 120_000_000, bytesTotal: 300_000_000, elapsedMs: 1500 };

test('describeProgress() tells share, rate and time left', () => {
  assert.equal(describeProgress(SOME), 'indexing: 40 %, 40 of 100 files, 120 of 300 MB, 80 MB/s, 3 s left');
  assert.equal(describeProgress({ ...SOME, bytesDone: 300_000_000 }), 'indexing: 100 %, 40 of 100 files, 300 of 300 MB, 200 MB/s, 1 s left');
  assert.equal(describeProgress({ filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, elapsedMs: 0 }), 'indexing: 0 %, 0 of 0 files, 0.0 of 0.0 MB');
  assert.equal(duration(125_000), '2 min 5 s');
});

test('progress stands on a terminal only, after 200 ms only, and is gone before the answer', async (t) => {
  const folder = configFolder(t);
  const whileRefreshing = (elapsedMs: number) => ({ onProgress }: { onProgress?: (progress: typeof SOME) => void }) => onProgress?.({ ...SOME, elapsedMs });
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

test('warnings are sanitized, and go to standard error', async (t) => {
  const run = await runFake(configFolder(t), ['x'], { whileRefreshing: ({ onWarning }) => onWarning?.('file a\x1b]0;b\x07c\nd cannot be read') });
  assert.equal(run.err, 'ccfind: file ac d cannot be read\n');
  assert.equal(run.code, 0);
});
