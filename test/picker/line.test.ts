import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLine, lineWidth, paintLine, span, spreadLine, truncateStart } from '../../src/picker/line.ts';
import { createStyle } from '../../src/terminal/style.ts';
import { lineText } from './line-text.ts';

const TEXT = [span('one '), span('two', 'bold'), span(' three')];

const FITS: readonly [columns: number, text: string][] = [
  [13, 'one two three'], [12, 'one two thr…'], [8, 'one two…'], [7, 'one tw…'], [6, 'one t…'], [4, 'one…'], [1, '…'], [0, ''],
];

for (const [columns, text] of FITS) {
  test(`fitLine() cuts to ${columns} columns and says so`, () => {
    assert.equal(fitLine(TEXT, columns).map((part) => part.text).join(''), text);
  });
}

test('fitLine() never cuts a wide character in two', () => {
  assert.deepEqual(fitLine([span('日本'), span('語')], 5), [span('日本'), span('…')]);
  assert.deepEqual(fitLine([span('日本'), span('語')], 4), [span('日…')]);
});

test('lineWidth() counts columns, not letters', () => {
  assert.equal(lineWidth([span('日本'), span('e\u0301')]), 5);
});

test('spreadLine() puts the right part at the border and cuts the left one', () => {
  const text = (columns: number): string => lineText(spreadLine([span('left side')], [span('right')], columns));
  assert.equal(text(20), 'left side      right');
  assert.equal(text(14), 'left s…  right');
  assert.equal(text(8), '…  right');
  assert.equal(text(7), 'left s…');
});

test('spreadLine() moves the cursor to the right part, as terminals measure some text differently', () => {
  assert.equal(paintLine(spreadLine([span('🏳 left')], [span('right', 'bold'), span('er')], 20), createStyle(false)), '🏳 left\x1b[14Grighter');
});

test('truncateStart() keeps the end', () => {
  assert.equal(truncateStart('one two', 7), 'one two');
  assert.equal(truncateStart('one two', 4), '…two');
  assert.equal(truncateStart('日本語', 4), '…語');
  assert.equal(truncateStart('one', 0), '');
});

test('paintLine() gives each part its style, or none', () => {
  assert.equal(paintLine(TEXT, createStyle(true)), 'one \x1b[1mtwo\x1b[22m three');
  assert.equal(paintLine(TEXT, createStyle(false)), 'one two three');
});
