import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { Passage } from '../../src/contract.ts';
import { passageRow, snippetRows } from '../../src/cli/hit-snippet.ts';
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

test('snippetRows() keeps a mark in its place when invisible characters are removed', () => {
  assert.deepEqual(rows('\x1b[1ma\u200b needle\x1b[0m\nb', [[7, 13]]), ['answer: a [needle] b']);
});

test('snippetRows() shows the rows around the match of a long text, none too wide', () => {
  const shown = rows(`${'word '.repeat(100)}needle${' after'.repeat(100)}`, [[500, 506]], 40);
  assert.equal(shown.length, 4);
  assert.ok(shown.some((row) => row.includes('[needle]')));
  assert.ok(shown[0].startsWith('answer: …word word') && shown[3].endsWith(' …'), shown.join('\n'));
  for (const row of shown) assert.ok(width(row) <= 40, row);
});

test('snippetRows() ends each row\'s colour on that row', () => {
  const style = createStyle(true);
  assert.deepEqual(snippetRows(sampleHit({ snippet: 'aaa bbb', highlights: [[0, 7]] }), '', style, 4), [
    '\x1b[1;4;33maaa\x1b[22;24;39m',
    '\x1b[1;4;33mbbb\x1b[22;24;39m',
  ]);
});

function passage(changes: Partial<Passage> = {}): Passage {
  return { field: 'output', turn: 4, agent: false, snippet: '…some words that stand before the needle and more behind it…', highlights: [[34, 40]], ...changes };
}

test('passageRow() is one row around the first match, and says where it is from if there is room', () => {
  assert.equal(passageRow(passage(), 4, PLAIN, 80), 'also output: …some words that stand before the [needle] and more behind it…');
  assert.equal(passageRow(passage({ agent: true }), 2, PLAIN, 60), 'also turn 4, sub-agent, output: …the [needle] and more behi…');
  assert.equal(passageRow(passage({ turn: 0 }), 2, PLAIN, 44), 'also output: …the [needle] and more behind …');
  assert.equal(passageRow(passage(), 2, PLAIN, 24), 'also: …the [needle] and…');
  assert.equal(passageRow(passage(), 2, PLAIN, 17), 'also: …[needle] …');
});

test('passageRow() colours the match, keeps other matches that fit, and sends no control characters', () => {
  assert.equal(passageRow(passage(), 4, createStyle(true), 80), 'also output: …some words that stand before the \x1b[1;4;33mneedle\x1b[22;24;39m and more behind it…');
  const two = passage({ snippet: `${'x '.repeat(20)}one two three four`, highlights: [[40, 43], [54, 58]] });
  assert.equal(passageRow(two, 4, PLAIN, 44), 'also output: …x x x [one] two three [four]');
  assert.equal(passageRow(passage({ snippet: 'a\x1b[2J needle', highlights: [[6, 12]] }), 4, PLAIN, 80), 'also output: a [needle]');
});

test('passageRow() is never too wide', () => {
  const snippets = ['数据库迁移计划的说明和更多', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 needle 👩‍👩‍👧', 'a'.repeat(90), 'éééé é\u0301 needle'];
  for (const snippet of snippets) {
    for (let start = 0; start < snippet.length; start += 3) {
      for (let columns = 17; columns < 90; columns += 3) {
        const row = passageRow(passage({ snippet, highlights: [[start, Math.min(snippet.length, start + 5)]] }), 1, PLAIN, columns);
        assert.ok(width(row) <= columns, `${columns}: ${row}`);
      }
    }
  }
});
