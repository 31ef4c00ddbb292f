import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cutAt, truncate, width } from '../../src/terminal/width.ts';
import { randomText, seededRandom } from './seeded-random.ts';

const WIDTHS: readonly (readonly [text: string, columns: number])[] = [
  ['', 0],
  ['plain', 5],
  ['naïve Größe', 11],
  ['12→│ ✓', 6],
  ['Привет…', 7],
  ['日本語', 6],
  ['ｆｕｌｌ', 8],
  ['한국', 4],
  ['ﾊﾟ', 2],
  ['e\u0301', 1],
  ['🚀', 2],
  // What stands joined to some terminals, and in pieces to others, is counted in pieces.
  ['👩\u200d👩\u200d👧', 6],
  ['👍🏽', 4],
  ['☝🏽', 3],
  ['❤\ufe0f\u200d🔥', 4],
  ['\u0600١', 2],
  ['㉈', 2],
  ['🇩🇪', 2],
  ['❤\ufe0f', 2],
  ['❤', 1],
  ['נִקּוּד', 4],
];

test('width() counts columns, not code units', () => {
  for (const [text, columns] of WIDTHS) assert.equal(width(text), columns, JSON.stringify(text));
});

test('truncate() keeps what fits and marks what it cut', () => {
  assert.equal(truncate('checkout', 8), 'checkout');
  assert.equal(truncate('checkout', 7), 'checko…');
  assert.equal(truncate('checkout', 1), '…');
  assert.equal(truncate('checkout', 0), '');
  assert.equal(truncate('日本語', 6), '日本語');
  assert.equal(truncate('日本語', 5), '日本…');
  assert.equal(truncate('日本語', 4), '日…');
  assert.equal(truncate('日本語', 2), '…');
});

test('truncate() never cuts a grapheme', () => {
  assert.equal(truncate('👩\u200d👩\u200d👧👧', 7), '👩\u200d👩\u200d👧…');
  assert.equal(truncate('👩\u200d👩\u200d👧👧', 6), '…');
  assert.equal(truncate('ae\u0301e\u0301e\u0301', 3), 'ae\u0301…');
});

test('truncate() to n columns is never wider than n, down to 0, and only cuts the end', () => {
  const pieces = ['a', ' ', 'é', 'e\u0301', '日', 'ｆ', '👩', '\u200d', '👧', '🏽', '❤', '\ufe0f', '🇩', '🇪', '가', '\u1100', 'क', '\u094d', 'ि', '…', 'ﾞ'];
  const seed = Number(process.env.SEED ?? 20260303);
  const random = seededRandom(seed);
  for (let round = 0; round < 3000; round++) {
    const text = randomText(random, pieces, 12);
    for (let columns = 0; columns <= 14; columns++) {
      const cut = truncate(text, columns);
      const message = `seed ${seed}, text ${JSON.stringify(text)}, columns ${columns}`;
      assert.ok(width(cut) <= columns, message);
      assert.ok(cut === text || text.startsWith(cut.replace(/…$/, '')), message);
      assert.ok(text.startsWith(cutAt(text, columns)), message);
    }
  }
});
