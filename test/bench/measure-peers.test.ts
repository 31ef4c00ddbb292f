/**
 * What the table of peers says of one that failed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { death } from '../../bench/measure-peers.ts';

const CRASH = `
<--- Last few GCs --->
[1:0x1] 8000 ms: Mark-Compact 5900 (6000) -> 5900 (6000) MB
FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
 1: 0xcb | 0xcc
`;
const THROWN = `node:internal/modules/cjs/loader
RangeError: Invalid string length
    at JSON.stringify (<anonymous>)
`;

const CASES: readonly { name: string; status: number; messages: string; said: string }[] = [
  { name: 'an exception', status: 2, messages: THROWN, said: 'dies after 87 s: RangeError: Invalid string length' },
  { name: 'memory', status: 134, messages: CRASH, said: 'dies after 87 s: Reached heap limit Allocation failed - JavaScript heap out of memory' },
  { name: 'something else', status: 1, messages: '\nno such module: a|b\n', said: 'dies after 87 s: no such module: a/b' },
  { name: 'nothing said', status: 139, messages: '', said: 'dies after 87 s: no message' },
  { name: 'too long', status: 137, messages: '', said: 'stopped after 87 s of processor time, 900 s in all' },
];

test('death() says when a process died and why', () => {
  for (const { name, status, messages, said } of CASES) assert.equal(death({ ms: 87_400, status, messages, output: '' }), said, name);
});
