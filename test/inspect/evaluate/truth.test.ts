import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTruthScan } from '../../../src/inspect/evaluate/truth.ts';
import type { PatternKind } from '../../../src/inspect/evaluate/truth.ts';

const SESSIONS = ['tide\nopenTideGate', 'tidegate\nTIDAL-basin.md', 'low_tide', '潮汐闸门维修', 'público\nмой', 'Publisher'];

/** Kind, text, sessions that must be found, sessions that may stand first. */
const CASES: readonly (readonly [PatternKind, string, readonly number[], readonly number[]])[] = [
  ['word', 'Tide', [0, 2], [0, 2]],
  ['word', 'gate', [], [0]],
  ['word', 'basin', [1], [1]],
  ['start', 'tida', [1], [1]],
  ['start', 'tide', [0, 1, 2], [0, 1, 2]],
  ['start', 'gate', [], [0]],
  ['inside', 'degat', [0, 1], [0, 1]],
  ['inside', 'low_tide', [2], [2]],
  ['inside', 'l-basin.m', [1], [1]],
  ['inside', '闸门维', [3], [3]],
  ['start', 'públ', [4, 5], [4, 5]],
  ['word', 'publico', [4], [4]],
  ['word', 'мои', [], []],
];

test('a scan finds words, starts and insides in one go, whatever their case and accents', () => {
  const scan = createTruthScan();
  const truths = CASES.map(([kind, text]) => scan.add(kind, text));
  SESSIONS.forEach((names, session) => scan.see(session, names));
  assert.deepEqual(
    CASES.map(([kind, text], at) => [kind, text, [...truths[at].must].sort(), [...truths[at].may].sort()]),
    CASES,
  );
});
