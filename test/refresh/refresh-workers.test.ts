/**
 * An index that worker threads helped to make is the one that this thread makes alone, also when they fail or all is killed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { readManifest } from '../../src/index/index-reader.ts';
import { namesIn } from '../../src/index/manifest.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { History } from '../fixture-history.ts';
import type { Line } from '../fixture-history.ts';
import { brokenWorkers, workerProgram } from '../index/worker-program.ts';
import { differences, dumpIndex } from '../index-dump.ts';
import type { IndexDump } from '../index-dump.ts';
import { bundle } from '../prove/bundle.ts';
import { randomFrom } from '../random.ts';
import { MANY_SEGMENTS, refresh } from './refreshing.ts';

const WORDS = ['tide', 'gate', 'retry', 'lantern', 'harbour', 'ledger', 'quay', 'sluice', 'winch', 'buoy', 'fog', 'signal', 'anchor', 'pilot'];
/** A machine of one processor builds without workers. */
const TWO_PROCESSORS = { skip: availableParallelism() < 2 };

const folder = mkdtempSync(join(tmpdir(), 'ccfind-workers-'));
const history = new History();
let alone: IndexDump;
let worker = '';
const driver = join(folder, 'driver.cjs');

before(async () => {
  worker = await workerProgram(folder);
  await bundle('test/refresh/workers-driver.ts', driver);
  writeHistory();
  const directory = createMemoryDirectory();
  refresh(directory, history.root, { workerFile: null });
  alone = dumpIndex(directory);
});

after(() => {
  history.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Thirty sessions; each third is a fork of the one before, each with a title. */
function writeHistory(): void {
  const next = randomFrom(7);
  const text = (): string => Array.from({ length: 20 + Math.floor(next() * 200) }, () => `${WORDS[Math.floor(next() * WORDS.length)]}${Math.floor(next() * 50)}`).join(' ');
  let lines: Line[] = [];
  for (let i = 0; i < 30; i++) {
    lines = i % 3 === 2 ? lines.slice(0, 6) : [];
    for (let turn = 0; turn < 5; turn++) lines.push(history.prompt(text()), history.answer(text()));
    lines.push({ type: 'ai-title', aiTitle: `Title ${i}`, sessionId: `s${i}` });
    history.write(`-home-ada-tide/s${i}.jsonl`, lines);
  }
}

test('an index built with workers equals one built without', TWO_PROCESSORS, () => {
  const directory = createMemoryDirectory();
  const { costs } = refresh(directory, history.root, { limits: MANY_SEGMENTS, workerFile: worker }).report;
  assert.ok(costs.phases.some(({ phase }) => phase === 'workers'), 'no worker was waited for');
  assert.ok(costs.segmentsWritten > 30, `${costs.segmentsWritten} segments`);
  assert.deepEqual(differences(dumpIndex(directory), alone), []);
  assert.equal(directory.list().filter((name) => name.startsWith('seg-')).length, readManifest(directory)?.segments.length);
});

test('workers that fail lose nothing', () => {
  const directory = createMemoryDirectory();
  refresh(directory, history.root, { limits: MANY_SEGMENTS, workerFile: brokenWorkers(folder)['reports that it failed'] });
  assert.deepEqual(differences(dumpIndex(directory), alone), []);
});

test('a disk that refuses a worker\'s segment ends the run, and the next run builds the index', () => {
  let left = Infinity;
  const directory = createMemoryDirectory((operation) => {
    if (operation === 'write' && left-- <= 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
  });
  for (let writes = 0; writes < 40; writes += 7) {
    left = writes;
    try {
      refresh(directory, history.root, { isFull: writes % 3 === 0, limits: MANY_SEGMENTS, workerFile: worker });
    } catch (error) {
      assert.match((error as Error).message, /cannot be written: no space left/);
    }
  }
  left = Infinity;
  refresh(directory, history.root, { limits: MANY_SEGMENTS, workerFile: worker });
  assert.deepEqual(differences(dumpIndex(directory), alone), []);
});

test('after a kill at any write the next run builds the index and leaves nothing behind', () => {
  for (const writes of [1, 5, 14, 30]) {
    const index = join(folder, `index-${writes}`);
    const { signal, stderr } = spawnSync(process.execPath, [driver, history.root, index, worker, String(writes)], { encoding: 'utf8' });
    assert.deepEqual({ signal, stderr }, { signal: 'SIGKILL', stderr: '' });
    const directory = openDiskDirectory(index);
    refresh(directory, history.root, { workerFile: null });
    assert.deepEqual(differences(dumpIndex(directory), alone), [], `killed at write ${writes}`);
    const manifest = readManifest(directory);
    assert.ok(manifest !== null);
    assert.deepEqual(readdirSync(index).sort(), [...namesIn(manifest), 'manifest.json'].sort(), `killed at write ${writes}`);
  }
});
