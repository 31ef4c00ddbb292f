import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvaluationReport } from '../../src/reports.ts';
import { configFolder } from './config-folder.ts';
import { EVALUATION, runFake } from './fake-engine.ts';

const FIGURES = { p1: 0.9, p3: 0.95, inTen: 1, atAll: 1, mrr: 0.941 };
const MISSED: EvaluationReport = {
  ...EVALUATION,
  status: 'missed',
  measures: [
    { kind: 'word', asks: 'a word', n: 60, figures: FIGURES, lines: [{ figure: 'inTen', least: 1, most: null, isMet: true }, { figure: 'p1', least: 0.98, most: null, isMet: false }], isMet: false, halves: null },
    { kind: 'typo', asks: 'a typo', n: 60, figures: { loss: 0.0123 }, lines: [{ figure: 'loss', least: null, most: 0.02, isMet: true }], isMet: true, halves: null },
    { kind: 'agent', asks: 'an agent', n: 3, figures: {}, lines: [], isMet: null, halves: null },
  ],
  misses: [
    { kind: 'word', query: 'tide\x1b[2J', session: 'd3e35d23-e1df', rank: null, missing: ['d3e35d23-e1df'], missingCount: 4, first: { session: 'd3f01f82-7e2b', title: 'Harbour' } },
    { kind: 'word', query: 'ebb', session: 'd3e35d23-e1df', rank: 2, missing: [], missingCount: 0, first: null },
  ],
  kinds: [{ kind: 'line hologram', version: '3.0.0', count: 2, isKnown: false }, { kind: 'block text', version: '', count: 9, isKnown: true }],
};

test('eval measures before anything is refreshed, and its exit code says whether every target is met', async (t) => {
  const folder = configFolder(t);
  const well = await runFake(folder, ['eval', '--seed', '3', '--queries', '50', '--kind', 'word,typo'], {});
  assert.deepEqual([well.code, well.calls], [0, ['evaluate 3 50 word,typo', 'close']]);
  assert.equal((await runFake(folder, ['eval'], { evaluation: MISSED })).code, 1);
  assert.equal((await runFake(folder, ['eval', '--queries', 'many'])).code, 2);
  assert.equal((await runFake(folder, ['eval'], { evaluation: { ...EVALUATION, sessions: 0 } })).code, 1);
});

test('eval prints a row for each kind, then misses without harmful characters, and kinds that nobody knows', async (t) => {
  const { out } = await runFake(configFolder(t), ['eval'], { evaluation: MISSED, columns: 200 });
  assert.equal(out, [
    'kind           n    P@1  in 10 at all    MRR  target',
    'word          60  0.900  1.000  1.000  0.941  missed: in 10 >= 1, ! P@1 >= 0.98',
    'typo          60                              met: loss 0.012 <= 0.02',
    'agent          3  too few to say anything',
    '',
    'word: tide',
    '    of d3e35d23, found not in the first ten; nowhere: d3e35d23 and 3 more',
    '    first: d3f01f82 Harbour',
    '',
    'word: ebb',
    '    of d3e35d23, found at 2',
    '    first: nothing',
    '',
    'line hologram: 2 of client 3.0.0, new to this version of ccfind',
    'block text: 9 of client unknown, without the words that it used to hold',
    '',
    '1 kind missed; read: 2 sessions, 40 texts in 3.0 MB; 1.5 s; to repeat it: --seed 7 --queries 60',
    'Nothing is asked that the index leaves out on purpose: reminders, what a client writes in your name, notices, base64, and what',
    'ccfind itself printed; nor titles in another language than their session, or of words too common to tell which one is meant.',
    'Copies of a session count as one session; where the same task was run several times, any of the runs is right.',
    '',
  ].join('\n'));
});

test('eval --json prints the report as it is', async (t) => {
  const { out } = await runFake(configFolder(t), ['eval', '--json'], { evaluation: MISSED });
  assert.deepEqual(JSON.parse(out), MISSED);
});
