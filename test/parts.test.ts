/**
 * What is kept of compiled code: a saving that nobody may notice.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nativeCrc32 } from '../src/native.ts';
import { makeBox, PROJECT } from './demands/box.ts';
import type { Box } from './demands/box.ts';

const WHY_NOT = nativeCrc32 !== undefined ? false : 'this Node keeps no code';

function kept(box: Box): { path: string; name: string; bytes: Buffer }[] {
  const folder = join(box.index, 'compiled');
  return readdirSync(folder).sort().map((name) => ({ name: name.split('-')[0], path: join(folder, name), bytes: readFileSync(join(folder, name)) }));
}

function search(box: Box): string {
  const { status, stdout } = box.runApart(['search', '--no-refresh', '--', 'phoenix']);
  assert.equal(status, 0);
  return stdout;
}

test('a search keeps its compiled code, readable by its owner only, and replaces damaged code', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?')]);
  box.runApart(['index']);
  const first = search(box);
  assert.deepEqual(kept(box).map(({ name }) => name), ['main.cjs'], 'a plain search loads no other part');
  const [{ path, bytes }] = kept(box);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(join(box.index, 'compiled')).mode & 0o777, 0o700);
  assert.equal(search(box), first);
  assert.ok(readFileSync(path).equals(bytes), 'code that is taken is not written again');
  for (const damaged of [bytes.subarray(0, 1000), Buffer.alloc(0), Buffer.from(bytes.map((byte, at) => (at === 5000 ? byte ^ 1 : byte)))]) {
    writeFileSync(path, damaged);
    assert.equal(search(box), first);
    assert.ok(!readFileSync(path).equals(damaged), 'damaged code is replaced');
  }
});

test('a question keeps its own code beside what a search kept, typed as words or as one argument', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?')]);
  box.runApart(['index']);
  search(box);
  box.runApart(['where does the phoenix nest']);
  const names = kept(box).map(({ name }) => name);
  assert.deepEqual(names, ['main.cjs', 'question.main.cjs']);
  const [, { path }] = kept(box);
  const { mtimeNs } = statSync(path, { bigint: true });
  box.runApart(['search', 'where', 'does', 'the', 'phoenix', 'nest']);
  assert.equal(statSync(path, { bigint: true }).mtimeNs, mtimeNs, 'the same code serves both');
});

test('--version and stats do not keep the code that all commands share', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?')]);
  box.runApart(['index']);
  box.runApart(['--version']);
  box.runApart(['stats']);
  assert.deepEqual(kept(box).map(({ name }) => name), ['cli', 'inspect']);
});

test('index keeps the code that all commands share, once some of it is new', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?')]);
  box.runApart(['index']);
  box.runApart(['index', '--full']);
  box.runApart(['index']);
  assert.deepEqual(kept(box).map(({ name }) => name), ['cli', 'refresh'], 'neither has done what most runs do');
  box.history.append(`${PROJECT}/one.jsonl`, [box.history.answer('in a palm')]);
  box.runApart(['index']);
  assert.deepEqual(kept(box).map(({ name }) => name), ['cli', 'index.main.cjs', 'refresh']);
  search(box);
  assert.deepEqual(kept(box).map(({ name }) => name), ['cli', 'index.main.cjs', 'main.cjs', 'refresh']);
});

test('pick keeps the code that all commands share when it lists the newest sessions', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?')]);
  box.runApart(['index']);
  box.runApart(['pick', '--no-refresh', 'phoenix']);
  assert.deepEqual(kept(box).map(({ name }) => name), ['cli'], 'with words it is a search');
  box.runApart(['pick', '--no-refresh']);
  assert.deepEqual(kept(box).map(({ name }) => name), ['cli', 'pick.main.cjs']);
});

test('code that a run kept with other V8 switches is used by the next run', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  // Enough to read for other flags; looked at by the doctor with enough questions for others.
  const line = 'one more word about the phoenix and its nest '.repeat(2000);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?'), ...Array.from({ length: 30 }, (_, at) => box.history.answer(`${at} ${line}`))]);
  mkdirSync(box.index);
  box.runApart(['search', '--', 'phoenix']);
  box.runApart(['doctor']);
  const first = kept(box);
  assert.ok(['cli', 'inspect', 'main.cjs', 'refresh'].every((name) => first.some((one) => one.name === name)), String(first.map(({ name }) => name)));
  search(box);
  box.history.append(`${PROJECT}/one.jsonl`, [box.history.answer('in a palm')]);
  box.runApart(['doctor']);
  for (const { path, bytes } of first) assert.ok(readFileSync(path).equals(bytes), path);
});

test('an index folder that becomes a file during a command does not change its answer', { skip: WHY_NOT }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/one.jsonl`, [box.history.prompt('where does the phoenix nest?')]);
  box.runApart(['index']);
  const preload = join(box.folder, 'replace.cjs');
  writeFileSync(preload, `process.on('exit', () => {
    require('fs').rmSync(process.env.CCFIND_INDEX, { recursive: true });
    require('fs').writeFileSync(process.env.CCFIND_INDEX, 'a file');
  });`);
  const { status, stdout, stderr } = box.runApart(['search', '--no-refresh', '--', 'phoenix'], { nodeArguments: ['--require', preload], env: { CCFIND_INDEX: box.index } });
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /phoenix/);
  assert.equal(readFileSync(box.index, 'utf8'), 'a file');
});
