import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeHolder, describeWaiting } from '../../src/cli/waiting-text.ts';

const SINCE = new Date(2026, 2, 14, 10, 32).getTime();

test('describeHolder() names the process, its machine where that is another, and since when', () => {
  assert.equal(describeHolder(null), 'another process, which is writing the index');
  assert.equal(describeHolder({ pid: 4711, host: null, sinceMs: SINCE }), 'process 4711, which has been writing the index since 2026-03-14 10:32');
  assert.equal(describeHolder({ pid: 4711, host: 'at\x1b[2Jtic', sinceMs: null }), 'process 4711 on attic, which is writing the index');
  assert.equal(describeHolder({ pid: 1, host: null, sinceMs: 1e300 }), 'process 1, which has been writing the index since no date');
});

test('describeWaiting() tells how long it has waited, and how long it may wait', () => {
  const waiting = { holder: null, waitedMs: 61_500, limitMs: 660_000 };
  assert.equal(describeWaiting(waiting), 'waiting 1 min 2 s of at most 11 min for another process, which is writing the index');
});
