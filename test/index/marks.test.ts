import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexDamage } from '../../src/index/damage.ts';
import type { RandomFile } from '../../src/index/directory.ts';
import { encodeMarks, NO_MARKS, openMarks } from '../../src/index/marks.ts';
import type { EncodedMarks, Mark, Marks } from '../../src/index/marks.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';

function mark(path: string, changes: Partial<Mark> = {}): Mark {
  return {
    root: 0, path, kind: 0, session: 1, sizeBytes: 3_000_000_000, mtimeMs: 1700000000123.5, ino: 42, consumed: 2_999_999_990, headHash: 0xffffffff,
    tailHash: 7, badLines: 2, longLines: 1, cutBytes: 5_000_000_000, isStale: 0, isGuessed: 0, absentCount: 0, absent: '', state: '', ...changes,
  };
}

/** A folder of marks files, with the bytes read from them. */
function folder(): { write(name: string, encoded: EncodedMarks): void; open(name: string): RandomFile; bytesRead: number } {
  const directory = createMemoryDirectory();
  const files = {
    bytesRead: 0,
    write: (name: string, { parts }: EncodedMarks) => void directory.write(name, parts),
    open: (name: string): RandomFile => {
      const file = directory.open(name);
      return { ...file, read: (position, length) => ((files.bytesRead += length), file.read(position, length)) };
    },
  };
  return files;
}

function encode(base: Marks, replaced: [number, Mark][], removed: number[], added: Mark[]): EncodedMarks {
  return encodeMarks(base, new Map(replaced), new Set(removed), added);
}

function reopened(encoded: EncodedMarks): Marks {
  assert.equal(encoded.isWhole, true);
  const files = folder();
  files.write('marks', encoded);
  return openMarks(files.open, { newest: 'marks', base: '' });
}

function all(marks: Marks): Mark[] {
  return marks.paths.map((_, i) => ({ ...marks.mark(i), state: marks.state(i) }));
}

test('marks are read back as they were written', () => {
  const written = [mark('-p/a.jsonl'), mark('-p/ö \n.jsonl', { root: 3, kind: 1, isStale: 1, isGuessed: 1, state: '{"turn":"ü"}' })];
  const marks = reopened(encode(NO_MARKS, [], [], written));
  assert.equal(marks.count, 2);
  assert.deepEqual(all(marks), written);
  assert.equal(marks.numbers.sizeBytes[0], 3_000_000_000);
  assert.deepEqual(marks.paths, ['-p/a.jsonl', '-p/ö \n.jsonl']);
});

test('marks are replaced, removed and added; the others keep their states', () => {
  const first = reopened(encode(NO_MARKS, [], [], ['a', 'b', 'c', 'd'].map((path) => mark(path, { state: `state of ${path}` }))));
  const second = reopened(encode(first, [[1, mark('b', { consumed: 5, state: 'new' })]], [2], [mark('e')]));
  assert.deepEqual(second.paths, ['a', 'b', 'd', 'e']);
  assert.deepEqual([0, 1, 2, 3].map((index) => second.state(index)), ['state of a', 'new', 'state of d', '']);
  assert.deepEqual([...second.numbers.consumed], [2_999_999_990, 5, 2_999_999_990, 2_999_999_990]);
});

test('a file of no marks can be written and read', () => {
  assert.equal(reopened(encode(NO_MARKS, [], [], [])).count, 0);
});

test('encodeMarks() writes only what differs from the base, and openMarks() reads both files as one', () => {
  const files = folder();
  files.write('base', encode(NO_MARKS, [], [], ['a', 'b', 'c'].map((path) => mark(path, { state: `state of ${path}` }))));
  const base = openMarks(files.open, { newest: 'base', base: '' });

  const once = encode(base, [[1, mark('b', { consumed: 5, state: 'new b' })]], [], [mark('d', { state: 'state of d' })]);
  assert.equal(once.isWhole, false);
  files.write('once', once);
  const second = openMarks(files.open, { newest: 'once', base: 'base' });
  assert.deepEqual(second.paths, ['a', 'b', 'c', 'd']);
  assert.deepEqual(all(second).map(({ state }) => state), ['state of a', 'new b', 'state of c', 'state of d']);
  assert.deepEqual([...second.numbers.consumed], [2_999_999_990, 5, 2_999_999_990, 2_999_999_990]);

  const twice = encode(second, [[3, mark('d', { state: 'new d' })], [0, mark('moved', { state: 'state of a' })]], [], [mark('e')]);
  assert.equal(twice.isWhole, false);
  files.write('twice', twice);
  const third = openMarks(files.open, { newest: 'twice', base: 'base' });
  assert.deepEqual(third.paths, ['moved', 'b', 'c', 'd', 'e']);
  assert.deepEqual(all(third).map(({ state }) => state), ['state of a', 'new b', 'state of c', 'new d', '']);

  const whole = reopened(encode(third, [], [1], []));
  assert.deepEqual(whole.paths, ['c', 'd', 'e', 'moved']);
  assert.deepEqual(all(whole).map(({ state }) => state), ['state of c', 'new d', '', 'state of a']);
});

