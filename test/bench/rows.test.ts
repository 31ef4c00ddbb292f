/**
 * What a row of the speed table says.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderRow, type Row } from '../../bench/rows.ts';

const CASES: readonly { row: Row; line: string }[] = [
  {
    row: { measure: 'rare', megabytes: 100, value: 1.5, detail: '(60 / 40 ms)' },
    line: '| Q1 | cold search, rare identifier / node -e 0 (60 / 40 ms) | 100 MB | 1.50 | 2 | 1.5 | stretch |',
  },
  {
    row: { measure: 'rare', megabytes: 3000, value: 2.299 },
    line: '| Q2 | cold search, rare identifier / node -e 0 | 3000 MB | 2.30 | 2.3 | 1.8 | met |',
  },
  {
    row: { measure: 'rare', megabytes: 3000, value: 2.301 },
    line: '| Q2 | cold search, rare identifier / node -e 0 | 3000 MB | 2.30 | 2.3 | 1.8 | missed |',
  },
  {
    row: { measure: 'rare', megabytes: 1000, value: Number.NaN },
    line: '| Q2 | cold search, rare identifier / node -e 0 | 1000 MB | NaN | 2.3 | 1.8 | missed |',
  },
  {
    row: { measure: 'grep', megabytes: 1000, value: 0.124 },
    line: '| G1 | cold rare search / rg -i -l -F on the transcripts | 1000 MB | 0.124 | 0.25 | 0.12 | met |',
  },
  {
    row: { measure: 'grep', megabytes: 100, value: 1.2 },
    line: '| G1 | cold rare search / rg -i -l -F on the transcripts | 100 MB | 1.20 |  |  |  |',
  },
  {
    row: { measure: 'unchanged', megabytes: 3000, value: 3.1 },
    line: '| R0 | search that refreshes, nothing changed / node -e 0 | 3000 MB | 3.10 | 3.5 |  | met |',
  },
  {
    row: { measure: 'searchPeak', megabytes: 3000, value: 72.6 },
    line: '| F1 | peak memory of a cold search | 3000 MB | 73 MB | 100 MB | 70 MB | met |',
  },
  {
    row: { measure: 'warmRare', megabytes: 100, value: 0.6034 },
    line: '| Q | warm search, rare identifier | 100 MB | 0.60 ms |  |  |  |',
  },
];

test('renderRow() gives name, figure and verdict for the size of the history', () => {
  for (const { row, line } of CASES) assert.equal(renderRow(row), line);
});
