import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '../../src/picker/edit.ts';
import { edit, insert, MAX_TYPED } from '../../src/picker/edit.ts';

/** A line with `|` for the cursor. */
function line(shown: string): { text: string; cursor: number } {
  return { text: shown.replace('|', ''), cursor: shown.indexOf('|') };
}

function shown({ text, cursor }: { text: string; cursor: number }): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const EDITS: readonly [before: string, how: Edit, after: string][] = [
  ['retry|', 'left', 'retr|y'],
  ['|retry', 'left', '|retry'],
  ['re|try', 'right', 'ret|ry'],
  ['retry|', 'right', 'retry|'],
  ['re|try', 'line-start', '|retry'],
  ['re|try', 'line-end', 'retry|'],
  ['re|try', 'erase-back', 'r|try'],
  ['|retry', 'erase-back', '|retry'],
  ['re|try', 'erase-next', 're|ry'],
  ['payment retry|', 'erase-word', 'payment |'],
  ['payment  |retry', 'erase-word', '|retry'],
  ['payment re|try', 'erase-line', '|'],
  ['a👩\u200d👩\u200d👧|b', 'left', 'a|👩\u200d👩\u200d👧b'],
  ['a👩\u200d👩\u200d👧|b', 'erase-back', 'a|b'],
  ['|e\u0301x', 'right', 'e\u0301|x'],
];

for (const [before, how, after] of EDITS) {
  test(`edit() ${how}: ${before}`, () => assert.equal(shown(edit(line(before), how)), after));
}

test('insert() puts text where the cursor stands', () => {
  assert.equal(shown(insert(line('pay|retry'), 'ment ')), 'payment |retry');
});

test('insert() makes what was pasted one harmless line', () => {
  assert.equal(shown(insert(line('|'), 'a\r\nb\x1b[31m\tc\u202e\0')), 'a b c|');
});

test('insert() takes no more than fits, in whole characters', () => {
  assert.equal(insert(line('|'), 'x'.repeat(1_000_000)).text.length, MAX_TYPED);
  const almostFull = { text: 'x'.repeat(MAX_TYPED - 3), cursor: 0 };
  assert.deepEqual(insert(almostFull, '😀😀'), { text: `😀${almostFull.text}`, cursor: 2 });
});
