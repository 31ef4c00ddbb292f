import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten, measure, shorten } from '../../src/search/one-line.ts';

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
