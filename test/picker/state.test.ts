import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../src/picker/keymap.ts';
import { KEY_BINDINGS } from '../../src/picker/keymap.ts';
import { layoutOf } from '../../src/picker/layout.ts';
import type { PickerState } from '../../src/picker/state.ts';
import { modeOf, nextState, selectedHit } from '../../src/picker/state.ts';
import { seededRandom } from '../terminal/seeded-random.ts';
import { after, numberedAnswer, opened, sampleAnswer, sampleHit, typed } from './sample-answer.ts';

/** A picker over that many hits; 80 by 13 shows five of them. */
function over(count: number, cols = 80, rows = 13): PickerState {
  return opened(numberedAnswer(count), cols, rows);
}

/** [selected, top] */
const MOVES: readonly [what: string, count: number, actions: Action[], place: [number, number]][] = [
  ['one down', 12, ['down'], [1, 0]],
  ['one down and up', 12, ['down', 'up'], [0, 0]],
  ['up at the first hit', 12, ['up'], [0, 0]],
  ['down at the last hit', 2, ['down', 'down', 'down'], [1, 0]],
  ['down past the rows shown', 12, ['down', 'down', 'down', 'down', 'down'], [5, 1]],
  ['back up within the rows shown', 12, ['down', 'down', 'down', 'down', 'down', 'up'], [4, 1]],
  ['a page down', 12, ['page-down'], [5, 5]],
  ['two pages down, to the last full page', 12, ['page-down', 'page-down'], [10, 7]],
  ['a page down with few hits', 3, ['page-down'], [2, 0]],
  ['a page down and up', 12, ['page-down', 'page-up'], [0, 0]],
  ['last', 12, ['last'], [11, 7]],
  ['last and first', 12, ['last', 'first'], [0, 0]],
];

for (const [what, count, actions, place] of MOVES) {
  test(`nextState() moves: ${what}`, () => {
    const { selected, top } = after(over(count), ...actions);
    assert.deepEqual([selected, top], place);
  });
}

test('nextState() keeps the selected hit in sight when the screen shrinks and grows', () => {
  const small = nextState(after(over(12), 'page-down', 'down', 'down'), { kind: 'resize', cols: 80, rows: 4 });
  assert.deepEqual([small.selected, small.top], [7, 7]);
  const large = nextState(small, { kind: 'resize', cols: 80, rows: 50 });
  assert.deepEqual([large.selected, large.top], [7, 0]);
});

test('nextState() resumes on Enter, and leaves on Esc and Ctrl-C', () => {
  assert.equal(after(over(3), 'down', 'resume').outcome, 'resume');
  assert.equal(after(over(3), 'leave').outcome, 'leave');
  assert.equal(after(over(3), 'quit').outcome, 'leave');
  assert.equal(after(over(0), 'resume').outcome, null);
});

test('nextState() changes nothing after the outcome', () => {
  const left = after(over(3), 'leave');
  assert.equal(after(left, 'down', 'resume'), left);
});

test('nextState() opens the help on ? and closes it on ?, Esc and Enter', () => {
  const help = after(over(3), 'down', 'help');
  assert.equal(help.helpTop, 0);
  for (const action of ['help', 'leave', 'resume'] as const) {
    const closed = after(help, action);
    assert.deepEqual([closed.helpTop, closed.outcome, closed.selected], [null, null, 1]);
  }
  assert.equal(after(help, 'quit').outcome, 'leave');
  assert.equal(typed(help, 'x').question.query, 'payment retry');
});

test('nextState() scrolls the help where it does not fit, and only there', () => {
  const low = over(3, 80, 6);
  assert.equal(after(low, 'help', 'down').helpTop, 1);
  assert.equal(after(low, 'help', 'up').helpTop, 0);
  assert.equal(after(low, 'help', 'last').helpTop, KEY_BINDINGS.length - 4);
  assert.equal(after(over(3, 80, 40), 'help', 'down').helpTop, 0);
});

test('nextState() asks again at every character typed, added behind the words that are there', () => {
  const typing = typed(over(3), 'n');
  assert.deepEqual([typing.question.query, typing.cursor, typing.number, typing.isTyping], ['payment retry n', 15, 1, true]);
  assert.deepEqual(typed(typing, 'ow').question.query, 'payment retry now');
  assert.equal(typed(typing, 'ow').number, 2);
});

