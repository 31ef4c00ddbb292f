import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as zlib from 'node:zlib';
import { ByteBuffer, decodePostings, positionBits, readPositions, readVarint, varintEnd, writeVarint } from '../../src/index/codec.ts';
import { crc32, crc32ByTables, crc32OfPages } from '../../src/index/crc32.ts';
import { KeyTableBuilder } from '../../src/index/key-table.ts';
import { randomFrom, seedOf } from '../random.ts';
import { PositionWriter, appendPosting } from './list-writer.ts';

test('writeVarint() writes low bits first, seven a byte', () => {
  const bytes = Buffer.alloc(8);
  for (const [value, expected] of [[0, '00'], [1, '01'], [127, '7f'], [128, '8001'], [300, 'ac02'], [16384, '808001'], [2 ** 31 - 1, 'ffffffff07']] as const) {
    const end = writeVarint(bytes, 0, value);
    assert.equal(bytes.subarray(0, end).toString('hex'), expected);
    assert.equal(readVarint(bytes, 0), value);
    assert.equal(varintEnd, end);
  }
});

test('decodePostings() reads back what appendPosting() wrote', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 200; round++) {
    const out = new ByteBuffer(16);
    const chunks: number[] = [];
    const frequencies: number[] = [];
    let chunk = -1;
    for (let i = Math.floor(next() * 50); i >= 0; i--) {
      const before = chunk;
      chunk += 1 + Math.floor(next() ** 4 * 2 ** 20);
      const frequency = next() < 0.7 ? 1 : 1 + Math.floor(next() ** 3 * 70000);
      appendPosting(out, before, chunk, frequency);
      chunks.push(chunk);
      frequencies.push(frequency);
    }
    const to = { chunks: new Uint32Array(chunks.length), frequencies: new Uint32Array(chunks.length) };
    decodePostings(out.bytes, 0, out.length, chunks.length, to.chunks, to.frequencies);
    assert.deepEqual([...to.chunks], chunks, `seed ${seed}`);
    assert.deepEqual([...to.frequencies], frequencies, `seed ${seed}`);
    assert.throws(() => decodePostings(out.bytes, 0, out.length - 1, chunks.length, to.chunks, to.frequencies), /wrong length/);
  }
});

test('positionBits() is the width of the last position of a chunk', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 128, 129, 65535].map(positionBits), [0, 0, 1, 2, 2, 3, 7, 8, 16]);
});

test('readPositions() reads back what PositionWriter wrote', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 200; round++) {
    const out = new ByteBuffer(4);
    const writer = new PositionWriter(out);
    const lists: { width: number; positions: number[] }[] = [];
    for (let i = Math.floor(next() * 20); i >= 0; i--) {
      const width = Math.floor(next() * 17);
      const positions = Array.from({ length: 1 + Math.floor(next() * 4) }, () => Math.floor(next() * 2 ** width));
      for (const position of positions) writer.add(position, width);
      lists.push({ width, positions });
    }
    writer.endTerm();
    let offset = 0;
    for (const { width, positions } of lists) {
      assert.deepEqual([...readPositions(out.view(), offset, width, positions.length)], positions, `seed ${seed}`);
      offset += width * positions.length;
    }
    assert.equal(out.length, Math.ceil(offset / 8), `seed ${seed}`);
  }
});

test('crc32() is the checksum of gzip, with and without the native function, in one go or several', () => {
  const bytes = Buffer.from('123456789');
  assert.equal(crc32(bytes, 0, 9), 0xcbf43926);
  assert.equal(crc32ByTables(bytes, 0, 9), 0xcbf43926);
  assert.equal(crc32ByTables(bytes, 4, 9, crc32ByTables(bytes, 0, 4)), 0xcbf43926);
  assert.equal(crc32(bytes, 4, 9, crc32(bytes, 0, 4)), 0xcbf43926);
  const gzip = zlib.gzipSync(Buffer.alloc(1000, 'abc'));
  assert.equal(crc32(Buffer.alloc(1000, 'abc'), 0, 1000), gzip.readUInt32LE(gzip.length - 8));
});

test('crc32OfPages() is the checksum of all pages together', () => {
  const next = randomFrom(7);
  const bytes = Buffer.from(Array.from({ length: 5 * 4096 }, () => Math.floor(next() * 256)));
  const checksums = Uint32Array.from({ length: 5 }, (_, page) => crc32(bytes, page * 4096, page * 4096 + 4096));
  for (let first = 0; first < 5; first++) {
    for (let last = first; last < 5; last++) assert.equal(crc32OfPages(checksums, first, last), crc32(bytes, first * 4096, last * 4096 + 4096));
  }
});

test('KeyTableBuilder.sorted() sorts by both halves and keeps the order of equal keys', () => {
  const builder = new KeyTableBuilder();
  for (const [hi, lo, value] of [[5, 1, 0], [3, 9, 1], [5, 0, 2], [0xffffffff, 0, 3], [5, 1, 4], [0, 0xffffffff, 5]]) builder.add(hi, lo, value);
  const { hi, lo, value } = builder.sorted();
  assert.deepEqual([...hi], [0, 3, 5, 5, 5, 0xffffffff]);
  assert.deepEqual([...lo], [0xffffffff, 9, 0, 1, 1, 0]);
  assert.deepEqual([...value], [5, 1, 2, 0, 4, 3]);
});
