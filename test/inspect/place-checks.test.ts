/**
 * How much room a rebuild needs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOfRebuild } from '../../src/inspect/place-checks.ts';

test('bytesOfRebuild() is what an index of those transcripts takes, and no less than a refresh writes', () => {
  assert.equal(bytesOfRebuild(0, 21_000_000), 8 << 20);
  assert.equal(bytesOfRebuild(0, 600_000_000), 100_000_000);
  assert.equal(bytesOfRebuild(83_000_000, 60_000_000), 83_000_000);
});
