import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSynonyms } from '../../src/search/own-synonyms.ts';

test('readSynonyms() folds a person\'s lines, and tells which say nothing', () => {
  const { lines, trouble } = readSynonyms('# mine\r\n\r\nBürofax,  FAX\nalone\nMonolith , big  ball of mud,\n,,\nx, x\n');
  assert.equal(lines, 'burofax, fax\nmonolith, big ball of mud\n');
  assert.equal(trouble, 'lines 4, 6, 7 left out: a line is two words or more with commas between them');
});

test('readSynonyms() accepts good lines in silence, and limits what it reads', () => {
  assert.deepEqual(readSynonyms('a, b'), { lines: 'a, b\n', trouble: null });
  assert.deepEqual(readSynonyms(''), { lines: '', trouble: null });
  assert.match(readSynonyms('a, b\n'.repeat(6000)).trouble ?? '', /only the first 5000 lines are used/);
  assert.match(readSynonyms(`${'long'.repeat(40)}, b`).trouble ?? '', /^line 1 left out/);
});
