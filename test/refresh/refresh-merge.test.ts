/**
 * When a refresh merges, and what is to be found before, while and after it does.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Directory } from '../../src/index/directory.ts';
import { readManifest } from '../../src/index/index-reader.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { withHistory } from '../fixture-history.ts';
import type { History } from '../fixture-history.ts';
import { dumpIndex } from '../index-dump.ts';
import { refresh } from './refreshing.ts';

const AT = '-home-ada-tide/s1.jsonl';

const segmentsOf = (directory: Directory): number => readManifest(directory)?.segments.length ?? 0;

/** So many refreshes, each of a turn more; of four together there is enough to be merged where there is time. */
function grow(history: History, directory: Directory, count: number): void {
  for (let i = 0; i < count; i++) {
    history.append(AT, [history.prompt(`raise gate ${i}, ${'then wait for the tide '.repeat(7000)}`)]);
    refresh(directory, history.root);
  }
}

test('a refresh for a search leaves a few small segments; one that has time makes one of them', () => {
  withHistory((history) => {
    history.write(AT, [history.prompt('begin')]);
    const directory = createMemoryDirectory();
    grow(history, directory, 5);
    assert.equal(segmentsOf(directory), 5);
    const before = dumpIndex(directory);
    refresh(directory, history.root);
    assert.equal(segmentsOf(directory), 5, 'nothing new, nobody with time');
    refresh(directory, history.root, { hasTime: true });
    assert.equal(segmentsOf(directory), 1, 'nothing new, but time');
    assert.deepEqual(dumpIndex(directory), before);
    history.append(AT, [history.prompt('lower it')]);
    refresh(directory, history.root, { hasTime: true });
    assert.deepEqual([segmentsOf(directory), dumpIndex(directory).chunks.length], [2, before.chunks.length + 1], 'not worth copying the large one');
  });
});

test('a refresh that has time writes nothing when there is nothing to merge', () => {
  withHistory((history) => {
    history.write(AT, [history.prompt('begin')]);
    const written: string[] = [];
    const directory = createMemoryDirectory((operation, name) => {
      if (operation === 'write' || operation === 'lock') written.push(name);
    });
    refresh(directory, history.root, { hasTime: true });
    written.length = 0;
    refresh(directory, history.root, { hasTime: true });
    assert.deepEqual(written, []);
  });
});

test('a refresh publishes what was read before a long merge, and keeps it when the merge fails', () => {
  withHistory((history) => {
    history.write(AT, [history.prompt('begin')]);
    let isRefusing = false;
    let segments = 0;
    const directory = createMemoryDirectory((operation, name) => {
      if (operation !== 'write' || !name.startsWith('seg-') || !isRefusing) return;
      // The first is what is new, the second the merge.
      if (++segments === 2) throw Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
    });
    grow(history, directory, 4);
    isRefusing = true;
    history.append(AT, [history.prompt('the last word')]);
    const { warnings } = refresh(directory, history.root, { hasTime: true });
    assert.deepEqual(warnings, ['the index folder (memory) cannot be written: no space left']);
    assert.equal(segmentsOf(directory), 5);
    assert.ok(dumpIndex(directory).chunks.includes('prompt s1:6 the last word'));
    assert.deepEqual(directory.list().filter((name) => name.startsWith('seg-')).length, 5, 'nothing is left of the merge');
    isRefusing = false;
    refresh(directory, history.root, { hasTime: true });
    assert.equal(segmentsOf(directory), 1);
    assert.ok(dumpIndex(directory).chunks.includes('prompt s1:6 the last word'));
  });
});