test('nextState() says when it takes no more characters, and asks nothing for them', () => {
  const full = typed(over(3), 'x'.repeat(2000));
  const fuller = typed(full, 'y');
  assert.deepEqual([fuller.question.query, fuller.cursor, fuller.number], [full.question.query, 2000, 1]);
  assert.equal(fuller.message, 'more than 2000 characters are not taken');
  assert.equal(after(fuller, 'erase-back').message, '');
});

test('nextState() asks nothing for blanks that change nothing, nor for moves of the cursor', () => {
  const typing = after(over(3), 'query');
  assert.deepEqual([typing.question.query, typing.number], ['payment retry ', 0]);
  assert.equal(typed(typing, ' ').number, 0);
  assert.equal(after(typing, 'line-start', 'right').number, 0);
  // The last word may go on.
  assert.equal(after(typing, 'erase-back').number, 1);
  assert.equal(after(typing, 'erase-back', 'erase-back').number, 2);
});

test('nextState() asks for the last word as a beginning while it is typed, whole after a blank or Esc', () => {
  const typing = typed(over(3), 'no');
  assert.deepEqual([typing.question.isUnfinished, typing.number], [true, 1]);
  const blank = typed(typing, ' ');
  assert.deepEqual([blank.question.isUnfinished, blank.number], [false, 2]);
  const left = after(typing, 'leave');
  assert.deepEqual([left.question.isUnfinished, left.number, left.question.query], [false, 2, 'payment retry no']);
  assert.equal(after(typing, 'left').question.isUnfinished, true);
  assert.equal(after(typing, 'line-start', 'erase-next').question.isUnfinished, false);
});

test('nextState() asks for little more than the screen shows while words are typed', () => {
  const typing = typed(over(3), 'no');
  const limits = [typing, typed(typing, ' '), nextState(typing, { kind: 'grown' }), after(typing, 'leave'), nextState(over(3), { kind: 'grown' })].map(({ question }) => question.limit);
  assert.deepEqual(limits, [9, 9, 9, 60, 60]);
});

test('nextState() starts typing with keys that erase', () => {
  const erased = after(over(3), 'erase-word');
  assert.deepEqual([erased.question.query, erased.isTyping, erased.number], ['payment ', true, 1]);
  assert.deepEqual(after(over(3), 'left').isTyping, false);
});

test('nextState() leaves typing on the first Esc, and the picker on the second', () => {
  const typing = typed(over(3), 'x');
  assert.deepEqual([after(typing, 'leave').isTyping, after(typing, 'leave').outcome], [false, null]);
  assert.equal(after(typing, 'leave', 'leave').outcome, 'leave');
});

test('nextState() ends typing on Enter before the hits of the typed words are shown, and resumes nothing', () => {
  const typing = typed(over(3), 'x');
  const entered = after(typing, 'resume');
  assert.deepEqual([entered.outcome, entered.isTyping], [null, false]);
  const answered = nextState(typing, { kind: 'answer', number: 1, answer: { ...numberedAnswer(2), query: 'payment retry x' } });
  assert.equal(after(answered, 'resume').outcome, 'resume');
});

test('nextState() asks once more on Enter after a search has failed', () => {
  const failed = nextState(after(typed(over(3), '('), 'leave'), { kind: 'unanswered', number: 2 });
  const again = after(failed, 'resume');
  assert.deepEqual([failed.number, again.number, again.outcome], [2, 3, null]);
  assert.equal(after(again, 'resume').number, 3);
});

test('nextState() never lets an older answer overwrite a newer one', () => {
  const typing = typed(typed(over(3), 'x'), 'y');
  const newer = nextState(typing, { kind: 'answer', number: 2, answer: { ...numberedAnswer(2), query: 'payment retry xy' } });
  assert.equal(newer.answer.hits.length, 2);
  const late = nextState(newer, { kind: 'answer', number: 1, answer: { ...numberedAnswer(9), query: 'payment retry x' } });
  assert.equal(late, newer);
});

