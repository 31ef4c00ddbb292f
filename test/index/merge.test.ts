import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSegments } from '../../src/index/merge.ts';
import { mergeTexts } from '../../src/index/merge-texts.ts';
import { openSegment } from '../../src/index/segment-reader.ts';
import { randomFrom, seedOf } from '../random.ts';
import { fileOf, openBytes, randomRows, writeRows } from './random-segment.ts';
import type { TestRow } from './random-segment.ts';
import { assertSegmentHolds } from './same-segment.ts';

/** windowBytes: of an input in memory at a time; so small that most of what is read crosses its end. */
function mergeRows(lists: readonly (readonly TestRow[])[], dead: readonly (Uint8Array | null)[], windowBytes?: number): Buffer {
  const merged = mergeSegments(lists.map((rows) => openBytes(writeRows(rows))), dead, windowBytes);
  const bytes = Buffer.concat([...merged.parts]);
  const segment = openBytes(bytes);
  segment.verify();
  assert.equal(merged.chunkCount, segment.chunkCount);
  assert.deepEqual(merged.rows, segment.rows);
  return bytes;
}

const WINDOWS = [1, 7, 64, 1000, 4096, undefined];

test('mergeSegments() writes the segment that one writer would have written', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 6; round++) {
    const lists = Array.from({ length: 1 + Math.floor(next() * 6) }, () => randomRows(next, Math.floor(next() * 20)));
    const merged = mergeRows(lists, lists.map(() => null), WINDOWS[round]);
    assertSegmentHolds(openBytes(merged), lists.flat(), `seed ${seed}, round ${round}`);
    assert.deepEqual(merged, mergeRows(lists, lists.map(() => null)), `seed ${seed}, round ${round}: the window makes no difference`);
  }
});

test('mergeSegments() drops dead rows with everything that belongs to them', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 6; round++) {
    const lists = Array.from({ length: 1 + Math.floor(next() * 4) }, () => randomRows(next, Math.floor(next() * 20)));
    const dead = lists.map((rows) => (next() < 0.3 ? null : Uint8Array.from(rows, () => (next() < 0.4 ? 1 : 0))));
    const live = lists.map((rows, i) => rows.filter((_, row) => dead[i]?.[row] !== 1));
    const segment = openBytes(mergeRows(lists, dead, WINDOWS[round]));
    assertSegmentHolds(segment, live.flat(), `seed ${seed}, round ${round}`);
    lists.forEach((rows, i) =>
      rows.forEach((row, at) => {
        if (dead[i]?.[at] !== 1) return;
        for (const { identity } of row.entries) assert.equal(segment.findEntry(identity), -1, `seed ${seed}: a dead entry`);
        for (const link of row.links) assert.equal(segment.findLink(link), -1, `seed ${seed}: a dead link`);
      }),
    );
  }
});

test('mergeSegments() of large segments copies blocks and joins long lists', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const lists = [randomRows(next, 250, 8), randomRows(next, 200, 8), randomRows(next, 3)];
  const dead = [null, Uint8Array.from(lists[1], (_, row) => (row % 100 === 50 ? 1 : 0)), null];
  const live = [lists[0], lists[1].filter((_, row) => row % 100 !== 50), lists[2]];
  for (const windowBytes of [500, 20_000]) assertSegmentHolds(openBytes(mergeRows(lists, dead, windowBytes)), live.flat(), `seed ${seed}`);
});

test('mergeTexts() hands out blocks as it goes, even where every block has something dead', () => {
  const rows = randomRows(randomFrom(5), 2500, 8);
  const file = fileOf(writeRows(rows));
  const segment = openSegment(file, 'test segment');
  assert.ok(segment.texts.blockCount >= 8, String(segment.texts.blockCount));
  const chunkMap = Int32Array.from(segment.lengths, (_, chunk) => (chunk % 10 === 0 ? -1 : chunk));
  const { texts } = mergeTexts([{ segment, chunkMap, rowMap: new Int32Array(segment.rows.count), isWhole: false }]);
  const before = file.readBytes;
  texts[Symbol.iterator]().next();
  assert.ok(file.readBytes - before < segment.file.footer.sections.texts.length / 2, `${file.readBytes - before} bytes read for the first`);
});

test('mergeSegments() of dead rows only is an empty segment', () => {
  const rows = randomRows(randomFrom(3), 10);
  const segment = openBytes(mergeRows([rows], [new Uint8Array(10).fill(1)]));
  assert.equal(segment.chunkCount, 0);
  assert.equal(segment.termCount, 0);
});

test('mergeSegments() joins the small text blocks of many refreshes', () => {
  const next = randomFrom(4);
  const lists = Array.from({ length: 30 }, () => randomRows(next, 3));
  const segment = openBytes(mergeRows(lists, lists.map(() => null)));
  assert.ok(segment.texts.blockCount <= 3, String(segment.texts.blockCount));
});
