import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../src/picker/keymap.ts';
import { actionOf, KEY_BINDINGS } from '../../src/picker/keymap.ts';

const KEYS: readonly [name: string, action: Action][] = [
  ['up', 'up'], ['ctrl-p', 'up'], ['ctrl-k', 'up'],
  ['down', 'down'], ['ctrl-n', 'down'], ['ctrl-j', 'down'],
  ['page-up', 'page-up'], ['page-down', 'page-down'], ['home', 'first'], ['end', 'last'],
  ['enter', 'resume'], ['escape', 'leave'], ['ctrl-c', 'quit'], ['ctrl-z', 'suspend'], ['ctrl-l', 'redraw'],
];

for (const [name, action] of KEYS) {
  test(`actionOf() takes ${name} for ${action}`, () => {
    assert.equal(actionOf({ kind: 'key', name }), action);
  });
}

test('actionOf() takes ? for help', () => {
  assert.equal(actionOf({ kind: 'text', text: '?' }), 'help');
});

test('actionOf() takes other keys and characters for nothing', () => {
  assert.equal(actionOf({ kind: 'key', name: 'alt-x' }), null);
  assert.equal(actionOf({ kind: 'text', text: 'x' }), null);
});

test('actionOf() never acts on a paste', () => {
  assert.equal(actionOf({ kind: 'paste', text: '?' }), null);
  assert.equal(actionOf({ kind: 'paste', text: '\r' }), null);
});

test('KEY_BINDINGS gives no key two meanings', () => {
  const keys = KEY_BINDINGS.flatMap((binding) => binding.keys);
  assert.equal(new Set(keys).size, keys.length);
});
