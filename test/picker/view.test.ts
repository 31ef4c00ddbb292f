import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer, SessionTurn } from '../../src/contract.ts';
import { KEY_BINDINGS } from '../../src/picker/keymap.ts';
import { lineWidth, paintLine } from '../../src/picker/line.ts';
import { buildPreview } from '../../src/picker/preview-text.ts';
import { placesKey, wantedPlace } from '../../src/picker/reading.ts';
import type { PickerState } from '../../src/picker/state.ts';
import { nextState } from '../../src/picker/state.ts';
import { view } from '../../src/picker/view.ts';
import { sanitize } from '../../src/terminal/sanitize.ts';
import { createStyle } from '../../src/terminal/style.ts';
import { width } from '../../src/terminal/width.ts';
import { seededRandom } from '../terminal/seeded-random.ts';
import { after, numberedAnswer, opened, sampleAnswer, sampleHit, typed } from './sample-answer.ts';
import { lineText } from './line-text.ts';
import { oddState } from './odd-state.ts';

function rowsOf(state: PickerState): string[] {
  return view(state).lines.map(lineText);
}

function shown(answer: SearchAnswer, cols: number, rows: number): string[] {
  return rowsOf(opened(answer, cols, rows));
}

const TWO = sampleAnswer(
  [
    sampleHit(),
    sampleHit({
      hit: '22222222-2222-4333-8444-555555555555:1:0',
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
  assert.deepEqual(shown(TWO, 80, 9), [
    '  payment retry                                1/6 · 6 relevant · 25 weak hidden',
    'all projects',
    '> Retry of failed payments                   shop · 3d · 12 turns · 2 of 2 words',
    '    prompt: make the [payment retry] wait longer',
    '  why is the total one cent short?           ledger · 2h · 1 turn · 1 of 2 words',
    '    agent output: [payment] of 59.96',
    '',
    '',
    'Enter resume · Esc leave · ? help · / narrow · Space preview · Ctrl-A project',
  ]);
});

test('view() gives the facts a row of their own on a narrow screen', () => {
  assert.deepEqual(shown(TWO, 20, 7), [
    '  payment retry  1/6',
    '> Retry of failed p…',
    '  shop · 3d · 12 tu…',
    '  … the [payment re…',
    '  why is the total …',
    '  ledger · 2h · 1 t…',
    'Enter resume',
  ]);
});

test('view() shows the preview beside the list from 100 columns on', () => {
  const rows = shown(TWO, 100, 9);
  assert.deepEqual(rows.slice(1, 6), [
    'all projects',
    '> Retry of failed payments                   │ turn 3 of 12 · 3d · …',
    '  shop · 3d · 12 turns · 2 of 2 words        │ prompt',
    '  make the [payment retry] wait longer       │ make the [payment retry] wait longer',
    '  why is the total one cent short?           │ ',
  ]);
  assert.deepEqual(rowsOf(after(opened(TWO, 100, 9), 'preview')).slice(2, 4), [
    '> Retry of failed payments                                       shop · 3d · 12 turns · 2 of 2 words',
    '    prompt: make the [payment retry] wait longer',
  ]);
});

const TURN: SessionTurn = {
  turn: 3,
  when: '2026-06-12T12:00:00.000Z',
  parts: [
    { field: 'prompt', text: 'make the payment retry wait longer', agent: false },
    { field: 'answer', text: 'The retry now waits:\n\n\n    await pause(retry);\nDone.', agent: false },
    { field: 'output', text: 'ok', agent: true },
  ],
};

function withPreview(state: PickerState): PickerState {
  const wanted = wantedPlace(state);
  assert.ok(wanted !== null);
  return nextState(state, { kind: 'preview', key: wanted.key, preview: buildPreview(TURN, wanted.place) });
}

test('view() shows the matching turn in place of the list below 100 columns', () => {
  const state = withPreview(after(opened(TWO, 60, 16), 'preview'));
  assert.deepEqual(rowsOf(state), [
    '  payment retry            1/6 · 6 relevant · 25 weak hidden',
    'all projects',
    'turn 3 of 12 · 3d',
    'prompt',
    'make the [payment retry] wait longer',
    '',
    'answer',
    'The [retry] now waits:',
    '',
    '    await pause([retry]);',
    'Done.',
    '',
    'sub-agent, output',
    'ok',
    '',
    'Enter resume · Esc list · ↑↓ scroll · ←→ places',
  ]);
});

test('view() scrolls the preview, and says how much is above and below', () => {
  const state = withPreview(after(opened(TWO, 60, 8), 'preview'));
  assert.deepEqual(rowsOf(state).slice(2, 4), ['turn 3 of 12 · 3d · ↓7 rows', 'prompt']);
  assert.deepEqual(rowsOf(after(state, 'scroll-down')).slice(2, 4), ['turn 3 of 12 · 3d · ↑1 ↓6 rows', 'make the [payment retry] wait longer']);
  assert.deepEqual(rowsOf(after(state, 'scroll-page-down', 'scroll-page-down', 'scroll-page-down', 'scroll-page-down')).slice(2, 4), ['turn 3 of 12 · 3d · ↑7 rows', 'Done.']);
  assert.deepEqual(rowsOf(after(state, 'scroll-last')), rowsOf(after(state, 'scroll-page-down', 'scroll-page-down', 'scroll-page-down')));
  assert.deepEqual(rowsOf(after(state, 'scroll-last', 'scroll-first')), rowsOf(state));
  assert.deepEqual(rowsOf(after(state, 'scroll-page-down', 'scroll-page-up', 'scroll-up')), rowsOf(state));
});

test('view() never shows a hit with the text of another', () => {
  const state = withPreview(opened(TWO, 120, 16));
  assert.ok(rowsOf(state).some((row) => row.includes('Done.')));
  const moved = after(state, 'down');
  assert.ok(!rowsOf(moved).some((row) => row.includes('Done.')));
  assert.ok(rowsOf(moved).some((row) => row.endsWith('│ [payment] of 59.96')));
});

test('view() shows the places within a session one by one', () => {
  const opening = withPreview(opened(TWO, 120, 16));
  const places = [1, 3, 7].map((turn) => sampleHit({ turn, hit: turn === 3 ? TWO.hits[0].hit : `x:${turn}:0`, snippet: `place in turn ${turn}`, highlights: [] }));
  const state = nextState(opening, { kind: 'places', key: placesKey(opening), places });
  assert.match(rowsOf(state)[2], /│ turn 3 of 12 · 3d · place 2 of 3$/);
  const next = after(state, 'place-next');
  assert.match(rowsOf(next)[2], /│ turn 7 of 12 · 3d · place 3 of 3 · …$/);
  assert.match(rowsOf(next)[4], /│ make the payment retry wait longer$|│ place in turn 7$/);
  assert.equal(after(next, 'place-next').message, 'this is the last place in this session');
  assert.match(rowsOf(after(next, 'place-before', 'place-before'))[2], /place 1 of 3/);
  assert.equal(after(opening, 'place-next').message, 'still looking for the places in this session');
  const more = nextState(next, { kind: 'places', key: placesKey(next), places: [sampleHit({ turn: 0, hit: 'x:0:0' }), ...places] });
  assert.match(rowsOf(more)[2], /│ turn 7 of 12 · 3d · place 4 of 4 · …$/);
});

test('view() marks matches by colour where there is any, without brackets', () => {
  const line = view(opened(TWO, 80, 9, { hasColor: true })).lines[3];
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

test('view() says which hits are weak, and when nothing clearly fits', () => {
  const answer = sampleAnswer([sampleHit({ weak: true })], { relevant: 0, weak: 4 });
  const rows = shown(answer, 90, 5);
  assert.match(rows[0], /1\/1 · nothing clearly fits · 3 weak hidden$/);
  assert.match(rows[1], /^> weak: Retry of failed payments/);
});

test('view() counts weak hits as reachable once they are shown', () => {
  const answer = sampleAnswer([sampleHit(), sampleHit({ weak: true })], { total: 31, relevant: 6, weak: 25 });
  assert.match(rowsOf(opened(answer, 90, 5, { isAll: true }))[0], /1\/31 · 6 relevant · 25 weak$/);
});

test('view() says everything that the list lacks or is limited to', () => {
  const answer = sampleAnswer([sampleHit()], {
    index: { sessions: 1, files: 9, skipped: [{ reason: 'unreadable', count: 2 }], truncated: 5, pending: 7 },
    leftOut: [{ typed: 'retry', kind: 'middle', count: 12 }],
    excluded: { words: ['redis'], count: 3 },
    expanded: [{ typed: 'retry', used: 'retries', kind: 'form' }],
  });
  const state = after(opened(answer, 240, 9), 'here', 'branch', 'field-next', 'weak');
  assert.equal(
    rowsOf(state)[1],
    'project shop · branch main · title only · weak hits too · 7 files not yet read · 3 left out by -redis · 12 rarer terms not looked for (retry)'
      + ' · 2 skipped (unreadable) · long outputs cut short · also searched: retries',
  );
  assert.match(rowsOf(nextState(state, { kind: 'progress', text: 'indexing: 4 %' }))[1], /^indexing: 4 % · project shop/);
});

test('view() names what the command was limited to, until a key sets another limit of that kind', () => {
  const opening = opened(sampleAnswer([]), 120, 9);
  const limited = { ...opening, setting: { ...opening.setting, filters: ['--since 2026-03-14', '--dir ../\x1b[31mshop', '--branch main', '--field prompt,answer'] } };
  assert.equal(rowsOf(limited)[1], '--since 2026-03-14 · --dir ../shop · --branch main · --field prompt,answer');
  assert.match(rowsOf(limited)[3], /^ {2}--since/);
  assert.equal(rowsOf(after(limited, 'here', 'branch', 'field-next'))[1], 'project shop · branch main · title only · --since 2026-03-14');
});

test('view() says what the list is limited to on a low screen too', () => {
  const low = after(opened(TWO, 60, 7), 'here', 'field-next', 'weak');
  assert.equal(rowsOf(low)[6], 'project shop · title only · weak hits too · Enter resume');
  assert.equal(rowsOf(nextState(opened(TWO, 20, 5), { kind: 'progress', text: 'indexing: 8 %, 127 of 1021 files' }))[4], 'indexing: 8 %, 127 …');
  assert.equal(rowsOf(after(low, 'help'))[6], 'Esc close · ↑↓ scroll');
});

test('view() breaks a message over as many rows as it takes, and leaves the words in sight', () => {
  const text = 'no window opened; to type: cd /home/dev/shop && claude --resume 11111111-2222-4333-8444-555555555555';
  const message = (cols: number, rows: number): string[] => rowsOf(nextState(opened(TWO, cols, rows), { kind: 'message', text }));
  assert.deepEqual(message(60, 9).slice(5), ['    agent output: [payment] of 59.96', '', 'no window opened; to type: cd /home/dev/shop && claude', '--resume 11111111-2222-4333-8444-555555555555']);
  assert.deepEqual(message(20, 5), ['  payment retry  1/6', 'no window opened; to', 'type: cd', '/home/dev/shop &&', 'claude --resume 111…']);
});

test('view() says that hits are those of other words when the search for these has failed', () => {
  const failed = nextState(typed(opened(TWO, 100, 9), ' ('), { kind: 'unanswered', number: 1 });
  assert.match(rowsOf(failed)[0], /^\/ payment retry {2}\( +hits of other words: 1\/6/);
});

test('view() shows typed pictographs as every terminal draws them, with the cursor behind them', () => {
  const { lines, cursor } = view(typed(opened(TWO, 80, 9, { query: '' }), '👩\u200d💻 👍🏽x'));
  assert.match(lineText(lines[0]), /^\/ 👩💻 👍x /);
  assert.deepEqual(cursor, { col: 10, row: 0 });
});

test('view() says that nothing was found, and within which limits', () => {
  const nothing = opened(sampleAnswer([]), 80, 9);
  assert.deepEqual([rowsOf(nothing)[0].trim().split(/ {2,}/)[1], rowsOf(nothing)[2]], ['0/0', '  nothing found']);
  const limited = nextState(after(nothing, 'here', 'weak'), { kind: 'answer', number: 2, answer: sampleAnswer([]) });
  assert.deepEqual(rowsOf(limited).slice(2, 4), ['  nothing found within these limits:', '  project shop']);
  const weak = nextState(after(nothing, 'weak'), { kind: 'answer', number: 1, answer: sampleAnswer([]) });
  assert.equal(rowsOf(weak)[2], '  nothing found');
  const reading = nextState(after(opened(TWO, 80, 9), 'preview', 'here'), { kind: 'answer', number: 1, answer: sampleAnswer([]) });
  assert.equal(rowsOf(reading)[2], '  nothing found within these limits:');
});

test('view() shows at once what is typed, with the cursor, and that its hits are on their way', () => {
  const state = typed(opened(TWO, 80, 9), 'now');
  assert.match(rowsOf(state)[0], /^\/ payment retry now +… 1\/6 · 6 relevant · 25 weak hidden$/);
  assert.deepEqual(view(state).cursor, { col: 19, row: 0 });
  assert.deepEqual(view(after(state, 'line-start')).cursor, { col: 2, row: 0 });
  assert.equal(view(after(state, 'leave')).cursor, null);
});

test('view() shows the part of a long typed line that ends at the cursor', () => {
  const state = typed(opened(TWO, 40, 9), ` ${'long '.repeat(40)}end`);
  const { lines, cursor } = view(state);
  assert.match(lineText(lines[0]), /^\/ …ng long long end   … 1\/6 · 6 relevant$/);
  assert.equal(cursor?.col, lineText(lines[0]).indexOf('end') + 3);
});

test('view() shows one line below 20 by 4', () => {
  assert.deepEqual(shown(TWO, 19, 10), ['> Retry of failed …', ...Array<string>(9).fill('')]);
  assert.deepEqual(shown(TWO, 80, 3), ['> Retry of failed payments', '', '']);
  assert.deepEqual(shown(TWO, 80, 1), ['> Retry of failed payments']);
  assert.deepEqual(rowsOf(typed(opened(TWO, 80, 1), 'x')), ['/payment retry x']);
});

test('view() shows the hits from the top of the page on', () => {
  const rows = rowsOf(after(opened(numberedAnswer(9), 80, 9), 'last'));
  assert.deepEqual([rows[2], rows[4], rows[6]].map((row) => row.slice(0, 7)), ['  hit 7', '  hit 8', '> hit 9']);
});

test('view() shows the keys in the help', () => {
  const rows = rowsOf(after(opened(TWO, 100, 40), 'help'));
  assert.equal(rows[0], 'Keys');
  for (const [index, { shown: keys, does }] of KEY_BINDINGS.entries()) {
    assert.ok(rows[index + 1].startsWith(`  ${keys} `) && rows[index + 1].endsWith(does), rows[index + 1]);
  }
  assert.equal(rows[39], 'Esc close · ↑↓ scroll');
  assert.deepEqual(rowsOf(after(opened(TWO, 80, 40), 'help')).filter((row) => row.includes('…')), ['  Tab Shift-Tab    only titles, prompts, answers, …, or all text']);
});

/** The column in which a piece begins, and the codes of style.ts: none of them stands in an odd text. */
const OWN_CODES = /\x1b\[(?:\d+G|(?:1|2|36|1;4;33|22|39|22;24;39)m)/g;

test('view() fills exactly the rows, none too wide, and paints nothing that would not be harmless text, in any state', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const style = createStyle(true);
  for (let round = 0; round < 300; round++) {
    const state = oddState(random);
    const { cols, rows } = state;
    const { lines, cursor } = view(state);
    const where = `seed ${seed}, round ${round}, ${cols} by ${rows}`;
    assert.equal(lines.length, rows, where);
    for (const line of lines) {
      assert.ok(lineWidth(line) <= cols && width(lineText(line)) <= cols, `${where}: ${JSON.stringify(line)}`);
      const painted = paintLine(line, style).replace(OWN_CODES, '');
      assert.equal(painted, sanitize(painted), where);
    }
    assert.ok(cursor === null || (cursor.col < cols && cursor.row < rows), where);
  }
});
