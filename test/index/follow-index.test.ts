/**
 * A reader that lives while others publish, merge and delete.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CcfindError } from '../../src/errors.ts';
import type { Directory } from '../../src/index/directory.ts';
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { followIndex } from '../../src/index/follow-index.ts';
import { openSnapshot } from '../../src/index/index-reader.ts';
import type { OpenSnapshot } from '../../src/index/index-reader.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { withHistory } from '../fixture-history.ts';
import type { History } from '../fixture-history.ts';
import { refresh } from '../refresh/refreshing.ts';

const AT = '-home-ada-tide/s1.jsonl';

/** A reader's view of the folder: which files it read and which it has open. */
function watched(directory: Directory, beforeOpen: (name: string) => void = () => {}): { directory: Directory; read: string[]; open: Set<string> } {
  const read: string[] = [];
  const open = new Set<string>();
  return {
    read,
    open,
    directory: {
      ...directory,
      open: (name) => {
        beforeOpen(name);
        const file = directory.open(name);
        open.add(name);
        return { ...file, close: () => open.delete(name) };
      },
      readAll: (name) => {
        read.push(name);
        return directory.readAll(name);
      },
    },
  };
}

/** Publishes a segment more. */
function publish(directory: Directory, history: History, word: string): void {
  history.append(AT, [history.prompt(word)]);
  refresh(directory, history.root);
}

function textsOf(snapshot: OpenSnapshot): string[] {
  return snapshot.segments.flatMap((segment) => Array.from({ length: segment.chunkCount }, (_, chunk) => segment.text(chunk).toString()));
}

test('followIndex() reads nothing while nothing is published, and opens only what is new', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    publish(directory, history, 'gate');
    const reader = watched(directory);
    const index = followIndex(reader.directory);
    const first = index.present();
    reader.read.length = 0;
    assert.equal(index.present(), first);
    assert.deepEqual(reader.read, []);
    publish(directory, history, 'sluice');
    const second = index.present();
    assert.deepEqual(textsOf(second), ['gate', 'sluice']);
    assert.equal(second.segments[0], first.segments[0], 'with all that is known of it');
    assert.deepEqual(reader.read, ['manifest.json']);
    refresh(directory, history.root, { isFull: true });
    assert.deepEqual(textsOf(index.present()), ['gate', 'sluice']);
    assert.deepEqual([...reader.open], index.present().segments.map(({ name }) => name), 'what went is closed');
    index.close();
    assert.equal(reader.open.size, 0);
    assert.deepEqual(textsOf(index.present()), ['gate', 'sluice']);
  });
});

test('followIndex() over 200 publications has never more files open than there are segments', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const reader = watched(directory);
    const index = followIndex(reader.directory);
    for (let i = 0; i < 200; i++) {
      publish(directory, history, `lantern ${i}`);
      const { segments } = index.present();
      assert.deepEqual([...reader.open].sort(), segments.map(({ name }) => name).sort());
    }
    assert.ok(reader.open.size < 20, `${reader.open.size} segments`);
  });
});

test('followIndex() notices a manifest that was replaced within one tick of the clock', () => {
  withHistory((history) => {
    const folder = join(history.root, 'ccfind');
    const directory = openDiskDirectory(folder);
    const index = followIndex(directory);
    const now = new Date();
    for (const word of ['gate', 'sluice', 'lock', 'weir']) {
      publish(directory, history, word);
      fs.utimesSync(join(folder, 'manifest.json'), now, now);
      assert.ok(textsOf(index.present()).includes(word), word);
    }
    index.close();
  });
});

test('a directory on disk has one stamp for a manifest that has lain there for a while', () => {
  withHistory((history) => {
    const folder = join(history.root, 'ccfind');
    const directory = openDiskDirectory(folder);
    assert.equal(directory.stamp('manifest.json'), 'missing');
    publish(directory, history, 'gate');
    assert.notEqual(directory.stamp('manifest.json'), directory.stamp('manifest.json'), 'just written');
    const longAgo = new Date(Date.now() - 60_000);
    fs.utimesSync(join(folder, 'manifest.json'), longAgo, longAgo);
    const stamp = directory.stamp('manifest.json');
    assert.equal(directory.stamp('manifest.json'), stamp);
    publish(directory, history, 'sluice');
    assert.notEqual(directory.stamp('manifest.json'), stamp);
  });
});

test('followIndex() answers nothing from an index that was deleted, and follows the next one', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    publish(directory, history, 'gate');
    const reader = watched(directory);
    const index = followIndex(reader.directory);
    index.present();
    for (const name of directory.list()) directory.remove(name);
    assert.deepEqual([textsOf(index.present()), reader.open.size], [[], 0]);
    publish(directory, history, 'sluice');
    assert.deepEqual(textsOf(index.present()), ['gate', 'sluice']);
  });
});

test('a segment that is kept open has the times of the new snapshot, not of the old one', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const shared = history.prompt('gate');
    history.write(AT, [{ ...shared, timestamp: '2026-03-02T12:00:00.000Z' }]);
    refresh(directory, history.root);
    const copy = history.write('-home-ada-tide/s2.jsonl', [{ ...shared, timestamp: '2026-03-02T10:00:00.000Z' }, history.prompt('sluice')]);
    refresh(directory, history.root);
    const index = followIndex(directory);
    const timesOf = ({ segments }: OpenSnapshot): string[] => segments.flatMap(({ rows }) => Array.from(rows.timeMs.subarray(0, 1), (ms) => new Date(ms).toISOString().slice(11, 16)));
    const before = index.present();
    assert.deepEqual(timesOf(before), ['10:00', '09:02']);
    fs.rmSync(copy);
    refresh(directory, history.root);
    const after = index.present();
    assert.equal(after.segments[0], before.segments[0]);
    assert.deepEqual(timesOf(after), ['12:00']);
  });
});

test('openSnapshot() reads the manifest again when a merge removes what it was about to open', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    publish(directory, history, 'gate');
    let isMerged = false;
    const reader = watched(directory, () => {
      if (isMerged) return;
      isMerged = true;
      refresh(directory, history.root, { isFull: true });
    });
    const snapshot = openSnapshot(reader.directory);
    assert.deepEqual([snapshot?.manifest.generation, reader.read.filter((name) => name === 'manifest.json').length], [2, 2]);
    snapshot?.close();
    assert.equal(reader.open.size, 0);
  });
});

test('openSnapshot() without a usable manifest leaves the index alone: it keeps the last snapshot, or says so', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    publish(directory, history, 'gate');
    let isFast = false;
    const reader = watched(directory, () => {
      if (isFast) refresh(directory, history.root, { isFull: true });
    });
    const index = followIndex(reader.directory);
    const first = index.present();
    isFast = true;
    refresh(directory, history.root, { isFull: true });
    assert.equal(index.present(), first);
    assert.deepEqual(textsOf(first), ['gate']);
    assert.throws(() => openSnapshot(reader.directory), (error) => error instanceof CcfindError && error.message === 'the index is being replaced faster than it can be opened');
    assert.equal(reader.open.size, 1);
    isFast = false;
    assert.deepEqual(textsOf(index.present()), ['gate']);
    assert.notEqual(index.present(), first);
  });
});
