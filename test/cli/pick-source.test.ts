/**
 * The source of the picker before a thread that does as it is told: a program of a few lines in place of ccfind.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openPickSource } from '../../src/cli/pick-source.ts';
import type { PickBase } from '../../src/cli/pick-answer.ts';
import type { PickerReply, PickerRequest, PickerSource } from '../../src/picker/question.ts';

/** Answers by the words: `slow` until a newer search is asked for, `die` by an error outside, `newest` with what it is told of newer searches. */
const PROGRAM = `
const { parentPort, workerData: { newest } } = require('node:worker_threads');
parentPort.on('message', ({ number, question: { query } }) => {
  if (query === 'die') throw new Error('of the thread');
  if (query === 'slow') while (Atomics.load(newest, 0) <= number) Atomics.wait(newest, 0, newest[0], 5);
  parentPort.postMessage(query === 'slow' ? null : { kind: 'answer', number, answer: query === 'newest' ? newest[0] : query });
});`;

const folder = mkdtempSync(join(tmpdir(), 'ccfind-pick-source-'));
before(() => {
  writeFileSync(join(folder, 'ccfind.cjs'), PROGRAM);
  // What the built program has: it is CommonJS.
  Object.assign(globalThis, { __dirname: folder, require: createRequire(join(folder, 'ccfind.cjs')) });
});
after(() => rmSync(folder, { recursive: true, force: true }));

function search(number: number, query: string): PickerRequest {
  return { kind: 'search', number, question: { query, isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 1 } };
}

/** A source, and a promise of the next reply that it tells. */
function opened(): { source: PickerSource; next: () => Promise<PickerReply> } {
  const source = openPickSource({ engine: { roots: [], indexDir: folder, synonymsPath: null }, base: {} as PickBase }, false);
  const told: PickerReply[] = [];
  let wake = (): void => {};
  source.listen((reply) => {
    told.push(reply);
    wake();
  });
  const next = async (): Promise<PickerReply> => {
    // Threads and timers of the source keep no process alive.
    const deadline = setTimeout(() => assert.fail('no reply'), 60_000);
    while (told.length === 0) await new Promise<void>((done) => (wake = done));
    clearTimeout(deadline);
    return told.shift() as PickerReply;
  };
  return { source, next };
}

test('openPickSource() has a search ended when newer words come, and tells nothing of it', async () => {
  const { source, next } = opened();
  source.ask(search(1, 'first'));
  assert.deepEqual(await next(), { kind: 'answer', number: 1, answer: 'first' });
  source.ask(search(2, 'slow'));
  source.ask(search(3, 'slow'));
  source.ask(search(4, 'last'));
  assert.deepEqual(await next(), { kind: 'answer', number: 4, answer: 'last' });
  source.close();
});

test('openPickSource() lets a search go on when the same is asked again', async () => {
  const { source, next } = opened();
  for (const number of [1, 2]) source.ask(search(number, 'newest'));
  for (const number of [1, 2]) assert.deepEqual(await next(), { kind: 'answer', number, answer: 1 });
  source.ask(search(3, 'newest'));
  assert.deepEqual(await next(), { kind: 'answer', number: 3, answer: 3 });
  source.close();
});

test('openPickSource() tells that a thread has died, and asks another one', async () => {
  const { source, next } = opened();
  source.ask(search(1, 'die'));
  assert.deepEqual(await next(), { kind: 'failed', number: 1, message: 'the search ended: of the thread' });
  source.ask(search(2, 'words'));
  assert.deepEqual(await next(), { kind: 'answer', number: 2, answer: 'words' });
  source.close();
});
