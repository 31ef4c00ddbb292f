import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from '../src/lazy.ts';

test('lazy() makes its value once, when first asked, even if it is undefined', () => {
  let count = 0;
  const nothing = lazy(() => {
    count++;
    return undefined;
  });
  assert.equal(count, 0);
  assert.deepEqual([nothing(), nothing(), count], [undefined, undefined, 1]);
});
