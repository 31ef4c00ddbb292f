/**
 * Two refreshes at once: whatever the other one read and published meanwhile stays as it is.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import type { Directory } from '../../src/index/directory.ts';
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import type { RefreshRequest } from '../../src/refresh/refresh.ts';
import { withHistory } from '../fixture-history.ts';
import type { History } from '../fixture-history.ts';
import { dumpIndex } from '../index-dump.ts';
import { refresh } from './refreshing.ts';

const AT = '-home-ada-tide/s1.jsonl';
const ALL = ['prompt s1:1 raise the gate', 'prompt s1:2 lower it', 'prompt s1:3 raise it', 'prompt s2:1 count the lanterns'];

/**
 * Runs a refresh that has one line to read, and as soon as it is about to do its `at`-th operation, another process that finds more,
 * in the same session and in a new one. Returns what the first one read; null when it had the lock by then.
 */
function overtake(history: History, at: number, options: Partial<RefreshRequest>): { directory: Directory; filesRead: number } | null {
  let count = 0;
  let isOver = true;
  let isLocked = false;
  const directory = createMemoryDirectory(() => {
    if (isOver || count++ !== at) return;
    isOver = true;
    history.append(AT, [history.prompt('raise it')]);
    history.write('-home-ada-tide/s2.jsonl', [history.prompt('count the lanterns')]);
    isLocked = refresh(directory, history.root).report.locked;
  });
  history.write(AT, [history.prompt('raise the gate')]);
  refresh(directory, history.root);
  history.append(AT, [history.prompt('lower it')]);
  isOver = false;
  const { report } = refresh(directory, history.root, options);
  return isLocked ? null : { directory, filesRead: report.filesRead };
}

test('what another process published before the lock was free is neither read again nor taken for gone', () => {
  for (const isFull of [false, true]) {
    let at = 0;
    for (; ; at++) {
      let isOvertaken = true;
      withHistory((history) => {
        const overtaken = overtake(history, at, { isFull });
        isOvertaken = overtaken !== null;
        if (overtaken === null) return;
        assert.deepEqual(dumpIndex(overtaken.directory).chunks, ALL, `full: ${isFull}, operation ${at}`);
        assert.equal(overtaken.filesRead, isFull ? 2 : 0, `full: ${isFull}, operation ${at}`);
      });
      if (!isOvertaken) break;
    }
    assert.ok(at >= 3, 'manifest, marks, lock');
  }
});

test('a refresh that waits for the lock in vain counts as pending what is still unpublished then', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    history.write(AT, [history.prompt('raise the gate')]);
    refresh(directory, history.root);
    history.append(AT, [history.prompt('lower it')]);
    history.write('-home-ada-tide/s2.jsonl', [history.prompt('count the lanterns')]);
    // The other one publishes, and still has the lock for its merge.
    const waiting: Directory = {
      ...directory,
      lock: () => {
        history.write('-home-ada-tide/s3.jsonl', [history.prompt('light them')]);
        refresh(directory, history.root);
        history.append('-home-ada-tide/s3.jsonl', [history.prompt('put them out')]);
        return null;
      },
    };
    const { locked, filesPending, sessions } = refresh(waiting, history.root).report;
    assert.deepEqual({ locked, filesPending, sessions }, { locked: true, filesPending: 1, sessions: 3 });
  });
});

/** An index folder on disk that somebody removes before its `at`-th write, and before some that follow. */
function vanishing(path: string, at: number, times: number): Directory {
  const directory = openDiskDirectory(path);
  let count = 0;
  const write: Directory['write'] = (...args) => {
    if (count >= at && count < at + times) rmSync(path, { recursive: true, force: true });
    count++;
    return directory.write(...args);
  };
  return { ...directory, write };
}

test('a first build whose index folder is removed begins again, once', () => {
  // Segment, catalog and marks of the first batch and of the second; a manifest without its files is noticed as damage.
  for (const at of [0, 1, 2, 4, 5, 6]) {
    withHistory((history) => {
      for (const name of ['s1', 's2', 's3']) history.write(`-home-ada-tide/${name}.jsonl`, [history.prompt('raise the gate')]);
      const directory = vanishing(`${history.root}/index`, at, 1);
      const { report, warnings } = refresh(directory, history.root, { limits: { batchBytes: 1 } });
      const { locked, sessions, filesPending } = report;
      assert.deepEqual([locked, sessions, filesPending, warnings], [false, 3, 0, []], `write ${at}`);
      assert.equal(dumpIndex(directory).sessions.length, 3, `write ${at}`);
    });
  }
});

test('a first build whose index folder is removed again and again fails with one sentence', () => {
  withHistory((history) => {
    history.write(AT, [history.prompt('raise the gate')]);
    const directory = vanishing(`${history.root}/index`, 0, Infinity);
    assert.throws(() => refresh(directory, history.root), { code: 'failure', message: `the index folder ${history.root}/index went away while the index was written` });
  });
});
