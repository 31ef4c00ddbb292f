/**
 * A disk that refuses: full at any byte, a lock that cannot be removed, a folder where a file should be.
 *
 * For a full disk the system limits the size of the files that the program may write: a write fails in its middle, and so does
 * that of the lock.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { answerOf, essence, indexFiles, makeBox, PROJECT } from './box.ts';
import { AS_NOBODY, whyNotAsNobody } from './other-user.ts';

/** Files of at most so many blocks of 512 bytes. */
function upTo(blocks: number): readonly string[] {
  return ['sh', '-c', `ulimit -f ${blocks} && exec "$@"`, 'sh'];
}

test('a disk that gets full at any byte is a failure in one sentence, or a warning where there is an index', { skip: process.platform === 'win32' }, (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/a.jsonl`, [history.prompt('leviathan below')]);
  // Larger than a first write of a few blocks.
  const words = Array.from({ length: 900 }, (_, i) => `w${(i * 48271) % 65537}`).join(' ');
  history.write(`${PROJECT}/b.jsonl`, [history.prompt('behemoth above'), history.answer(words)]);
  for (const blocks of [0, 1, 4, 16]) {
    const { status, stdout, stderr } = box.run(['search', 'leviathan'], { through: upTo(blocks) });
    assert.deepEqual([status, stdout], [2, ''], `${blocks} blocks`);
    assert.match(stderr, /^ccfind: the index folder \S+ cannot be written: EFBIG[^\n]*\nhint: free the disk [^\n]*CCFIND_DIR[^\n]*\n$/, `${blocks} blocks`);
    assert.deepEqual(indexFiles(box), [], `${blocks} blocks`);
  }
  rmSync(history.path(PROJECT, 'b.jsonl'));
  box.run(['index']);
  history.write(`${PROJECT}/b.jsonl`, [history.prompt('behemoth above'), history.answer(words)]);
  const before = indexFiles(box);
  for (const blocks of [0, 1, 4, 16]) {
    const { status, stdout, stderr } = box.run(['search', '--json', '--', 'leviathan'], { through: upTo(blocks) });
    assert.match(stderr, /^ccfind: the index folder \S+ cannot be written: EFBIG[^\n]*\n$/, `${blocks} blocks`);
    const answer = answerOf({ status, stdout, stderr });
    assert.deepEqual([answer.hits.map(({ session }) => session), answer.index.pending], [['a'], 1], `${blocks} blocks`);
    assert.deepEqual(indexFiles(box), before, `${blocks} blocks`);
  }
  const index = box.run(['index'], { through: upTo(4) });
  assert.deepEqual([index.status, index.stdout], [2, '']);
  assert.match(index.stderr, /EFBIG[^\n]*\nccfind: the index is not up to date: 1 file still waiting\nhint: free the disk/);
  const grown = essence(box.search('behemoth'));
  const anew = box.run(['index', '--full'], { through: upTo(4) });
  assert.deepEqual([anew.status, anew.stdout], [2, '']);
  assert.match(anew.stderr, /EFBIG[^\n]*\nccfind: the index is as it was before\nhint: free the disk/);
  rmSync(box.index, { recursive: true });
  assert.deepEqual(grown, essence(box.search('behemoth')));
});

test('with a dead lock that cannot be removed the old index answers, and a warning names the lock', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/a.jsonl`, [history.prompt('leviathan below')]);
  AS_NOBODY.own(box);
  const options = { through: AS_NOBODY.through };
  box.run(['index'], options);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const namespace = existsSync('/proc/self/ns/pid') ? ` ${readlinkSync('/proc/self/ns/pid')}` : '';
  writeFileSync(join(box.index, 'lock'), JSON.stringify({ pid, started: '', host: hostname() + namespace, boot: '', nonce: 'a-b-c' }));
  history.append(`${PROJECT}/a.jsonl`, [history.prompt('then behemoth')]);
  AS_NOBODY.own(box);
  chmodSync(box.index, 0o500);
  const { status, stdout, stderr } = box.run(['search', '--json', '--', 'leviathan'], options);
  assert.match(stderr, /^ccfind: the index folder \S+ cannot be written: EACCES[^\n]*lock[^\n]*\n$/);
  const answer = answerOf({ status, stdout, stderr });
  assert.deepEqual([answer.hits.map(({ session }) => session), answer.index.pending], [['a'], 1]);
  chmodSync(box.index, 0o700);
  assert.deepEqual(box.found('behemoth', [], options), ['a']);
  assert.deepEqual(readdirSync(box.index).filter((name) => name.startsWith('lock')), []);
});

