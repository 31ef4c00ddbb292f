import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHitKey, parseHitKey } from '../../src/search/hit-key.ts';

test('parseHitKey() reads what formatHitKey() wrote', () => {
  const key = { session: '0a1b-2c', turn: 12, number: 1_000_003 };
  assert.equal(formatHitKey(key), '0a1b-2c:12:1000003');
  assert.deepEqual(parseHitKey(formatHitKey(key)), key);
});

test('parseHitKey() refuses anything else', () => {
  for (const text of ['', 'a:1', 'a:1:', ':1:2', 'a:1:x', 'a:-1:2']) assert.equal(parseHitKey(text), null, text);
});
