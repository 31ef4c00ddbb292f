import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexDamage } from '../../src/index/damage.ts';
import { WINDOW_CHUNKS } from '../../src/index/reader-types.ts';
import { openSegment } from '../../src/index/segment-reader.ts';
import { SegmentDraft } from '../../src/index/segment-draft.ts';
import { randomFrom, seedOf } from '../random.ts';
import { fileOf, openBytes, randomRows, segmentBytes, writeRows } from './random-segment.ts';
import { assertSegmentHolds } from './same-segment.ts';

test('a segment read back holds exactly what was written', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (const rowCount of [0, 1, 2, 3, 10, 60]) {
    const rows = randomRows(next, rowCount);
    assertSegmentHolds(openBytes(writeRows(rows)), rows, `seed ${seed}, ${rowCount} rows`);
  }
});

test('a large segment holds long lists, many blocks and pages', () => {
  const seed = seedOf();
  const rows = randomRows(randomFrom(seed), 700, 8);
  const bytes = writeRows(rows);
  assert.ok(bytes.length > 200_000, String(bytes.length));
  assertSegmentHolds(openBytes(bytes), rows, `seed ${seed}`);
});

test('a segment without text can be written and read', () => {
  const segment = openBytes(segmentBytes(new SegmentDraft()));
  assert.equal(segment.chunkCount, 0);
  assert.equal(segment.rows.count, 0);
  assert.equal(segment.lookup(Buffer.from('a')), -1);
  assert.deepEqual(segment.prefix(Buffer.from('a')), { first: 0, last: 0 });
  assert.deepEqual(segment.infix(Buffer.from('a'), 5), { ordinals: [], more: false });
  assert.equal(segment.findEntry({ hi: 1, lo: 2 }), -1);
  assert.equal(segment.findLink({ hi: 1, lo: 2 }), -1);
  segment.verify();
});

test('postings() and positions() do not disturb each other', () => {
  const rows = randomRows(randomFrom(5), 40);
  const segment = openBytes(writeRows(rows));
  const the = segment.lookup(Buffer.from('the'));
  const retry = segment.lookup(Buffer.from('retry'));
  const [chunk] = segment.postings(retry).chunks;
  const postings = segment.postings(the);
  const before = [...postings.chunks.subarray(0, postings.count)];
  segment.positions(retry, [chunk]);
  assert.deepEqual([...postings.chunks.subarray(0, postings.count)], before);
});

test('positions() of a chunk without the term are empty; numbers out of range throw', () => {
  const segment = openBytes(writeRows(randomRows(randomFrom(6), 10)));
  assert.deepEqual(segment.positions(0, [segment.chunkCount]), [new Uint32Array(0)]);
  assert.throws(() => segment.postings(segment.termCount), RangeError);
  assert.throws(() => segment.text(segment.chunkCount), RangeError);
});

test('addChunk() takes up to 65,535 bytes', () => {
  const draft = new SegmentDraft();
  draft.beginRow({ session: 0, turn: 1, flags: 0, timeMs: 0, firstOrdinal: 0, turnKey: { hi: 0, lo: 0 } });
  const text = Buffer.from('word '.repeat(13107));
  draft.addChunk(1, text, 0, 65535);
  assert.throws(() => draft.addChunk(1, Buffer.alloc(65536), 0, 65536), RangeError);
  const segment = openBytes(segmentBytes(draft));
  assert.equal(segment.text(0).length, 65535);
  const [positions] = segment.positions(0, [0]);
  assert.equal(positions.length, 13107);
  assert.equal(positions[13106], 13106);
});

test('findEntry() finds every identity and no other, in few reads', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const draft = new SegmentDraft();
  draft.beginRow({ session: 0, turn: 1, flags: 0, timeMs: 0, firstOrdinal: 0, turnKey: { hi: 0, lo: 0 } });
  const keys = Array.from({ length: 20_000 }, (_, i) => ({ hi: i % 50 === 0 ? 7 : Math.floor(next() * 2 ** 32), lo: i }));
  for (const key of keys) draft.addEntry(key);
  const file = fileOf(segmentBytes(draft));
  const segment = openSegment(file, 'test segment');
  for (const key of keys) assert.equal(segment.findEntry(key), 0, `seed ${seed}`);
  for (let i = 0; i < 2000; i++) assert.equal(segment.findEntry({ hi: Math.floor(next() * 2 ** 32), lo: 30_000 }), -1, `seed ${seed}`);
  assert.equal(segment.findEntry({ hi: 7, lo: 19_999 }), -1);
  assert.equal(segment.findEntry({ hi: 0, lo: 0 }), -1);
  assert.equal(segment.findEntry({ hi: 0xffffffff, lo: 0xffffffff }), -1);
  const fresh = fileOf(Buffer.concat([Buffer.from(writeKeys(keys))]));
  const cold = openSegment(fresh, 'test segment');
  const before = fresh.reads;
  cold.findEntry(keys[777]);
  assert.ok(fresh.reads - before <= 4, `${fresh.reads - before} reads`);
});

