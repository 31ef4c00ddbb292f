import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPaste, MAX_PASTE_BYTES } from '../../src/terminal/paste.ts';

const END = '\x1b[201~';

/** The text of a paste of these bytes, and how many of them it took. */
function paste(bytes: string): readonly [text: string, taken: number] {
  const one = createPaste();
  const all = Buffer.from(bytes);
  let taken = 0;
  while (taken < all.length && !one.push(all[taken++]));
  return [one.text(), taken];
}

test('push() ends the paste with its own sequence, and with no other', () => {
  for (const [pasted, text] of [
    ['', ''],
    ['日本', '日本'],
    ['rm -rf\r\n\x03\x1b[A', 'rm -rf\r\n\x03\x1b[A'],
    ['\x1b[200~a\x1b[201\x1b[20\x1b', '\x1b[200~a\x1b[201\x1b[20\x1b'],
  ]) {
    assert.deepEqual(paste(`${pasted}${END}next`), [text, Buffer.byteLength(pasted) + END.length], JSON.stringify(pasted));
  }
});

test('text() is what has come, also when the end has not', () => {
  assert.deepEqual(paste('abc\x1b[201'), ['abc\x1b[201', 8]);
});

test('text() is cut when the paste is too long, and its end is found all the same', () => {
  assert.deepEqual(paste(`${'x'.repeat(MAX_PASTE_BYTES + 10)}${END}y`), ['x'.repeat(MAX_PASTE_BYTES), MAX_PASTE_BYTES + 10 + END.length]);
  assert.deepEqual(paste(`${'x'.repeat(MAX_PASTE_BYTES - 2)}${END}`), ['x'.repeat(MAX_PASTE_BYTES - 2), MAX_PASTE_BYTES - 2 + END.length]);
});
