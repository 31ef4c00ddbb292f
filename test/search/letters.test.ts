import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KIND } from '../../src/analysis/kinds.ts';
import { foldEntry, kindOf, scriptOf } from '../../src/analysis/fold.ts';
import { foldedAt, isAlphanumeric, isLetters, isPlainWide, kindAt, lengthOf, scriptAt } from '../../src/search/letters.ts';

test('kindAt() and scriptAt() classify ASCII as the analyzer does', () => {
  for (let code = 0; code < 0x80; code++) {
    const text = String.fromCharCode(code);
    const entry = foldEntry(code);
    assert.equal(kindAt(text, 0), kindOf(entry), `kind of ${code}`);
    assert.equal(scriptAt(text, 0), scriptOf(entry), `script of ${code}`);
  }
});

test('isPlainWide() is true only of letters of pair scripts that folding does not change', () => {
  for (let code = 0; code < 0x10000; code++) {
    if (!isPlainWide(code)) continue;
    const text = String.fromCharCode(code);
    const kind = kindAt(text, 0);
    // Unassigned code points and the kana middle dot are separators, which are no part of a match either.
    if (kind !== KIND.separator) assert.deepEqual([kind, foldedAt(text, 0)], [KIND.pair, text], code.toString(16));
  }
});

test('isLetters() tells words from compounds, digits and runs without spaces', () => {
  for (const word of ['retry', 'überfall', 'миграция']) assert.equal(isLetters(word), true, word);
  for (const word of ['', 'a-b', 'v2', '数据', 'a b']) assert.equal(isLetters(word), false, word);
});

test('isAlphanumeric() accepts digits too', () => {
  for (const word of ['retry', 'v2', '653bd443', 'миграция7']) assert.equal(isAlphanumeric(word), true, word);
  for (const word of ['', 'a-b', '数据', 'a b']) assert.equal(isAlphanumeric(word), false, word);
});

test('lengthOf() counts code points', () => {
  assert.equal(lengthOf('a𝒳数'), 3);
});
