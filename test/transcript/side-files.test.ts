import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { findSideFile, readSideFile } from '../../src/transcript/side-files.ts';

function makeSession(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-side-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'session/tool-results'), { recursive: true });
  return join(folder, 'session');
}

test('findSideFile() finds a file of the session by name', (context) => {
  const session = makeSession(context);
  writeFileSync(join(session, 'tool-results/b0.txt'), 'whole');
  assert.equal(findSideFile(session, 'b0.txt'), join(session, 'tool-results/b0.txt'));
  assert.equal(findSideFile(session, 'b1.txt'), null);
  assert.equal(findSideFile(join(session, 'nowhere'), 'b0.txt'), null);
});

test('findSideFile() never leads outside the session', (context) => {
  const session = makeSession(context);
  writeFileSync(join(session, '../secret.txt'), 'secret');
  mkdirSync(join(session, 'tool-results/folder.txt'));
  symlinkSync('../../secret.txt', join(session, 'tool-results/link.txt'));
  for (const name of ['link.txt', 'folder.txt', '../../secret.txt', '../../../etc/passwd', '.', '']) {
    assert.equal(findSideFile(session, name), null, name);
  }
});

test('readSideFile() removes terminal sequences and control characters', (context) => {
  const path = join(makeSession(context), 'tool-results/b0.txt');
  writeFileSync(path, Buffer.from('\x1b[31mred\x1b[0m\r\nplain\0 \x1b]0;title\x07text Größe \xff', 'latin1'));
  assert.equal(readSideFile(path).bytes.toString().slice(0, 19), 'red\nplain text Gr\ufffd\ufffd');
});

test('readSideFile() reads the texts in the list of an MCP tool', (context) => {
  const path = join(makeSession(context), 'tool-results/b0.json');
  writeFileSync(path, JSON.stringify([{ type: 'text', text: 'first "part"' }, { type: 'image', data: 'QUJD' }, { type: 'text', text: 'second' }]));
  assert.equal(readSideFile(path).bytes.toString(), 'first "part"\nsecond');
});

test('readSideFile() reads head and tail of a large file and counts the rest (demand 77)', (context) => {
  const path = join(makeSession(context), 'tool-results/b0.txt');
  writeFileSync(path, `HEAD${'x'.repeat(1_500_000)}TAIL`);
  const { bytes, cutBytes } = readSideFile(path);
  assert.equal(cutBytes, 1_500_008 - 1_048_576);
  assert.equal(bytes.length, 1_048_576 + '\n…\n'.length + 2);
  assert.ok(bytes.toString().startsWith('HEADx') && bytes.toString().endsWith('xTAIL'));
});
