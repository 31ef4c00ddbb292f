/**
 * Blocks that are unpacked by one handle, again and again.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { IndexDamage } from '../../src/index/damage.ts';
import { inflate, inflateBegin } from '../../src/index/inflate.ts';

const LONG = Buffer.from(Array.from({ length: 5000 }, (_, i) => `word${(i * 7919) % 1000}`).join(' '));

test('inflate() unpacks a block, whatever length was guessed', () => {
  const packed = deflateRawSync(LONG);
  for (const length of [LONG.length, LONG.length + 1, LONG.length - 1, 2 * LONG.length, 100, 0]) assert.ok(inflate(packed, 'a', length).equals(LONG), `guessed ${length}`);
  assert.equal(inflate(deflateRawSync(Buffer.alloc(0)), 'a', 0).length, 0);
});

test('inflateBegin() unpacks at least as many bytes as asked for', () => {
  const packed = deflateRawSync(LONG);
  for (const length of [0, 1, 63, 64, 5000, LONG.length - 1, LONG.length]) {
    const begin = inflateBegin(packed, 'a', length);
    assert.ok(begin.length >= length && begin.equals(LONG.subarray(0, begin.length)), `asked for ${length}`);
  }
  assert.equal(inflateBegin(packed, 'a', 5000).length, 5000);
});

test('damage in a block is noticed, and the next block is unpacked all the same', () => {
  const packed = deflateRawSync(LONG);
  const cut = packed.subarray(0, packed.length - 20);
  assert.throws(() => inflate(cut, 'segment', LONG.length), IndexDamage);
  assert.throws(() => inflateBegin(Buffer.alloc(100, 0xff), 'segment', 1000), IndexDamage);
  assert.ok(inflate(packed, 'segment', LONG.length).equals(LONG));
});
