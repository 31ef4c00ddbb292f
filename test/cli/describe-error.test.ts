import { test } from 'node:test';
import assert from 'node:assert/strict';
import { describeError } from '../../src/cli/describe-error.ts';
import { CcfindError } from '../../src/errors.ts';

test('describeError() shows message and hint of what a person can meet, harmless', () => {
  const error = new CcfindError('not-found', 'session \x1b[31mx\nis gone', { hint: 'search again' });
  assert.deepEqual(describeError(error), { text: 'ccfind: session x is gone\nhint: search again\n', exitCode: 1 });
  assert.deepEqual(describeError(new CcfindError('usage', 'a')), { text: 'ccfind: a\n', exitCode: 2 });
  assert.deepEqual(describeError(new CcfindError('cancelled', '')), { text: '', exitCode: 130 });
});

test('describeError() shows the stack of a bug, and says nothing of a closed pipe', () => {
  const { text, exitCode } = describeError(new TypeError('oh'));
  assert.equal(exitCode, 2);
  assert.match(text, /^ccfind: this is a bug in ccfind:\nTypeError: oh\n {4}at /);
  assert.equal(describeError('thrown text').exitCode, 2);
  const pipe = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
  assert.deepEqual(describeError(pipe), { text: '', exitCode: 0 });
});
