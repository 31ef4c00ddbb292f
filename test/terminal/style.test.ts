import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createStyle, wantsColor } from '../../src/terminal/style.ts';
import type { ColorWhen } from '../../src/terminal/style.ts';

type Env = Record<string, string>;
const CASES: readonly (readonly [when: ColorWhen | null, env: Env, isTerminal: boolean, expected: boolean])[] = [
  [null, {}, true, true],
  [null, {}, false, false],
  ['auto', {}, true, true],
  ['always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
  ['never', { FORCE_COLOR: '1' }, true, false],
  [null, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  [null, { FORCE_COLOR: '0' }, true, false],
  [null, { FORCE_COLOR: '' }, false, false],
  [null, { NO_COLOR: '1' }, true, false],
  [null, { NO_COLOR: '' }, true, true],
  [null, { TERM: 'dumb' }, true, false],
  ['auto', { TERM: 'dumb' }, true, false],
];

test('wantsColor() asks --color, FORCE_COLOR, NO_COLOR, TERM and the stream, in this order', () => {
  for (const [when, env, isTerminal, expected] of CASES) {
    assert.equal(wantsColor({ when, env, isTerminal }), expected, JSON.stringify({ when, env, isTerminal }));
  }
});

test('createStyle() adds codes only if colour is wanted', () => {
  assert.equal(createStyle(false).mark('word'), 'word');
  assert.equal(createStyle(true).bold('word'), '\x1b[1mword\x1b[22m');
  assert.equal(createStyle(true).mark(''), '');
});