test('a folder in the place of the manifest makes the index be rebuilt', (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/a.jsonl`, [box.history.prompt('leviathan below')]);
  box.run(['index']);
  rmSync(join(box.index, 'manifest.json'));
  mkdirSync(join(box.index, 'manifest.json'));
  assert.deepEqual(box.found('leviathan'), ['a']);
  assert.equal(indexFiles(box).filter((name) => /^(manifest|seg|catalog|marks)/.test(name)).length, 4);
});

test('a pipe or folder in the place of an index file keeps nobody waiting: what is missing is made anew', { skip: process.platform === 'win32' }, (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/a.jsonl`, [box.history.prompt('leviathan below')]);
  box.runApart(['index']);
  const makePipe = (start: string): string => {
    const path = join(box.index, readdirSync(box.index).find((name) => name.startsWith(start)) ?? start);
    rmSync(path, { force: true });
    assert.equal(spawnSync('mkfifo', ['-m', '600', path]).status, 0);
    return path;
  };
  for (const start of ['manifest.json', 'catalog-', 'marks-', 'seg-']) {
    const path = makePipe(start);
    const doctor = box.run(['doctor']);
    assert.deepEqual([doctor.status, doctor.stderr], [2, ''], start);
    assert.ok(doctor.stdout.includes(`${path} cannot be read (no regular file)`), doctor.stdout);
    const { status, stderr } = box.run(['search', '--', 'leviathan']);
    assert.deepEqual([status, stderr], [0, `ccfind: ${path} cannot be read (no regular file): the index is made anew\n`]);
    assert.equal(box.run(['doctor']).status, 0, start);
  }
  makePipe('last-list.json');
  assert.equal(box.run(['show', '1']).status, 1, 'no list, so no session 1');
  const compiled = join(box.index, 'compiled');
  // Not every Node keeps code.
  for (const name of existsSync(compiled) ? readdirSync(compiled) : []) makePipe(join('compiled', name));
  assert.equal(box.runApart(['search', '--', 'leviathan']).status, 0);
  const lock = makePipe('lock');
  assert.equal(box.run(['search', '--', 'leviathan']).status, 0, 'one that may just be coming into being is respected');
  assert.equal(box.run(['doctor']).status, 0);
  utimesSync(lock, 1_770_000_000, 1_770_000_000);
  box.history.append(`${PROJECT}/a.jsonl`, [box.history.prompt('then behemoth')]);
  assert.deepEqual(box.found('behemoth'), ['a']);
  assert.deepEqual(readdirSync(box.index).filter((name) => name.startsWith('lock')), []);
});

test('a process that may open no more files says so, and leaves the index as it is', (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/a.jsonl`, [history.prompt('leviathan below')]);
  box.run(['index']);
  const before = indexFiles(box);
  const preload = join(box.folder, 'no-more-files.cjs');
  const refuse = `
    const fs = require('fs');
    const { openSync } = fs;
    fs.openSync = (path, ...rest) => {
      if (String(path).includes(process.env.REFUSED)) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE', syscall: 'open' });
      return openSync(path, ...rest);
    };`;
  writeFileSync(preload, refuse);
  for (const refused of ['manifest.json', 'marks-', 'catalog-', 'seg-']) {
    const { status, stdout, stderr } = box.run(['search', 'leviathan'], { nodeArguments: ['--require', preload], env: { REFUSED: join(box.index, refused) } });
    assert.deepEqual([status, stdout, stderr], [2, '', 'ccfind: the index cannot be read now: EMFILE: too many open files\nhint: try again; if it stays so, end other programs, or see ulimit -a\n'], refused);
    assert.deepEqual(indexFiles(box), before, refused);
  }
  assert.deepEqual(box.found('leviathan'), ['a']);
});
