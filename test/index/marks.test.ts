import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexDamage } from '../../src/index/damage.ts';
import { encodeMarks, NO_MARKS, openMarks } from '../../src/index/marks.ts';
import type { Mark, Marks } from '../../src/index/marks.ts';

function mark(path: string, changes: Partial<Mark> = {}): Mark {
  return {
    root: 0, path, kind: 0, session: 1, sizeBytes: 3_000_000_000, mtimeMs: 1700000000123.5, ino: 42, consumed: 2_999_999_990, headHash: 0xffffffff,
    tailHash: 7, badLines: 2, longLines: 1, cutBytes: 5_000_000_000, isStale: 0, state: '', ...changes,
  };
}

function bytesOf(parts: Uint8Array[]): Buffer {
  return Buffer.from(new Uint8Array(Buffer.concat(parts)).buffer);
}

function encode(base: Marks, replaced: [number, Mark][], removed: number[], added: Mark[]): Marks {
  return openMarks(bytesOf(encodeMarks(base, new Map(replaced), new Set(removed), added)));
}

test('marks come back as they were written', () => {
  const all = [mark('-p/a.jsonl'), mark('-p/ö \n.jsonl', { root: 3, kind: 1, isStale: 1, state: '{"turn":"ü"}' })];
  const marks = encode(NO_MARKS, [], [], all);
  assert.equal(marks.count, 2);
  assert.deepEqual([marks.mark(0), marks.mark(1)], all);
  assert.equal(marks.numbers.sizeBytes[0], 3_000_000_000);
  assert.deepEqual(marks.paths, ['-p/a.jsonl', '-p/ö \n.jsonl']);
});

test('marks are replaced, removed and added; the others stay with their states', () => {
  const first = encode(NO_MARKS, [], [], ['a', 'b', 'c', 'd'].map((path) => mark(path, { state: `state of ${path}` })));
  const second = encode(first, [[1, mark('b', { consumed: 5, state: 'new' })]], [2], [mark('e')]);
  assert.deepEqual(second.paths, ['a', 'b', 'd', 'e']);
  assert.deepEqual([0, 1, 2, 3].map((index) => second.state(index)), ['state of a', 'new', 'state of d', '']);
  assert.deepEqual([...second.numbers.consumed], [2_999_999_990, 5, 2_999_999_990, 2_999_999_990]);
});

test('no marks at all are a file too', () => {
  assert.equal(encode(NO_MARKS, [], [], []).count, 0);
});

test('openMarks() notices every flipped bit that matters and every cut', () => {
  const all = [mark('-p/a.jsonl', { state: 'one' }), mark('-p/b.jsonl')];
  const bytes = bytesOf(encodeMarks(NO_MARKS, new Map(), new Set(), all));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(new Uint8Array(bytes).buffer);
    flipped[bit >>> 3] ^= 1 << (bit & 7);
    try {
      const marks = openMarks(flipped);
      assert.deepEqual([marks.mark(0), marks.mark(1)], all, `bit ${bit}`);
    } catch (error) {
      assert.ok(error instanceof IndexDamage, `bit ${bit}: ${String(error)}`);
    }
  }
  for (let length = 0; length < bytes.length; length++) assert.throws(() => openMarks(Buffer.from(new Uint8Array(bytes.subarray(0, length)).buffer)), IndexDamage);
});
