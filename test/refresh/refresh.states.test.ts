/**
 * What may happen to a transcript between two searches: the next one finds what an index made from nothing would.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import type { Directory } from '../../src/index/directory.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { History, withHistory } from '../fixture-history.ts';
import { dumpIndex } from '../index-dump.ts';
import { refresh } from './refreshing.ts';

const AT = '-home-ada-tide/s1.jsonl';
const OTHER = '-home-ada-tide/s2.jsonl';
const MOVED = '-home-ada-tide--worktrees-quay/s1.jsonl';
/** Longer than what a mark's hashes cover, so that a change in the middle lies outside of them. */
const LONG = `the first ${'tide '.repeat(400)}`;

interface State {
  readonly name: string;
  readonly change: (history: History, path: string) => void;
  /** What is found afterwards, the long prompt and its session's number left out. */
  readonly found: readonly string[];
  /** Bytes of transcripts that the refresh reads; null: the whole file. */
  readonly bytesRead: number | null;
}

const UNCHANGED = ['answer the gate is up', 'answer the sluice is shut', 'prompt shut the sluice'];

/** Writes the content under another number and puts it in the file's place. */
function replaceBy(path: string, content: string | Buffer): void {
  fs.writeFileSync(`${path}.new`, content);
  fs.renameSync(`${path}.new`, path);
}

function edit(path: string, from: string, to: string): string {
  return fs.readFileSync(path, 'utf8').replace(from, to);
}

function keepTimes(path: string, change: () => void): void {
  const { atime, mtime } = fs.statSync(path);
  change();
  fs.utimesSync(path, atime, mtime);
}

const STATES: readonly State[] = [
  { name: 'nothing', change: () => {}, found: UNCHANGED, bytesRead: 0 },
  { name: 'a half-written last line', change: (_, path) => fs.appendFileSync(path, '{"type":"user","mess'), found: UNCHANGED, bytesRead: 0 },
  {
    name: 'cut and regrown longer',
    change: (history, path) => {
      fs.truncateSync(path, fs.readFileSync(path, 'utf8').indexOf('\n') + 1);
      history.append(AT, [history.answer('the gate is stuck'), history.prompt(`${LONG}${LONG}${LONG}`), history.prompt('call Bob')]);
    },
    found: ['answer the gate is stuck', 'prompt call Bob'],
    bytesRead: null,
  },
  { name: 'an older state restored in place', change: (_, path) => fs.truncateSync(path, fs.readFileSync(path, 'utf8').lastIndexOf('\n', fs.statSync(path).size - 2) + 1), found: ['answer the gate is up', 'prompt shut the sluice'], bytesRead: null },
  { name: 'an older state restored under another number', change: (_, path) => replaceBy(path, `${fs.readFileSync(path, 'utf8').split('\n').slice(0, 2).join('\n')}\n`), found: ['answer the gate is up'], bytesRead: null },
  { name: 'another number, the same content and times', change: (_, path) => keepTimes(path, () => replaceBy(path, fs.readFileSync(path))), found: UNCHANGED, bytesRead: 0 },
  { name: 'another number, other content', change: (_, path) => replaceBy(path, edit(path, 'the sluice is shut', 'the sluice is open')), found: ['answer the gate is up', 'answer the sluice is open', 'prompt shut the sluice'], bytesRead: null },
  { name: 'moved with its worktree', change: (history, path) => (fs.mkdirSync(history.path('-home-ada-tide--worktrees-quay')), fs.renameSync(path, history.path(MOVED))), found: UNCHANGED, bytesRead: 0 },
  { name: 'deleted', change: (_, path) => fs.rmSync(path), found: [], bytesRead: 0 },
  { name: 'times set back', change: (_, path) => fs.utimesSync(path, 1, 1), found: UNCHANGED, bytesRead: null },
  {
    name: 'grown, and times set back',
    change: (history, path) => keepTimes(path, () => history.append(AT, [history.prompt('and the weir')])),
    found: [...UNCHANGED, 'prompt and the weir'],
    bytesRead: 194,
  },
  {
    name: 'grown by as many bytes as it lost',
    change: (_, path) => {
      const text = fs.readFileSync(path, 'utf8');
      const cut = text.lastIndexOf('\n', text.length - 2) + 1;
      fs.truncateSync(path, cut);
      fs.appendFileSync(path, text.slice(cut).replace('the sluice is shut', 'the sluice is gone'));
    },
    found: ['answer the gate is up', 'answer the sluice is gone', 'prompt shut the sluice'],
    bytesRead: null,
  },
  {
    name: 'other words of the same length in the middle',
    change: (_, path) => fs.writeFileSync(path, edit(path, 'the gate is up', 'the gate is **')),
    found: ['answer the gate is **', 'answer the sluice is shut', 'prompt shut the sluice'],
    bytesRead: null,
  },
];

/** What is found of the session, without the prompt that all states share. */
function found(directory: ReturnType<typeof createMemoryDirectory>, session: string): string[] {
  const pattern = new RegExp(` ${session}:\\d+ `);
  return dumpIndex(directory).chunks.filter((text) => pattern.test(text) && !text.includes('tide')).map((text) => text.replace(pattern, ' ').trim());
}

