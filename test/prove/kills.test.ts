import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOf } from '../random.ts';
import { proveKills } from './kills.ts';

/** The short form: about 10 kills on 2 MB. At full length: npm run prove -- kills */
test('after a kill at any moment of a build, refresh, merge or rebuild, a search answers as a fresh index', { timeout: 600_000 }, async () => {
  const kills = 7;
  const { faults, rows } = await proveKills({ kills, seed: seedOf(), megabytes: 2, stepKilobytes: 30, largeMegabytes: 0, onProgress: () => {} });
  assert.deepEqual(faults, []);
  assert.equal(rows[0][0], 'kills');
  assert.ok(Number(rows[0][1]) >= kills, `${rows[0][1]} kills`);
});
