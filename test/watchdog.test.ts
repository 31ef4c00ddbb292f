import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTimeLimit } from '../src/watchdog.ts';

test('createTimeLimit() stops a regular expression that does not end, and goes on', () => {
  const limit = createTimeLimit();
  const beganMs = limit.nowMs();
  assert.equal(limit.run(50, () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)), false);
  assert.ok(limit.nowMs() - beganMs < 30_000);
  let count = 0;
  assert.equal(limit.run(10_000, () => count++), true);
  assert.equal(count, 1);
});

test('createTimeLimit() throws what the work throws', () => {
  assert.throws(() => createTimeLimit().run(1000, () => { throw new RangeError('of the work'); }), /of the work/);
});

test('createTimeLimit() ends the work at a look at the clock, when asked to', () => {
  const limit = createTimeLimit(() => { throw new RangeError('not wanted'); });
  assert.throws(() => limit.run(1000, () => void limit.nowMs()), /not wanted/);
});