test('nextState() selects the best hit for new words', () => {
  const moved = typed(after(over(5), 'down', 'down'), 'x');
  const answered = nextState(moved, { kind: 'answer', number: 1, answer: { ...numberedAnswer(5), query: 'payment retry x' } });
  assert.equal(answered.selected, 0);
});

const NAMED = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => sampleHit({ session: name, hit: `${name}:1:0`, title: name }));

test('nextState() keeps the selected session on its row when the same words are answered again', () => {
  const before = after(opened(sampleAnswer(NAMED), 80, 8), 'last', 'up');
  assert.deepEqual([selectedHit(before)?.session, before.selected - before.top], ['g', 0]);
  const grown = nextState(before, { kind: 'grown' });
  assert.equal(grown.number, 1);
  const fresh = sampleHit({ session: 'new', hit: 'new:1:0' });
  const refreshed = nextState(grown, { kind: 'answer', number: 1, answer: sampleAnswer([fresh, fresh, ...NAMED]) });
  assert.deepEqual([selectedHit(refreshed)?.session, refreshed.selected, refreshed.selected - refreshed.top], ['g', 8, 0]);
});

test('nextState() keeps the selected session when another of its places is the best now', () => {
  const before = after(opened(sampleAnswer(NAMED), 80, 24), 'down');
  const changed = NAMED.map((hit) => ({ ...hit, hit: `${hit.session}:2:0` })).reverse();
  const refreshed = nextState(nextState(before, { kind: 'grown' }), { kind: 'answer', number: 1, answer: sampleAnswer(changed) });
  assert.equal(selectedHit(refreshed)?.session, 'b');
});

test('nextState() selects the first hit when the selected session is gone', () => {
  const before = after(opened(sampleAnswer(NAMED), 80, 24), 'down');
  const refreshed = nextState(nextState(before, { kind: 'grown' }), { kind: 'answer', number: 1, answer: sampleAnswer(NAMED.slice(3)) });
  assert.deepEqual([selectedHit(refreshed)?.session, refreshed.top], ['d', 0]);
});

test('nextState() asks for a longer list near its end, and for all of it when the last hit is wanted', () => {
  const some = opened(sampleAnswer(numberedAnswer(25).hits, { relevant: 300, total: 300 }), 80, 24);
  assert.equal(after(some, 'down').number, 0);
  const near = after(some, 'page-down', 'page-down');
  assert.deepEqual([near.number, near.question.limit], [1, 75]);
  const last = after(some, 'last');
  assert.deepEqual([last.number, last.question.limit], [1, 300]);
  const answered = nextState(last, { kind: 'answer', number: 1, answer: numberedAnswer(300) });
  assert.equal(answered.selected, 299);
});

test('nextState() asks for as many hits as there is room for, after a resize, without the preview, and when fewer have come', () => {
  const few = (cols: number, rows: number): PickerState => opened(sampleAnswer(numberedAnswer(8).hits, { relevant: 300, total: 300 }), cols, rows, { limit: 8 });
  const small = few(100, 12);
  assert.equal(small.number, 0);
  assert.deepEqual([nextState(small, { kind: 'resize', cols: 100, rows: 60 }).number, nextState(small, { kind: 'resize', cols: 100, rows: 13 }).number], [1, 0]);
  // Beside a preview a hit takes three rows, without it two.
  assert.deepEqual([after(few(100, 25), 'preview').question.limit, after(few(100, 60), 'preview').number], [24, 1]);
  const waiting = nextState(nextState(few(100, 60), { kind: 'grown' }), { kind: 'answer', number: 1, answer: few(100, 60).answer });
  assert.deepEqual([waiting.number, waiting.question.limit], [2, 180]);
});

test('nextState() changes scope by project, branch, field and weak hits, asking again there and back', () => {
  const { question, number } = after(over(3), 'here', 'branch', 'field-next', 'field-next', 'weak');
  assert.deepEqual([question.isHere, question.isOnBranch, question.field, question.isAll, number], [true, true, 'prompt', true, 5]);
  const back = after(over(3), 'here', 'here', 'field-next', 'field-before', 'field-before').question;
  assert.deepEqual([back.isHere, back.field], [false, 'summary']);
});

test('nextState() says when there is no branch', () => {
  const state = over(3);
  const asked = after({ ...state, setting: { ...state.setting, branch: null } }, 'branch');
  assert.deepEqual([asked.number, asked.message], [0, 'no git branch is checked out here']);
});

