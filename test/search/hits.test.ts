import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/search/hits.ts';

test('isoTime() is what Date gives, and null for what is no time', () => {
  const cases: [number, string | null][] = [
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1_725_412_345_678.9, '2024-09-04T01:12:25.678Z'],
    [-62_167_219_200_000, '0000-01-01T00:00:00.000Z'],
    [-62_167_219_200_001, '-000001-12-31T23:59:59.999Z'],
    [253_402_300_800_000, '+010000-01-01T00:00:00.000Z'],
    [8.64e15, '+275760-09-13T00:00:00.000Z'],
    [8.65e15, null],
    [NaN, null],
  ];
  assert.deepEqual(cases.map(([atMs]) => isoTime(atMs)), cases.map(([, text]) => text));
});
