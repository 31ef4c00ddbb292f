import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOf } from '../random.ts';
import { proveSoak } from './soak.ts';

/** The short form: too short to see anything grow. At full length: npm run prove -- soak */
test('eight readers of four growing sessions miss no line that was there when they began', { timeout: 600_000 }, async () => {
  const { faults } = await proveSoak({ minutes: 0.05, seed: seedOf(), megabytes: 2, secondsBetweenRebuilds: 1 });
  assert.deepEqual(faults, []);
});
