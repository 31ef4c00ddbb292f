import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEngine } from '../../src/engine.ts';
import type { Stats } from '../../src/reports.ts';
import { withHistory } from '../fixture-history.ts';
import type { History } from '../fixture-history.ts';

function statsOf(history: History): Stats {
  const engine = openEngine({ roots: [history.root], indexDir: join(history.root, 'ccfind') });
  try {
    engine.refresh();
    return engine.stats();
  } finally {
    engine.close();
  }
}

test('stats() tells where every byte of the index folder goes', () => {
  withHistory((history) => {
    history.write('-home-ada-tide/a.jsonl', [history.prompt('mend the sluice'), history.answer('the sluice is mended')]);
    const { space } = statsOf(history);
    const folder = join(history.root, 'ccfind');
    const onDisk = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.equal(space.reduce((sum, { bytes }) => sum + bytes, 0), onDisk);
    assert.deepEqual(space.map(({ part }) => part).sort(), ['catalog', 'dictionary', 'entries', 'manifest', 'marks', 'positions', 'postings', 'tables', 'text']);
  });
});

test('stats() counts dead chunks, and names the largest sessions and projects by their text', () => {
  withHistory((history) => {
    const inPort = { cwd: '/home/ada/port' };
    history.write('-home-ada-tide/a.jsonl', [history.prompt('twelve bytes')]);
    history.write('-home-ada-tide/b.jsonl', [history.prompt('of twenty bytes each')]);
    history.write('-home-ada-port/c.jsonl', [history.prompt('it is twenty and five too', inPort), { type: 'custom-title', customTitle: 'Quay' }]);
    statsOf(history);
    rmSync(history.path('-home-ada-tide/b.jsonl'));
    history.append('-home-ada-tide/a.jsonl', [history.prompt('now forty bytes of text in this last one')]);
    const { deadChunks, chunks, largestSessions, largestProjects, published } = statsOf(history);
    assert.deepEqual([deadChunks, chunks], [1, 4]);
    assert.deepEqual(largestSessions, [
      { session: 'a', title: 'twelve bytes', project: 'tide', chunks: 2, textBytes: 52 },
      { session: 'c', title: 'Quay', project: 'port', chunks: 2, textBytes: 29 },
    ]);
    assert.deepEqual(largestProjects, [
      { project: 'tide', dir: '/home/ada/tide', sessions: 1, chunks: 2, textBytes: 52 },
      { project: 'port', dir: '/home/ada/port', sessions: 1, chunks: 2, textBytes: 29 },
    ]);
    assert.match(published ?? '', /^\d{4}-\d\d-\d\dT/);
  });
});

test('stats() of no index are zeros', () => {
  withHistory((history) => {
    const engine = openEngine({ roots: [], indexDir: join(history.root, 'ccfind') });
    const { space, published, largestSessions, largestProjects, deadChunks } = engine.stats();
    assert.deepEqual([space, published, largestSessions, largestProjects, deadChunks], [[], null, [], [], 0]);
    engine.close();
  });
});
