import { test } from 'node:test';
import assert from 'node:assert/strict';
import { snippetRows } from '../../src/cli/hit-snippet.ts';
import { createStyle } from '../../src/terminal/style.ts';
import { width } from '../../src/terminal/width.ts';
import { sampleHit } from './fake-engine.ts';

const PLAIN = createStyle(false);

function rows(snippet: string, highlights: [number, number][], columns = 60): string[] {
  return snippetRows(sampleHit({ snippet, highlights }), 'answer: ', PLAIN, columns);
}

test('snippetRows() marks what matched, neighbours as one', () => {
  assert.deepEqual(rows('the payment retry waits', [[4, 11], [12, 17]]), ['answer: the [payment retry] waits']);
  assert.deepEqual(rows('refresh_token_rotation', [[8, 13]]), ['answer: refresh_[token]_rotation']);
  assert.deepEqual(rows('a b', [[2, 3], [0, 1]]), ['answer: [a b]']);
  assert.deepEqual(rows('abc', [[0, 2], [1, 3]]), ['answer: [abc]']);
});

test('snippetRows() survives highlights that make no sense', () => {
  assert.deepEqual(rows('abc', [[2, 1], [3, 9], [0, 0]]), ['answer: abc']);
});

test('snippetRows() keeps the mark where it was when invisible characters go', () => {
  assert.deepEqual(rows('\x1b[1ma\u200b needle\x1b[0m\nb', [[7, 13]]), ['answer: a [needle] b']);
});

test('snippetRows() shows the rows around the match of a long text, none too wide', () => {
  const shown = rows(`${'word '.repeat(100)}needle${' after'.repeat(100)}`, [[500, 506]], 40);
  assert.equal(shown.length, 4);
  assert.ok(shown.some((row) => row.includes('[needle]')));
  assert.ok(shown[0].startsWith('answer: …word word') && shown[3].endsWith(' …'), shown.join('\n'));
  for (const row of shown) assert.ok(width(row) <= 40, row);
});

test('snippetRows() colours each row by itself', () => {
  const style = createStyle(true);
  assert.deepEqual(snippetRows(sampleHit({ snippet: 'aaa bbb', highlights: [[0, 7]] }), '', style, 4), [
    '\x1b[1;4;33maaa\x1b[22;24;39m',
    '\x1b[1;4;33mbbb\x1b[22;24;39m',
  ]);
});
