import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScreen } from '../../src/terminal/screen.ts';

/** A screen and the writes it makes, escape codes as words. */
function recorded(): { draw(rows: string[], cursor?: { col: number; row: number } | null): string[]; forget(): void } {
  let writes: string[] = [];
  const screen = createScreen((text) => writes.push(text));
  return {
    draw(rows, cursor) {
      writes = [];
      screen.draw(rows, cursor);
      return writes.map(asWords);
    },
    forget: () => screen.forget(),
  };
}

function asWords(text: string): string {
  return text
    .replaceAll('\x1b[?2026h', '<begin>')
    .replaceAll('\x1b[?2026l', '<end>')
    .replaceAll('\x1b[0m', '<plain>')
    .replaceAll('\x1b[2J', '<clear>')
    .replaceAll('\x1b[K', '<erase>')
    .replaceAll('\x1b[?25h', '<cursor on>')
    .replaceAll('\x1b[?25l', '<cursor off>')
    .replace(/\x1b\[(\d+);1H/g, '<row $1>')
    .replace(/\x1b\[(\d+);(\d+)H/g, '<row $1, column $2>');
}

test('draw() sends the first frame whole, in one write', () => {
  assert.deepEqual(recorded().draw(['one', 'two']), [
    '<begin><plain><clear><row 1><plain><erase>one<plain><row 2><plain><erase>two<plain><end>',
  ]);
});

test('draw() sends only the rows that changed', () => {
  const screen = recorded();
  screen.draw(['one', 'two', 'three']);
  assert.deepEqual(screen.draw(['one', 'zwei', 'three']), ['<begin><row 2><plain><erase>zwei<plain><end>']);
});

test('draw() writes nothing when nothing changed', () => {
  const screen = recorded();
  screen.draw(['one']);
  assert.deepEqual(screen.draw(['one']), []);
});

test('forget() makes the next frame be sent whole', () => {
  const screen = recorded();
  screen.draw(['one']);
  screen.forget();
  assert.deepEqual(screen.draw(['one']), ['<begin><plain><clear><row 1><plain><erase>one<plain><end>']);
});

test('draw() shows the cursor where the person types, and hides it while drawing', () => {
  const screen = recorded();
  assert.match(screen.draw(['one', 'two'], { col: 2, row: 1 })[0], /<plain><row 2, column 3><cursor on><end>$/);
  assert.deepEqual(screen.draw(['one', 'two'], { col: 2, row: 1 }), []);
  assert.deepEqual(screen.draw(['one', 'two'], { col: 1, row: 1 }), ['<begin><cursor off><row 2, column 2><cursor on><end>']);
  assert.deepEqual(screen.draw(['one', 'two'], null), ['<begin><cursor off><end>']);
});