test('encodeMarks() writes everything when the base is gone, or when too much differs from it', () => {
  const files = folder();
  const name = (i: number): string => String(i).padStart(3, '0');
  files.write('base', encode(NO_MARKS, [], [], Array.from({ length: 640 }, (_, i) => mark(name(i), { state: 'old' }))));
  const base = openMarks(files.open, { newest: 'base', base: '' });
  const changed = (count: number): [number, Mark][] => Array.from({ length: count }, (_, i) => [i, mark(name(i), { state: 'new' })]);
  assert.equal(encode(base, changed(74), [], []).isWhole, false);
  assert.equal(encode(base, changed(75), [], []).isWhole, true);
  assert.equal(encode(base, changed(74), [], [mark('more')]).isWhole, true);
  assert.equal(encodeMarks(base, new Map(), new Set(), [], true).isWhole, true);
  assert.deepEqual(all(reopened(encode(base, changed(75), [], []))).map(({ state }) => state), [...Array(75).fill('new'), ...Array(565).fill('old')]);
});

test('encodeMarks() puts all marks in the order of a listing: by root, folder by folder', () => {
  const marks = [mark('-a-b/1.jsonl'), mark('-a/2.jsonl', { root: 1 }), mark('-a/1.jsonl'), mark('-a/1/subagents/agent-x.jsonl'), mark('-a/0.jsonl')];
  const { paths, numbers } = reopened(encode(NO_MARKS, [], [], marks));
  assert.deepEqual(paths, ['-a/0.jsonl', '-a/1/subagents/agent-x.jsonl', '-a/1.jsonl', '-a-b/1.jsonl', '-a/2.jsonl']);
  assert.deepEqual([...numbers.root], [0, 0, 0, 0, 1]);
});

test('openMarks() reads no states at first, and from the base only the one that is asked for', () => {
  const files = folder();
  files.write('base', encode(NO_MARKS, [], [], Array.from({ length: 100 }, (_, i) => mark(`${i}`, { state: 'x'.repeat(10_000) }))));
  const marks = openMarks(files.open, { newest: 'base', base: '' });
  assert.ok(files.bytesRead < 20_000, `${files.bytesRead}`);
  files.bytesRead = 0;
  assert.equal(marks.state(50).length, 10_000);
  assert.equal(files.bytesRead, 10_000);
});

test('openMarks() notices every flipped bit that matters and every cut, in either file', () => {
  const directory = createMemoryDirectory();
  const expected = [mark('-p/a.jsonl', { state: 'one' }), mark('-p/b.jsonl', { state: 'two' }), mark('-p/c.jsonl')];
  directory.write('base', encode(NO_MARKS, [], [], [expected[0], mark('-p/b.jsonl')]).parts);
  const open = (name: string): RandomFile => directory.open(name);
  directory.write('newer', encode(openMarks(open, { newest: 'base', base: '' }), [[1, expected[1]]], [], [expected[2]]).parts);
  const names = { newest: 'newer', base: 'base' };
  assert.deepEqual(all(openMarks(open, names)), expected);
  for (const name of ['base', 'newer']) {
    const bytes = directory.readAll(name);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >>> 3] ^= 1 << (bit & 7);
      directory.write(name, [flipped]);
      try {
        assert.deepEqual(all(openMarks(open, names)), expected, `${name}, bit ${bit}`);
      } catch (error) {
        assert.ok(error instanceof IndexDamage, `${name}, bit ${bit}: ${String(error)}`);
      }
    }
    for (let length = 0; length < bytes.length; length++) {
      directory.write(name, [bytes.subarray(0, length)]);
      assert.throws(() => openMarks(open, names), IndexDamage, `${name}, ${length} bytes`);
    }
    directory.write(name, [bytes]);
  }
});

test('openMarks() says which file is missing: the base, its newer marks, or new ones', () => {
  const lacking = (absent: string): Partial<Mark> => ({ absent, absentCount: 1 });
  const base = reopened(encode(NO_MARKS, [], [], [mark('a', lacking('s/1.txt')), mark('b', lacking('s/2.txt')), mark('c')]));
  assert.deepEqual([...base.absent], [[0, 's/1.txt'], [1, 's/2.txt']]);
  const files = folder();
  files.write('base', encode(NO_MARKS, [], [], [mark('a', lacking('s/1.txt')), mark('b', lacking('s/2.txt')), mark('c')]));
  const newest = encode(openMarks(files.open, { newest: 'base', base: '' }), [[1, mark('b')], [2, mark('c', lacking('s/3.txt/4.txt'))]], [], [mark('d', lacking('s/5.txt'))]);
  assert.equal(newest.isWhole, false);
  files.write('newest', newest);
  const marks = openMarks(files.open, { newest: 'newest', base: 'base' });
  assert.deepEqual([...marks.absent].sort(), [[0, 's/1.txt'], [2, 's/3.txt/4.txt'], [3, 's/5.txt']]);
  assert.deepEqual([0, 1, 2, 3].map((place) => marks.mark(place).absent), ['s/1.txt', '', 's/3.txt/4.txt', 's/5.txt']);
});
