import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines } from '../../src/setup/diff.ts';

test('diffLines() shows what differs with a line around it', () => {
  assert.deepEqual(diffLines('{\n a\n b\n c\n d\n e\n}\n', '{\n a\n B\n c\n d\n e\n f\n}\n'), ['  …', '   a', '-  b', '+  B', '   c', '  …', '   e', '+  f', '  }']);
});

test('diffLines() shows a new text whole, and nothing for equal ones', () => {
  assert.deepEqual(diffLines('', '{\n}\n'), ['+ {', '+ }']);
  assert.deepEqual(diffLines('a\r\nb', 'a\nb\n'), ['  …']);
});

test('diffLines() is quick on long texts with changes at both ends', () => {
  const middle = Array.from({ length: 200_000 }, (_, i) => `line ${i}`).join('\n');
  assert.deepEqual(diffLines(`a\n${middle}\nz`, `b\n${middle}\ny`), ['- a', '+ b', '  line 0', '  …', '  line 199999', '- z', '+ y']);
});
