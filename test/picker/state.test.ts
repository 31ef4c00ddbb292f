import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../src/picker/keymap.ts';
import { KEY_BINDINGS } from '../../src/picker/keymap.ts';
import { layoutOf } from '../../src/picker/layout.ts';
import type { PickerState } from '../../src/picker/state.ts';
import { nextState, openingState } from '../../src/picker/state.ts';
import { NOW_MS, numberedAnswer } from './sample-answer.ts';

/** A picker over that many hits; 80 by 12 shows five of them. */
function opened(count: number, cols = 80, rows = 12): PickerState {
  return openingState({ answer: numberedAnswer(count), nowMs: NOW_MS, hasColor: false, cols, rows });
}

function after(state: PickerState, ...actions: Action[]): PickerState {
  return actions.reduce((now, action) => nextState(now, { kind: 'action', action }), state);
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
    const { selected, top } = after(opened(count), ...actions);
    assert.deepEqual([selected, top], place);
  });
}

test('nextState() keeps the selected hit in sight when the screen shrinks and grows', () => {
  const small = nextState(after(opened(12), 'page-down', 'down', 'down'), { kind: 'resize', cols: 80, rows: 4 });
  assert.deepEqual([small.selected, small.top], [7, 7]);
  const large = nextState(small, { kind: 'resize', cols: 80, rows: 50 });
  assert.deepEqual([large.selected, large.top], [7, 0]);
});

test('nextState() ends with resume on Enter, with leave on Esc and Ctrl-C', () => {
  assert.equal(after(opened(3), 'down', 'resume').outcome, 'resume');
  assert.equal(after(opened(3), 'leave').outcome, 'leave');
  assert.equal(after(opened(3), 'quit').outcome, 'leave');
});

test('nextState() changes nothing after the outcome', () => {
  const left = after(opened(3), 'leave');
  assert.equal(after(left, 'down', 'resume'), left);
});

test('nextState() opens the help on ? and closes it on ?, Esc and Enter', () => {
  const help = after(opened(3), 'down', 'help');
  assert.equal(help.helpTop, 0);
  for (const action of ['help', 'leave', 'resume'] as const) {
    const closed = after(help, action);
    assert.deepEqual([closed.helpTop, closed.outcome, closed.selected], [null, null, 1]);
  }
});

test('nextState() leaves on Ctrl-C also from the help', () => {
  assert.equal(after(opened(3), 'help', 'quit').outcome, 'leave');
});

test('nextState() scrolls the help where it does not fit, and only there', () => {
  const low = opened(3, 80, 6);
  assert.equal(after(low, 'help', 'down').helpTop, 1);
  assert.equal(after(low, 'help', 'up').helpTop, 0);
  assert.equal(after(low, 'help', 'last').helpTop, KEY_BINDINGS.length - 4);
  assert.equal(after(opened(3, 80, 40), 'help', 'down').helpTop, 0);
});

test('nextState() keeps its invariants under any events', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let random = seed;
  const below = (limit: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * limit);
  };
  for (let round = 0; round < 200; round++) {
    let state = opened(1 + below(30));
    for (let step = 0; step < 40; step++) {
      const action = KEY_BINDINGS[below(KEY_BINDINGS.length)].action;
      const isEnd = action === 'quit' || (state.helpTop === null && (action === 'leave' || action === 'resume'));
      state = isEnd
        ? nextState(state, { kind: 'resize', cols: 1 + below(120), rows: 1 + below(40) })
        : nextState(state, { kind: 'action', action });
      const { hitCount } = layoutOf(state.cols, state.rows);
      const where = `seed ${seed}, round ${round}, step ${step}`;
      assert.ok(state.selected >= 0 && state.selected < state.answer.hits.length, where);
      assert.ok(state.top <= state.selected && state.selected < state.top + hitCount, where);
    }
  }
});
