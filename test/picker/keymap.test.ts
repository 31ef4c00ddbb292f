import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action, Mode } from '../../src/picker/keymap.ts';
import { actionOf, KEY_BINDINGS } from '../../src/picker/keymap.ts';

const KEYS: readonly [key: string, mode: Mode, action: Action | null][] = [
  ['enter', 'list', 'resume'],
  ['up', 'list', 'up'],
  ['ctrl-p', 'list', 'up'],
  ['ctrl-k', 'typing', 'up'],
  ['ctrl-j', 'list', 'down'],
  ['page-down', 'list', 'page-down'],
  ['home', 'list', 'first'],
  ['home', 'typing', 'line-start'],
  ['left', 'typing', 'left'],
  ['left', 'list', null],
  ['left', 'reading', 'place-before'],
  ['home', 'reading', 'scroll-first'],
  ['end', 'reading', 'scroll-last'],
  ['shift-end', 'list', 'scroll-last'],
  ['up', 'reading', 'scroll-up'],
  ['ctrl-n', 'reading', 'down'],
  ['shift-right', 'typing', 'place-next'],
  ['ctrl-a', 'typing', 'here'],
  ['ctrl-b', 'list', 'branch'],
  ['tab', 'typing', 'field-next'],
  ['shift-tab', 'list', 'field-before'],
  ['ctrl-y', 'reading', 'copy'],
  ['ctrl-w', 'list', 'erase-word'],
  ['backspace', 'typing', 'erase-back'],
  ['ctrl-z', 'typing', 'suspend'],
  ['ctrl-c', 'typing', 'quit'],
  ['f5', 'list', null],
  ['alt-x', 'list', null],
];

for (const [name, mode, action] of KEYS) {
  test(`actionOf() of ${name} while ${mode} is ${action}`, () => assert.equal(actionOf({ kind: 'key', name }, mode), action));
}

test('actionOf() takes a character for a key only in the list', () => {
  for (const [text, action] of [['/', 'query'], [' ', 'preview'], ['?', 'help'], ['x', null]] as const) {
    assert.equal(actionOf({ kind: 'text', text }, 'list'), action);
    assert.equal(actionOf({ kind: 'text', text }, 'typing'), null);
  }
});

test('actionOf() of a paste is nothing, whatever was pasted', () => {
  for (const mode of ['list', 'typing', 'reading'] as const) assert.equal(actionOf({ kind: 'paste', text: '?\r' }, mode), null);
});

test('KEY_BINDINGS gives each key one meaning', () => {
  const keys = KEY_BINDINGS.flatMap((binding) => Object.keys(binding.keys));
  assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), []);
});

test('KEY_BINDINGS gives each hint another rank', () => {
  const ranks = KEY_BINDINGS.flatMap(({ hint }) => hint?.rank ?? []);
  assert.equal(new Set(ranks).size, ranks.length);
});
