import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KIND } from '../../src/analysis/kinds.ts';
import { kindAt } from '../../src/search/letters.ts';
import { flatten, isClusterBorder, isPlain, measure, shorten } from '../../src/search/one-line.ts';

test('flatten() puts text on one line', () => {
  assert.equal(flatten('  a\r\n\tb   c \n'), 'a b c');
  assert.equal(flatten('e\u0301'), 'é');
});

test('shorten() cuts between words where it can', () => {
  assert.equal(shorten('one two three', 20), 'one two three');
  assert.equal(shorten('one two three four', 15), 'one two three…');
  assert.equal(shorten('onetwothreefourfive', 10), 'onetwothr…');
  assert.equal(shorten('数据库迁移计划', 9), '数据库迁…');
  assert.equal(shorten('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 9), '👩‍👩‍👧…');
  assert.equal(shorten('x🇩🇪🇫🇷🇮🇹🇵🇱', 6), 'x🇩🇪🇫🇷…');
});

test('measure() counts wide characters twice and accents not at all', () => {
  for (const [text, columns] of [['abc', 3], ['数据', 4], ['é', 1], ['ก็', 1], ['한', 2]] as const) assert.equal(measure(text).columns?.at(-1) ?? text.length, columns, text);
});

test('isPlain() is true of text that needs no further look', () => {
  assert.ok(isPlain('12\u2192const a = "b"; // \u201cc\u201d \u2026 \u2500\u2502 \u2713'));
  for (const text of ['\u00e9', '\u0436', '\u6570', 'a\u0301', '\u200d', '\u2028', '\u231a', '\u2705', '\u25fd', '\ufe0f', '\n']) assert.ok(!isPlain(text), JSON.stringify(text));
  for (let unit = 0x80; unit < 0x10000; unit++) {
    const sign = String.fromCharCode(unit);
    if (!isPlain(sign)) continue;
    // Measured beside a letter that is not plain.
    const columns = measure(`\u0436${sign}\u0436`).columns ?? new Uint32Array(4);
    assert.deepEqual([kindAt(sign, 0), sign.toLowerCase(), sign.normalize('NFC'), columns[2] - columns[1], isClusterBorder(`a${sign}b`, 1)], [KIND.separator, sign, sign, 1, true], unit.toString(16));
  }
});
