import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { findRunning } from '../../src/resume/running.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const POSIX = { skip: process.platform === 'win32' && 'no /bin/sleep' };
const LINUX = { skip: process.platform !== 'linux' && 'no /proc' };

/** Writes a client's file. */
function say(root: string, pid: number, changes: Readonly<Record<string, unknown>> = {}): void {
  const folder = join(root, 'sessions');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${pid}.json`), JSON.stringify({ pid, sessionId: ID, cwd: '/home/dev/shop', ...changes }));
}

function folder(context: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-running-')));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A process that sleeps under that name. */
async function sleeper(context: TestContext, root: string, name: string): Promise<number> {
  copyFileSync('/bin/sleep', join(root, name));
  const child = spawn(join(root, name), ['60']);
  context.after(() => child.kill());
  await new Promise((done) => child.once('spawn', done));
  return child.pid ?? 0;
}

test('findRunning() finds the client that has the session open', POSIX, async (context) => {
  const root = folder(context);
  const pid = await sleeper(context, root, 'claude');
  say(root, pid);
  assert.deepEqual(findRunning(ID, root), { pid, dir: '/home/dev/shop', job: '' });
  assert.equal(findRunning('22222222-2222-4333-8444-555555555555', root), null);
});

test('findRunning() names the job of one in the background, if that is a name that may be typed', POSIX, async (context) => {
  const root = folder(context);
  const pid = await sleeper(context, root, 'claude');
  for (const [kind, jobId, job] of [['bg', '60d1eb2a', '60d1eb2a'], ['bg', '1; rm', ''], ['bg', 7, ''], ['interactive', '60d1eb2a', '']]) {
    say(root, pid, { kind, jobId });
    assert.equal(findRunning(ID, root)?.job, job);
  }
});

test('findRunning() does not take another program for a client whose process number it got', POSIX, async (context) => {
  const root = folder(context);
  say(root, await sleeper(context, root, 'editor'));
  assert.equal(findRunning(ID, root), null);
});

test('findRunning() recognises a client by its start time, whatever it is called', LINUX, async (context) => {
  const root = folder(context);
  const pid = await sleeper(context, root, 'a) b (claude');
  const procStart = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[19];
  say(root, pid, { procStart });
  assert.equal(findRunning(ID, root)?.pid, pid);
  // Another client, that has the number of one that was killed.
  say(root, pid, { procStart: '1' });
  assert.equal(findRunning(ID, root), null);
});

test('findRunning() sees a client of another user', { skip: process.platform !== 'linux' ? 'no /proc' : process.getuid?.() === 0 && 'root may signal everybody' }, (context) => {
  const root = folder(context);
  // The first process of a system is root's.
  say(root, 1, { procStart: readFileSync('/proc/1/stat', 'latin1').split(') ').at(-1)?.split(' ')[19] });
  assert.deepEqual(findRunning(ID, root), { pid: 1, dir: '/home/dev/shop', job: '' });
});

test('findRunning() ignores what dead clients, other versions and anybody else left there', (context) => {
  const root = folder(context);
  assert.equal(findRunning(ID, root), null, 'no such folder');
  say(root, 2 ** 22 + 1);
  say(root, process.pid, { pid: 1 });
  for (const [name, text] of [['7.json', '{'], ['8.json', 'null'], ['9.json', `{"pid":"9","sessionId":"${ID}"}`], ['-1.json', `{"pid":-1,"sessionId":"${ID}"}`], ['0.json', `{"pid":0,"sessionId":"${ID}"}`], [`${process.pid}.abc.key`, '']]) {
    writeFileSync(join(root, 'sessions', name), text);
  }
  assert.equal(findRunning(ID, root), null);
});