test('nextState() says what went wrong, without harmful characters, until the next key', () => {
  const failed = nextState(over(3), { kind: 'message', text: 'bad \x1b[31mpattern\n' });
  assert.equal(failed.message, 'bad pattern');
  assert.equal(after(failed, 'down').message, '');
});

test('nextState() keeps the selected hit in sight when the preview makes the list narrower', () => {
  const wide = after(over(30, 120, 20), 'preview', 'page-down', 'page-down', 'page-up', 'down', 'down', 'down', 'down', 'down', 'down', 'down');
  const narrow = after(wide, 'preview');
  assert.ok(narrow.selected < narrow.top + layoutOf(120, 20, narrow).hitCount);
  assert.equal(narrow.selected, wide.selected);
});

test('modeOf() tells list, typing and reading apart', () => {
  assert.equal(modeOf(over(3)), 'list');
  assert.equal(modeOf(typed(over(3), 'x')), 'typing');
  assert.equal(modeOf(after(over(3), 'preview')), 'reading');
  assert.equal(modeOf(after(over(3, 120), 'preview')), 'list');
  assert.equal(modeOf(after(over(3), 'preview', 'leave')), 'list');
});

test('nextState() selects on a click, and resumes on a second click on the same hit', () => {
  const press = (state: PickerState, row: number, atMs: number): PickerState =>
    nextState(state, { kind: 'mouse', mouse: { kind: 'mouse', did: 'press', col: 5, row }, atMs });
  // Two upper rows, two rows a hit.
  const once = press(over(12), 5, 1000);
  assert.deepEqual([once.selected, once.outcome], [1, null]);
  assert.equal(press(once, 4, 1300).outcome, 'resume');
  assert.equal(press(once, 4, 1500).outcome, null);
  assert.deepEqual([press(once, 7, 1100).selected, press(once, 7, 1100).outcome], [2, null]);
  assert.equal(press(over(2), 9, 0).selected, 0);
  assert.equal(press(over(12), 0, 0).selected, 0);
});

test('nextState() scrolls list and preview separately with the wheel', () => {
  const wheel = (state: PickerState, col: number): PickerState =>
    nextState(state, { kind: 'mouse', mouse: { kind: 'mouse', did: 'wheel-down', col, row: 5 }, atMs: 0 });
  assert.equal(wheel(over(12, 120), 5).selected, 1);
  assert.equal(wheel(over(12, 120), 100).selected, 0);
});

test('nextState() keeps its invariants under any events', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const actions = KEY_BINDINGS.flatMap(({ keys }) => Object.values(keys)).filter((action) => action !== 'quit');
  for (let round = 0; round < 200; round++) {
    let state = over(below(30), 120, 20);
    for (let step = 0; step < 40; step++) {
      const what = below(8);
      const before = state;
      if (what === 0) state = nextState(state, { kind: 'resize', cols: 1 + below(220), rows: 1 + below(40) });
      else if (what === 1) state = typed(state, 'ab c'[below(4)]);
      else if (what === 2) state = nextState(state, { kind: 'answer', number: below(state.number + 2), answer: { ...numberedAnswer(below(40)), query: state.question.query.trim() } });
      else if (what === 3) state = nextState(state, { kind: 'mouse', mouse: { kind: 'mouse', did: (['press', 'release', 'wheel-up', 'wheel-down'] as const)[below(4)], col: below(220), row: below(40) }, atMs: step * 300 });
      else state = after(state, actions[below(actions.length)]);
      if (state.outcome !== null) state = before;
      const { hitCount } = layoutOf(state.cols, state.rows, state);
      const where = `seed ${seed}, round ${round}, step ${step}`;
      const count = state.answer.hits.length;
      assert.ok(state.selected >= 0 && (state.selected < count || (count === 0 && state.selected === 0)), where);
      assert.ok(state.top <= state.selected && state.selected < state.top + hitCount, `${where}: ${state.top} ${state.selected} ${hitCount} of ${count}, ${state.cols} by ${state.rows}`);
      assert.ok(state.cursor >= 0 && state.cursor <= state.question.query.length, where);
      assert.ok(state.number >= before.number, where);
    }
  }
});
