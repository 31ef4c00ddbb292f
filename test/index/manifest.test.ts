import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexDamage } from '../../src/index/damage.ts';
import { decodeDead, decodeManifest, encodeDead, encodeManifest } from '../../src/index/manifest.ts';
import type { Manifest } from '../../src/index/manifest.ts';

const MANIFEST: Manifest = {
  generation: 12,
  roots: ['/home/ada/.claude', '/home/ada/wörk'],
  segments: [{ name: 'seg-3-aaaaaa', bytes: 4096, rows: 9, chunks: 40, liveChunks: 31, dead: 'AQE=' }],
  catalog: 'catalog-12-bbbbbb',
  catalogBase: 'catalog-3-dddddd',
  marks: 'marks-12-bbbbbb',
  marksBase: 'marks-3-cccccc',
  counts: { files: 3, bytes: 9000, skipped: [{ reason: 'broken line', count: 2 }], truncated: 0, absent: 0, pending: 1 },
  sessions: 2,
};

test('a manifest is read back as it was written', () => {
  assert.deepEqual(decodeManifest(encodeManifest(MANIFEST, 3), 3), MANIFEST);
});

test('decodeManifest() notices every flipped bit and every cut', () => {
  const bytes = encodeManifest(MANIFEST, 3);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >>> 3] ^= 1 << (bit & 7);
    assert.throws(() => decodeManifest(flipped, 3), IndexDamage, `bit ${bit}`);
  }
  for (let length = 0; length < bytes.length; length++) assert.throws(() => decodeManifest(bytes.subarray(0, length), 3), IndexDamage);
});

test('decodeManifest() tells an older index and a newer one from a damaged one', () => {
  const madeBy = (bytes: Buffer): string => {
    try {
      decodeManifest(bytes, 3);
    } catch (error) {
      if (error instanceof IndexDamage) return error.madeBy;
    }
    return 'no damage';
  };
  const newer = encodeManifest(MANIFEST, 4);
  assert.deepEqual([madeBy(encodeManifest(MANIFEST, 2)), madeBy(newer)], ['an older one', 'a newer one']);
  assert.deepEqual([madeBy(newer.fill('x', 40, 41)), madeBy(Buffer.from('{"version":1}\n'))], ['this version', 'this version']);
});

test('dead rows are stored as a bit set', () => {
  const dead = Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 1]);
  assert.equal(encodeDead(dead), 'AQE=');
  assert.deepEqual(decodeDead(MANIFEST.segments[0]), dead);
  assert.equal(encodeDead(new Uint8Array(9)), '');
  assert.equal(decodeDead({ ...MANIFEST.segments[0], dead: '' }), null);
});
