/**
 * Somebody else is writing the index: who waits, for how long, and what is said meanwhile (demand 139).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { answerOf, makeBox, PROJECT } from './box.ts';
import type { Box } from './box.ts';

const SINCE = Date.UTC(2026, 2, 14, 10, 32);

/** The lock of a process that lives, unless it is said to be on another machine. */
function writeLock(box: Box, changes: Record<string, unknown> = {}): string {
  const path = join(box.index, 'lock');
  const space = existsSync('/proc/self/ns/pid') ? ` ${readlinkSync('/proc/self/ns/pid')}` : '';
  const holder = { pid: process.pid, started: '', host: hostname() + space, boot: '', nonce: 'a-b-c', sinceMs: SINCE, ...changes };
  writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
  return path;
}

/** An index of one session, and a second one that waits to be read. */
function fill(box: Box): void {
  const { history } = box;
  history.write(`${PROJECT}/a.jsonl`, [history.prompt('sphinx')]);
  box.run(['index']);
  history.write(`${PROJECT}/b.jsonl`, [history.prompt('sphinx again')]);
}

test('a search waits two seconds for another writer, names it, then answers and counts what is pending', (t) => {
  const box = makeBox(t);
  fill(box);
  writeLock(box);
  const asJson = box.run(['search', '--json', '--', 'sphinx']);
  assert.equal(asJson.stderr, `ccfind: waiting at most 2 s for process ${process.pid}, which has been writing the index since 2026-03-14 10:32\n`);
  const { hits, index } = answerOf(asJson);
  assert.deepEqual([hits.map(({ session }) => session), index.pending], [['a'], 1]);
  assert.match(box.run(['search', 'sphinx']).stdout, /\nsearched 1 session in 1 file; 1 file not indexed yet, so the answer may lack\nsomething\n/);
});

test('--no-refresh never waits', (t) => {
  const box = makeBox(t);
  fill(box);
  writeLock(box);
  const elapsedMs = (): number => {
    const startedMs = Date.now();
    const { status, stderr } = box.run(['search', '--no-refresh', '--', 'sphinx']);
    assert.deepEqual([status, stderr], [0, '']);
    return Date.now() - startedMs;
  };
  // On a busy machine a start alone may take that long, but not each of ten.
  assert.ok(Array.from({ length: 10 }).some(() => elapsedMs() < 2000));
});

test('--no-refresh says when nothing is indexed yet, and which process is building', (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/a.jsonl`, [history.prompt('sphinx')]);
  const ask = (): [number | null, string] => {
    const { status, stderr } = box.run(['search', '--no-refresh', '--', 'sphinx']);
    return [status, stderr.replace(/ in \S+projects/, '')];
  };
  assert.deepEqual(ask(), [1, 'ccfind: nothing is indexed yet of 1 transcript\nhint: ccfind index, or a search without --no-refresh\n']);
  mkdirSync(box.index, { recursive: true });
  writeLock(box);
  const waiting = `that waits for process ${process.pid}, which has been writing the index since 2026-03-14 10:32`;
  assert.deepEqual(ask(), [1, `ccfind: nothing is indexed yet of 1 transcript: ${waiting}\nhint: try again in a moment\n`]);
});

test('index waits until the other writer has finished', async (t) => {
  const box = makeBox(t);
  fill(box);
  const lock = writeLock(box);
  const child = spawn(process.execPath, [box.program, 'index'], { cwd: box.folder, env: box.environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  // The other is done as soon as it is said that somebody waits.
  child.stderr.setEncoding('utf8').once('data', () => rmSync(lock)).on('data', (text: string) => (stderr += text));
  const status = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^ccfind: waiting at most 11 min for process \d+, which has been writing the index since 2026-03-14 10:32\n$/);
  assert.match(stdout, /^read 1 file, /);
});

test('a lock of another machine is respected and named, until nobody has touched it for ten minutes', (t) => {
  const box = makeBox(t);
  fill(box);
  const lock = writeLock(box, { pid: 1, host: 'attic pid:[1]' });
  const touched = (minutesAgo: number): void => utimesSync(lock, Date.now() / 1000 - minutesAgo * 60, Date.now() / 1000 - minutesAgo * 60);
  touched(9);
  const named = box.run(['search', '--json', '--', 'sphinx']);
  assert.match(named.stderr, /^ccfind: waiting at most 2 s for process 1 on attic, which has been writing/);
  assert.equal(answerOf(named).index.pending, 1);
  touched(11);
  const broken = box.run(['search', '--json', '--', 'sphinx']);
  assert.deepEqual([broken.stderr, answerOf(broken).index.pending, existsSync(lock)], ['', 0, false]);
});