function writeKeys(keys: readonly { hi: number; lo: number }[]): Buffer {
  const draft = new SegmentDraft();
  draft.beginRow({ session: 0, turn: 1, flags: 0, timeMs: 0, firstOrdinal: 0, turnKey: { hi: 0, lo: 0 } });
  for (const key of keys) draft.addEntry(key);
  return segmentBytes(draft);
}

test('entries() and links() give the whole tables, sorted', () => {
  const rows = randomRows(randomFrom(8), 30);
  const segment = openBytes(writeRows(rows));
  const { count, hi, lo } = segment.entries();
  assert.equal(count, rows.reduce((sum, row) => sum + row.entries.length, 0));
  for (let i = 1; i < count; i++) assert.ok(hi[i] > hi[i - 1] || (hi[i] === hi[i - 1] && lo[i] >= lo[i - 1]));
  assert.equal(segment.links().count, rows.reduce((sum, row) => sum + row.links.length, 0));
});

test('verify() notices every flipped bit of a segment', () => {
  const rows = randomRows(randomFrom(9), 4, 3);
  const bytes = writeRows(rows);
  openBytes(bytes).verify();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    bytes[bit >>> 3] ^= 1 << (bit & 7);
    assert.throws(() => openBytes(bytes).verify(), IndexDamage, `bit ${bit}`);
    bytes[bit >>> 3] ^= 1 << (bit & 7);
  }
});

test('a cut segment is noticed at opening', () => {
  const bytes = writeRows(randomRows(randomFrom(10), 4, 3));
  for (let length = 0; length < bytes.length; length++) assert.throws(() => openBytes(bytes.subarray(0, length)), IndexDamage, `${length} bytes`);
  assert.throws(() => openBytes(Buffer.concat([bytes, Buffer.from([0])])), IndexDamage);
});

test('reading a damaged page throws IndexDamage; other pages are still read', () => {
  const rows = randomRows(randomFrom(11), 700, 8);
  const bytes = writeRows(rows);
  const whole = openBytes(bytes);
  const { texts } = whole.file.footer.sections;
  bytes[texts.start + (texts.length >>> 1)] ^= 16;
  const segment = openBytes(bytes);
  assert.equal(segment.text(0).toString(), whole.text(0).toString());
  assert.equal(segment.text(segment.chunkCount - 1).toString(), whole.text(segment.chunkCount - 1).toString());
  assert.throws(() => {
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) segment.text(chunk);
  }, IndexDamage);
  assert.throws(() => segment.verify(), IndexDamage);
});

test('the columns of a large segment are copied window by window, and damage in them is noticed', () => {
  const [row] = randomRows(randomFrom(13), 1, 1);
  const count = 2 * WINDOW_CHUNKS + 100;
  const bytes = writeRows([{ ...row, entries: [], chunks: Array.from({ length: count }, (_, chunk) => ({ field: chunk % 7, text: 'a '.repeat(chunk % 5) })) }]);
  const { start } = openBytes(bytes).file.footer.sections.lengths;
  const copyAll = (): { lengths: Uint16Array; fields: Uint8Array; windows: number } => {
    const segment = openBytes(bytes);
    const copied = { lengths: new Uint16Array(count), fields: new Uint8Array(count), windows: 0 };
    for (let chunk = 0; chunk < count; copied.windows++) {
      const { first, end } = segment.windowAround(chunk);
      assert.deepEqual([first, segment.windowAround(end - 1)], [chunk, { first, end }]);
      segment.copyLengths(first, end, copied.lengths.subarray(first, end));
      segment.copyFields(first, end, copied.fields.subarray(first, end));
      chunk = end;
    }
    return copied;
  };
  const { lengths, fields, windows } = copyAll();
  assert.ok(windows === 3 || windows === 4, `${windows} windows`);
  assert.deepEqual([lengths.findIndex((length, chunk) => length !== chunk % 5), fields.findIndex((field, chunk) => field !== chunk % 7)], [-1, -1]);
  for (const at of [start, start + count, start + 2 * count, start + 3 * count - 1]) {
    bytes[at] ^= 4;
    assert.throws(copyAll, IndexDamage, `byte ${at - start} of the columns`);
    bytes[at] ^= 4;
  }
});

test('a common word and a rare one both take few positional reads', () => {
  const rows = randomRows(randomFrom(12), 700, 8);
  const bytes = writeRows(rows);
  const file = fileOf(bytes);
  const segment = openSegment(file, 'test segment');
  const opened = file.readBytes;
  segment.postings(segment.lookup(Buffer.from('retry')));
  assert.ok(file.readBytes - opened < 40_000, `${file.readBytes - opened} bytes`);
  assert.ok(file.reads < 12, `${file.reads} reads`);
});
