/**
 * Asserts that a segment says exactly what a plain index over the same rows says.
 */
import assert from 'node:assert/strict';
import type { Segment } from '../../src/index/segment-reader.ts';
import { plainIndex } from './random-segment.ts';
import type { TestRow } from './random-segment.ts';

export function assertSegmentHolds(segment: Segment, rows: readonly TestRow[], note: string): void {
  const { terms, lengths, texts, fields } = plainIndex(rows);
  const sorted = [...terms.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  assert.equal(segment.chunkCount, texts.length, note);
  assert.equal(segment.termCount, sorted.length, note);
  assert.equal(segment.tokenCount, lengths.reduce((sum, length) => sum + length, 0), note);
  // Before the columns are kept, and after.
  for (const when of ['alone', 'asked', 'kept']) {
    if (when !== 'alone') segment.keepChunks();
    const copied = { lengths: new Uint16Array(lengths.length), fields: new Uint8Array(lengths.length) };
    for (let chunk = 0; chunk < lengths.length; ) {
      const { first, end } = segment.windowAround(chunk);
      assert.ok(first === chunk && end > chunk && end <= lengths.length, `${note}: a window [${first}, ${end}) of ${lengths.length}`);
      segment.copyLengths(first, end, copied.lengths.subarray(first, end));
      segment.copyFields(first, end, copied.fields.subarray(first, end));
      chunk = end;
    }
    assert.deepEqual([...copied.lengths], lengths, `${note}: ${when}`);
    assert.deepEqual([...copied.fields], fields, `${note}: ${when}`);
    assert.deepEqual(lengths.map((_, chunk) => segment.lengthOf(chunk)), lengths, `${note}: ${when}`);
    assert.deepEqual(fields.map((_, chunk) => segment.fieldOf(chunk)), fields, `${note}: ${when}`);
  }
  assert.deepEqual([...segment.lengths], lengths, note);
  assert.deepEqual([...segment.fields], fields, note);
  sorted.forEach((term, ordinal) => {
    const chunks = terms.get(term) ?? new Map<number, number[]>();
    assert.equal(segment.term(ordinal).toString(), term, note);
    assert.equal(segment.lookup(Buffer.from(term)), ordinal, `${note}: ${term}`);
    assert.equal(segment.documentFrequency(ordinal), chunks.size, `${note}: ${term}`);
    const postings = segment.postings(ordinal);
    assert.deepEqual([...postings.chunks.subarray(0, postings.count)], [...chunks.keys()], `${note}: ${term}`);
    assert.deepEqual([...postings.frequencies.subarray(0, postings.count)], [...chunks.values()].map((positions) => positions.length), `${note}: ${term}`);
    const wanted = [...chunks.keys()].filter((chunk) => (chunk * 7 + ordinal) % 3 > 0);
    assert.deepEqual(segment.positions(ordinal, wanted).map((positions) => [...positions]), wanted.map((chunk) => chunks.get(chunk)), `${note}: ${term}`);
  });
  texts.forEach((text, chunk) => assert.equal(segment.text(chunk).toString(), text, note));
  assertRows(segment, rows, note);
}

function assertRows(segment: Segment, rows: readonly TestRow[], note: string): void {
  const table = segment.rows;
  assert.equal(table.count, rows.length, note);
  let chunk = 0;
  rows.forEach((row, i) => {
    assert.deepEqual(
      [table.session[i], table.turn[i], table.flags[i], table.timeMs[i], table.firstChunk[i], table.firstOrdinal[i]],
      [row.session, row.turn, row.flags, row.timeMs, chunk, row.firstOrdinal],
      note,
    );
    assert.deepEqual({ hi: table.turnKeyHi[i], lo: table.turnKeyLo[i] }, row.turnKey, note);
    assert.deepEqual({ hi: table.answerKeyHi[i], lo: table.answerKeyLo[i] }, row.answerKey, note);
    for (const { identity, at } of row.entries) assert.equal(segment.findEntry(identity), chunk + at, note);
    for (const link of row.links) assert.equal(segment.findLink(link), i, note);
    chunk += row.chunks.length;
  });
  assert.equal(table.firstChunk[rows.length], chunk, note);
}
