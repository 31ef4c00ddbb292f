import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer } from '../../src/contract.ts';
import type { Line } from '../../src/picker/line.ts';
import type { PickerState } from '../../src/picker/state.ts';
import { nextState, openingState } from '../../src/picker/state.ts';
import { view } from '../../src/picker/view.ts';
import { width } from '../../src/terminal/width.ts';
import { NOW_MS, numberedAnswer, sampleAnswer, sampleHit } from './sample-answer.ts';

function opened(answer: SearchAnswer, cols: number, rows: number, hasColor = false): PickerState {
  return openingState({ answer, nowMs: NOW_MS, hasColor, cols, rows });
}

function textOf(lines: readonly Line[]): string[] {
  return lines.map((line) => line.map((part) => part.text).join(''));
}

function shown(answer: SearchAnswer, cols: number, rows: number): string[] {
  return textOf(view(opened(answer, cols, rows), cols, rows));
}

const TWO = sampleAnswer(
  [
    sampleHit(),
    sampleHit({
      title: '',
      opening: 'why is the total one cent short?',
      project: 'ledger',
      when: '2026-06-15T09:30:00.000Z',
      turns: 1,
      words: '1 of 2',
      field: 'output',
      agent: true,
      snippet: 'payment of 59.96',
      highlights: [[0, 7]],
    }),
  ],
  { relevant: 6, weak: 25 },
);

test('view() shows title, facts and matching line of each hit, counts and keys', () => {
  assert.deepEqual(shown(TWO, 80, 8), [
    'payment retry                                  1/2 · 6 relevant · 25 weak hidden',
    '> Retry of failed payments                   shop · 3d · 12 turns · 2 of 2 words',
    '    prompt: make the [payment retry] wait longer',
    '  why is the total one cent short?           ledger · 2h · 1 turn · 1 of 2 words',
    '    agent output: [payment] of 59.96',
    '',
    '',
    'Enter resume · Esc leave · ? help · ↑↓ move',
  ]);
});

test('view() gives the facts a row of their own where it is narrow', () => {
  assert.deepEqual(shown(TWO, 20, 8), [
    'payment retry    1/2',
    '> Retry of failed p…',
    '  shop · 3d · 12 tu…',
    '  … the [payment re…',
    '  why is the total …',
    '  ledger · 2h · 1 t…',
    '  [payment] of 59.96',
    'Enter resume',
  ]);
});

test('view() marks matches by a role and without brackets where there is colour', () => {
  const line = view(opened(TWO, 80, 8, true), 80, 8)[2];
  assert.deepEqual(line, [
    { text: '    prompt: ', role: 'dim' },
    { text: 'make the ', role: 'plain' },
    { text: 'payment retry', role: 'mark' },
    { text: ' wait longer', role: 'plain' },
  ]);
});

test('view() shows the match when it stands far to the right', () => {
  const snippet = `${'far '.repeat(60)}needle and more`;
  const answer = sampleAnswer([sampleHit({ snippet, highlights: [[240, 246]] })]);
  assert.match(shown(answer, 80, 6)[2], /^    prompt: …r (far )+\[needle\] and more$/);
});

test('view() says weak in words, and that nothing clearly fits', () => {
  const answer = sampleAnswer([sampleHit({ weak: true })], { relevant: 0, weak: 4 });
  const rows = shown(answer, 90, 5);
  assert.match(rows[0], /1\/1 · nothing clearly fits · 3 weak hidden$/);
  assert.match(rows[1], /^> weak: Retry of failed payments/);
});

test('view() says that files are not yet read', () => {
  const answer = sampleAnswer([sampleHit()], { index: { sessions: 1, files: 9, skipped: [], truncated: 0, pending: 7 } });
  assert.match(shown(answer, 80, 5)[0], /1\/1 · 7 files not yet read$/);
});

test('view() shows one line under 20 by 4', () => {
  assert.deepEqual(shown(TWO, 19, 10), ['> Retry of failed …', ...Array<string>(9).fill('')]);
  assert.deepEqual(shown(TWO, 80, 3), ['> Retry of failed payments', '', '']);
  assert.deepEqual(shown(TWO, 80, 1), ['> Retry of failed payments']);
});

test('view() shows the hits from the top of the page on', () => {
  const state = nextState(opened(numberedAnswer(9), 80, 8), { kind: 'action', action: 'last' });
  const rows = textOf(view(state, 80, 8));
  assert.deepEqual([rows[1], rows[3], rows[5]].map((row) => row.slice(0, 7)), ['  hit 7', '  hit 8', '> hit 9']);
});

test('view() shows the keys in the help', () => {
  const state = nextState(opened(TWO, 80, 20), { kind: 'action', action: 'help' });
  const rows = textOf(view(state, 80, 20));
  assert.deepEqual(rows.slice(0, 4), [
    'Keys',
    '  Enter            go back into the session, in its own folder',
    '  ↑ Ctrl-P Ctrl-K  one hit up',
    '  ↓ Ctrl-N Ctrl-J  one hit down',
  ]);
  assert.equal(rows[19], 'Esc close · ↑↓ scroll');
});

/** Text that has broken other lists. */
const ODD = [
  'plain', '', 'два слова', '日本語のタイトル', '👩‍👩‍👧‍👦 family 👍🏽', 'e\u0301\u0302 combining', '\x1b[31mred\x1b[0m \x1b]0;title\x07', 'a\tb\nc\r\nd',
  '\u202eright to left', 'שלום עולם', 'zero\u200bwidth', '\ud800 lone', '🇩🇪🇫🇷', 'x'.repeat(500), '한국어 '.repeat(80), '\u0000\u0007\u009b31m',
];

test('view() has exactly the rows, no line too wide, no control character, whatever the text and the size', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let random = seed;
  const below = (limit: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * limit);
  };
  const odd = (): string => ODD[below(ODD.length)];
  for (let round = 0; round < 300; round++) {
    const hits = Array.from({ length: 1 + below(6) }, () => {
      const snippet = odd() + odd() + odd();
      const from = below(snippet.length + 1);
      const highlights: [number, number][] = [[from, from + below(6)], [from + 3, from + 8], [below(300), below(300)]];
      return sampleHit({ title: odd(), opening: odd(), prompt: odd(), project: odd(), words: odd(), snippet, highlights, weak: below(2) === 0, when: null });
    });
    const answer = sampleAnswer(hits, { query: odd() });
    const cols = [1, 2, 19, 20, 21, 59, 60, 80, 400][below(9)];
    const rows = [1, 3, 4, 5, 24, 60][below(6)];
    let state = opened(answer, cols, rows, below(2) === 0);
    if (below(4) === 0) state = nextState(state, { kind: 'action', action: 'help' });
    const lines = textOf(view(state, cols, rows));
    const where = `seed ${seed}, round ${round}, ${cols} by ${rows}`;
    assert.equal(lines.length, rows, where);
    for (const line of lines) {
      assert.ok(width(line) <= cols, `${where}: ${JSON.stringify(line)}`);
      assert.doesNotMatch(line, /[\p{Cc}\u202e\u200b]/u, where);
    }
  }
});
