import { test } from 'node:test';
import assert from 'node:assert/strict';
import { formatBytes } from '../../src/cli/sizes.ts';

test('formatBytes() takes the unit that fits', () => {
  const sizes: readonly (readonly [bytes: number, shown: string])[] = [[0, '0 B'], [999, '999 B'], [4200, '4 KB'], [1_071_513, '1.1 MB'], [314_000_000, '314 MB']];
  for (const [bytes, shown] of sizes) assert.equal(formatBytes(bytes), shown);
});
