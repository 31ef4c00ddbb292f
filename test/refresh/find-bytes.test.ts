import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { holdsAny } from '../../src/refresh/find-bytes.ts';

const PIECE_BYTES = 256 * 1024;

test('holdsAny() finds a text anywhere in a file, also across two reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-find-'));
  const path = join(folder, 'file');
  const holds = (bytes: Buffer, ...texts: string[]): boolean => {
    writeFileSync(path, bytes);
    const fd = openSync(path, 'r');
    try {
      return holdsAny(fd, texts.map((text) => Buffer.from(text)));
    } finally {
      closeSync(fd);
    }
  };
  try {
    for (const at of [0, 1, PIECE_BYTES - 10, PIECE_BYTES - 5, PIECE_BYTES - 1, PIECE_BYTES, 2 * PIECE_BYTES - 14, 3 * PIECE_BYTES - 10]) {
      const bytes = Buffer.alloc(3 * PIECE_BYTES, '.');
      bytes.write('0123456789', at);
      assert.ok(holds(bytes, 'nothing', '0123456789'), String(at));
      assert.ok(!holds(bytes, 'nothing', '01234567890'), String(at));
    }
    assert.ok(!holds(Buffer.alloc(0), 'a'));
    assert.ok(!holds(Buffer.alloc(PIECE_BYTES, 'a'), 'b'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
