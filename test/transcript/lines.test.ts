import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MAX_LINE_BYTES, readLines, WINDOW_BYTES } from '../../src/transcript/lines.ts';
import type { ReadLinesOptions } from '../../src/transcript/lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'ccfind-lines-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Reading {
  lines: string[];
  consumed: number;
  tooLong: number[][];
}

/** Reads a file that holds `parts` one after the other; a number is that many NUL bytes. Lines over 100 bytes are shown by their length. */
function read(parts: (string | number)[], options: ReadLinesOptions & { from?: number; size?: number } = {}): Reading {
  const path = join(folder, 'file.jsonl');
  const fd = openSync(path, 'w+');
  try {
    let size = 0;
    for (const part of parts) {
      if (typeof part === 'number') ftruncateSync(fd, (size += part));
      else size += writeSync(fd, part, size);
    }
    const lines: string[] = [];
    const tooLong: number[][] = [];
    const onLine = (buffer: Buffer, start: number, end: number): void => {
      lines.push(end - start > 100 ? `${end - start} bytes` : buffer.toString('utf8', start, end));
    };
    const consumed = readLines(fd, options.from ?? 0, options.size ?? size, onLine, {
      ...options,
      onTooLong: (offset, lengthBytes) => tooLong.push([offset, lengthBytes]),
    });
    return { lines, consumed, tooLong };
  } finally {
    closeSync(fd);
  }
}

test('readLines() gives lines without line feeds, leaves out empty ones, and consumes up to the last feed', () => {
  assert.deepEqual(read(['{"a":1}\n\n{"b":2}\r\n{"c"']), { lines: ['{"a":1}', '{"b":2}\r'], consumed: 18, tooLong: [] });
  assert.deepEqual(read(['']), { lines: [], consumed: 0, tooLong: [] });
  assert.deepEqual(read(['\n\n']), { lines: [], consumed: 2, tooLong: [] });
});

test('readLines() goes on at an offset and stops at a size', () => {
  assert.deepEqual(read(['one\ntwo\nthree\n'], { from: 4 }), { lines: ['two', 'three'], consumed: 14, tooLong: [] });
  assert.deepEqual(read(['one\ntwo\nthree\n'], { from: 4, size: 10 }), { lines: ['two'], consumed: 8, tooLong: [] });
  assert.deepEqual(read(['one\n'], { from: 4 }), { lines: [], consumed: 4, tooLong: [] });
});

test('readLines() ends quietly when the file has become shorter than its size', () => {
  assert.deepEqual(read(['one\ntw'], { size: 1000 }), { lines: ['one'], consumed: 4, tooLong: [] });
  assert.deepEqual(read([''], { from: 50, size: 1000 }), { lines: [], consumed: 50, tooLong: [] });
});

test('readLines() leaves a last line without a feed alone, complete or not', () => {
  assert.deepEqual(read(['one\n{"whole":1}']), { lines: ['one'], consumed: 4, tooLong: [] });
});

test('readLines() gives a complete last object when asked, and goes on after it later', () => {
  const cases: [string, string[], number][] = [
    ['{"a":1}\n{"b":"}"}', ['{"a":1}', '{"b":"}"}'], 17],
    ['{"a":1}\n{"b":2}\r', ['{"a":1}', '{"b":2}'], 15],
    ['{"a":1}\n{"b":2}\0\0', ['{"a":1}', '{"b":2}'], 15],
    ['{"a":1}{"b":2}', ['{"a":1}', '{"b":2}'], 14],
    ['{"a":1}{"b":2', ['{"a":1}'], 7],
    ['{"a":1}\n{"b":"}', ['{"a":1}'], 8],
    ['{"a":1}\nnoise', ['{"a":1}'], 8],
    ['{"a":1}\n\0\0\0', ['{"a":1}'], 8],
    ['', [], 0],
  ];
  for (const [text, lines, consumed] of cases) assert.deepEqual(read([text], { atEnd: 'deliver' }), { lines, consumed, tooLong: [] }, text);
  for (const rest of ['\n{"c":3}\n', '{"c":3}\n']) {
    assert.deepEqual(read(['{"a":1}', rest], { from: 7 }).lines, ['{"c":3}']);
  }
});

test('readLines() reads lines across the borders of its windows', () => {
  const lines: string[] = [];
  for (let i = 0, bytes = 0; bytes < 2.5 * WINDOW_BYTES; i++) {
    const line = `${i} `.repeat((i * 7919) % 60_000);
    if (line === '') continue;
    lines.push(line);
    bytes += line.length + 1;
  }
  const shown = lines.map((line) => (line.length > 100 ? `${line.length} bytes` : line));
  const text = lines.join('\n') + '\n';
  assert.deepEqual(read([text]), { lines: shown, consumed: text.length, tooLong: [] });
});

test('readLines() finds a line feed that is the first or last byte of a window', () => {
  for (const length of [WINDOW_BYTES - 1, WINDOW_BYTES, WINDOW_BYTES + 1, 2 * WINDOW_BYTES - 1, 2 * WINDOW_BYTES]) {
    assert.deepEqual(read(['x'.repeat(length), '\nend\n']), { lines: [`${length} bytes`, 'end'], consumed: length + 5, tooLong: [] });
  }
});

test('readLines() reads a line of 64 MiB and reports a longer one without holding it', () => {
  const most = MAX_LINE_BYTES;
  assert.deepEqual(read(['a\n', most, '\nb\n', most, 'x\nc\n', most, 'xx'], { atEnd: 'deliver' }), {
    lines: ['a', `${most} bytes`, 'b', 'c'],
    consumed: 2 * most + 9,
    tooLong: [[most + 5, most + 1], [2 * most + 9, most + 2]],
  });
});

test('readLines() counts bytes beyond 32 bits', { skip: process.platform === 'win32' }, () => {
  const hole = 5 * 2 ** 30;
  assert.deepEqual(read([hole, 'one\ntwo\nthr'], { from: hole }), { lines: ['one', 'two'], consumed: hole + 8, tooLong: [] });
});

test('readLines() can be called from within its own sink, and again after the sink threw', () => {
  const path = join(folder, 'nested.jsonl');
  const fd = openSync(path, 'w+');
  writeSync(fd, 'one\ntwo\n');
  const seen: string[] = [];
  readLines(fd, 0, 8, (buffer, start, end) => {
    readLines(fd, 0, 8, (inner, from, to) => seen.push(inner.toString('utf8', from, to)));
    seen.push(buffer.toString('utf8', start, end).toUpperCase());
  });
  assert.deepEqual(seen, ['one', 'two', 'ONE', 'one', 'two', 'TWO']);
  assert.throws(() => readLines(fd, 0, 8, () => assert.fail('stop')), /stop/);
  assert.equal(readLines(fd, 0, 8, () => undefined), 8);
  closeSync(fd);
});
