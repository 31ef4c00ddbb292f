/**
 * What may happen to a transcript between two searches: the next one finds what an index made from nothing would.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';
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
  test(`a transcript, ${name}: right at the next search`, () => {
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
