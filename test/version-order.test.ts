import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOlder } from '../src/version-order.ts';

test('isOlder() compares versions number by number', () => {
  const pairs: readonly (readonly [version: string, than: string, older: boolean])[] = [
    ['2.1.9', '2.1.10', true], ['2.1.10', '2.1.9', false], ['1.9.9', '2.0.0', true], ['2.1.9', '2.1.9', false], ['2.1', '2.1.1', true],
    ['', '0.0.1', true], ['2.0.0', '', false], ['of no version', '1.4.0', true],
  ];
  for (const [version, than, older] of pairs) assert.equal(isOlder(version, than), older, `${version} and ${than}`);
});
