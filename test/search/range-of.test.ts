import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from '../../src/search/range-of.ts';

test('rangeOf() finds the range that holds a number, past empty ones', () => {
  const start = Uint32Array.from([0, 3, 3, 7, 20, 21]);
  const expected = [0, 0, 0, 2, 2, 2, 2, 3, 3];
  expected.forEach((range, wanted) => assert.equal(rangeOf(start, 0, 5, wanted), range, `${wanted}`));
  assert.equal(rangeOf(start, 3, 5, 19), 3);
  assert.equal(rangeOf(start, 3, 5, 20), 4);
  assert.equal(rangeOf(start, 0, 5, 20), 4);
});

test('rangeOf() agrees with a plain scan', () => {
  const start = Uint32Array.from({ length: 200 }, (_, at) => Math.floor((at * at) / 7));
  for (let wanted = 0; wanted < 6000; wanted += 13) {
    let range = 0;
    while (range + 1 < 200 && start[range + 1] <= wanted) range++;
    for (const from of [0, range >> 1, range]) assert.equal(rangeOf(start, from, 200, wanted), range, `${wanted} from ${from}`);
  }
});
