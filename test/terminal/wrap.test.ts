import { test } from 'node:test';
import assert from 'node:assert/strict';
import { graphemes } from '../../src/terminal/graphemes.ts';
import { width } from '../../src/terminal/width.ts';
import { wrap } from '../../src/terminal/wrap.ts';
import { randomText, seededRandom } from './seeded-random.ts';

function rows(text: string, columns: number): string[] {
  return wrap(text, columns).map(({ start, end }) => text.slice(start, end));
}

test('wrap() breaks at spaces, else between graphemes', () => {
  assert.deepEqual(rows('one two three', 7), ['one two', 'three']);
  assert.deepEqual(rows('one two three', 8), ['one two', 'three']);
  assert.deepEqual(rows('one two three', 80), ['one two three']);
  assert.deepEqual(rows('abcdefgh ij', 4), ['abcd', 'efgh', 'ij']);
  assert.deepEqual(rows('日本語のテキスト', 5), ['日本', '語の', 'テキ', 'スト']);
  assert.deepEqual(rows('a 日本語', 6), ['a', '日本語']);
  assert.deepEqual(rows('', 10), []);
  assert.deepEqual(rows('   ', 2), []);
  assert.deepEqual(rows('  a  b  ', 80), ['a  b']);
});

test('wrap() loses only spaces, and no row is too wide', () => {
  const pieces = ['a', 'word', ' ', '  ', '日', 'e\u0301', '👩\u200d👧', '-', '🇩🇪'];
  const seed = Number(process.env.SEED ?? 20260304);
  const random = seededRandom(seed);
  for (let round = 0; round < 2000; round++) {
    const text = randomText(random, pieces, 20);
    for (const columns of [2, 3, 5, 11]) {
      const message = `seed ${seed}, text ${JSON.stringify(text)}, columns ${columns}`;
      const found = rows(text, columns);
      assert.equal(found.join('').replaceAll(' ', ''), text.replaceAll(' ', ''), message);
      for (const row of found) assert.ok((width(row) <= columns || graphemes(row).length === 1) && row.trim() === row, message);
    }
  }
});
