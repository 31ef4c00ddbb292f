import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, reasonOf } from '../../src/transcript/trouble.ts';

test('reasonOf() has words for common errors, and else gives the code', () => {
  const reasons: readonly [unknown, string][] = [
    [Object.assign(new Error('x'), { code: 'EACCES' }), 'permission denied'],
    [Object.assign(new Error('x'), { code: 'EPERM' }), 'permission denied'],
    [Object.assign(new Error('x'), { code: 'EIO' }), 'EIO'],
    [new Error('x'), 'unreadable'],
    [Object.assign(new Error('x'), { code: 7 }), 'unreadable'],
    ['EACCES', 'unreadable'],
  ];
  for (const [error, reason] of reasons) assert.equal(reasonOf(error), reason);
  assert.equal(codeOf(Object.assign(new Error('x'), { code: 'ENOENT' })), 'ENOENT');
});