for (const { name, change, found: expected, bytesRead } of STATES) {
  test(`a transcript, ${name}, is right at the next search`, () => {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      const path = history.write(AT, [history.prompt(LONG), history.answer('the gate is up'), history.prompt(`${LONG} end`), history.prompt('shut the sluice'), history.answer('the sluice is shut')]);
      fs.utimesSync(path, 1.7e9, 1.7e9);
      history.write(OTHER, [history.prompt('another')]);
      refresh(directory, history.root);
      change(history, path);
      const wholeBytes = fs.existsSync(path) ? fs.statSync(path).size : 0;
      assert.equal(refresh(directory, history.root).report.bytesRead, bytesRead ?? wholeBytes);
      assert.deepEqual(found(directory, 's1'), expected);
      assert.deepEqual(found(directory, 's2'), ['prompt another']);
      const fresh = createMemoryDirectory();
      refresh(fresh, history.root);
      assert.deepEqual(dumpIndex(directory).chunks, dumpIndex(fresh).chunks);
      assert.equal(refresh(directory, history.root).report.filesRead, 0, 'and nothing is left to do');
    });
  });
}

/** A directory that has `change` made as soon as the first file of an index is written to it. */
function changedMeanwhile(directory: Directory, change: () => void): Directory {
  let isChanged = false;
  return {
    ...directory,
    write: (name, parts, isCommit) => {
      if (!isChanged) change();
      isChanged = true;
      return directory.write(name, parts, isCommit);
    },
  };
}

for (const [name, isFull] of [['a first build', false], ['a build anew', true]] as const) {
  test(`sessions whose transcripts are deleted during ${name}, before they are read, are not counted`, () => {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      const paths = Array.from({ length: 6 }, (_, i) => history.write(`-home-ada-tide/s${i}.jsonl`, [history.prompt(`${LONG} ${i}`), history.answer('the gate is up')]));
      paths.forEach((path, i) => fs.utimesSync(path, 1.7e9 - i, 1.7e9 - i));
      // Of a session with two files one goes: it stays, and knows where the other lies.
      const twin = history.write('-home-ada-quay/s4.jsonl', fs.readFileSync(paths[4], 'utf8').trim().split('\n'));
      fs.utimesSync(twin, 1.6e9, 1.6e9);
      if (isFull) refresh(directory, history.root);
      const changed = changedMeanwhile(directory, () => paths.slice(3).forEach((path) => fs.rmSync(path)));
      const limits = { draftBytes: 500, batchBytes: 1 };
      const { trouble, report } = refresh(changed, history.root, { isFull, limits });
      assert.deepEqual([trouble, report.sessions], [[], 4]);
      const fresh = createMemoryDirectory();
      refresh(fresh, history.root);
      assert.deepEqual(dumpIndex(directory).sessions, dumpIndex(fresh).sessions);
      assert.deepEqual(dumpIndex(directory).chunks, dumpIndex(fresh).chunks);
      refresh(directory, history.root);
      assert.deepEqual(dumpIndex(directory), dumpIndex(fresh));
    });
  });
}

test('a transcript that fails half-way and is then deleted is forgotten, with what was read of it', (context) => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    history.write(OTHER, [history.prompt('another')]);
    const path = history.write(AT, Array.from({ length: 40 }, (_, i) => history.prompt(`${LONG} ${i}`)));
    let readCount = 0;
    const { readSync } = fs;
    const reading = context.mock.method(createRequire(import.meta.url)('node:fs') as typeof fs, 'readSync', ((fd, bytes, ...range) => {
      const isOfFile = fs.fstatSync(fd).ino === fs.statSync(path).ino;
      if (isOfFile && ++readCount > 6) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
      return Reflect.apply(readSync, fs, [fd, bytes, ...range]) as number;
    }) as typeof readSync);
    syncBuiltinESMExports();
    const { trouble } = refresh(directory, history.root, { limits: { stepBytes: 8000 } });
    reading.mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual(trouble.map((one) => one.path), [path]);
    assert.ok(found(directory, 's2').length === 1 && dumpIndex(directory).chunks.length > 1, 'a part was read');
    fs.rmSync(path);
    refresh(directory, history.root);
    const fresh = createMemoryDirectory();
    refresh(fresh, history.root);
    assert.deepEqual(dumpIndex(directory), dumpIndex(fresh));
  });
});

test('a link that leads nowhere holds up no other deletion, but what was read through it is kept', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const disk = `${history.root}/disk`;
    fs.mkdirSync(`${disk}/folder`, { recursive: true });
    fs.mkdirSync(history.path('-home-ada-tide'));
    fs.writeFileSync(`${disk}/s3.jsonl`, `${JSON.stringify(history.prompt('behind a link'))}\n`);
    fs.writeFileSync(`${disk}/folder/s4.jsonl`, `${JSON.stringify(history.prompt('behind a linked folder'))}\n`);
    fs.symlinkSync(`${disk}/s3.jsonl`, history.path('-home-ada-tide/s3.jsonl'));
    fs.symlinkSync(`${disk}/folder`, history.path('-home-ada-quay'));
    const path = history.write(AT, [history.prompt('to be deleted')]);
    refresh(directory, history.root);
    fs.renameSync(disk, `${disk}-away`);
    fs.rmSync(path);
    const { report, trouble } = refresh(directory, history.root);
    assert.deepEqual([report.sessions, trouble.map(({ reason }) => reason)], [2, ['dangling link', 'dangling link']]);
    assert.deepEqual(dumpIndex(directory).chunks, ['prompt s3:1 behind a link', 'prompt s4:1 behind a linked folder']);
    assert.deepEqual(dumpIndex(directory).counts.skipped, [{ reason: 'dangling link', count: 2 }]);
    fs.renameSync(`${disk}-away`, disk);
    const { bytesRead, sessions } = refresh(directory, history.root).report;
    assert.deepEqual([bytesRead, sessions], [0, 2]);
    fs.rmSync(history.path('-home-ada-tide/s3.jsonl'));
    fs.rmSync(history.path('-home-ada-quay'));
    assert.equal(refresh(directory, history.root).report.sessions, 0, 'without the links they are gone');
  });
});
