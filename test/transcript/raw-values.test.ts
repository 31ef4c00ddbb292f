import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrue, isWord, stringAt, timeAt, valueAt } from '../../src/transcript/raw-values.ts';
import { createRawEntry, scanLine } from '../../src/transcript/scan.ts';
import type { RawEntry } from '../../src/transcript/raw-entry.ts';

function scan(line: object): RawEntry {
  const bytes = Buffer.from(JSON.stringify({ type: 'user', ...line }));
  const raw = createRawEntry();
  assert.equal(scanLine(bytes, 0, bytes.length, raw), 'ok');
  return raw;
}

test('timeAt() reads every form of time and nothing else', () => {
  const time = (timestamp: unknown): number => timeAt(scan({ timestamp }));
  assert.equal(time('2026-11-29T20:01:27.230Z'), Date.UTC(2026, 10, 29, 20, 1, 27, 230));
  assert.equal(time('2026-11-29T20:01:27Z'), Date.UTC(2026, 10, 29, 20, 1, 27));
  assert.equal(time('2026-11-29T21:01:27.230+01:00'), Date.UTC(2026, 10, 29, 20, 1, 27, 230));
  for (const odd of ['', 'soon', '2026-11-29Txx:01:27.230Z', 7, null, {}, [], true]) assert.ok(Number.isNaN(time(odd)), JSON.stringify(odd));
});

test('timeAt() does not take an impossible date for a later one', () => {
  const time = (timestamp: string): number => timeAt(scan({ timestamp }));
  assert.equal(time('2024-02-29T23:59:59.999Z'), 1709251199999);
  const impossible = [
    '2026-99-01T10:00:00.000Z', '2026-00-01T10:00:00.000Z', '2026-02-30T10:00:00.000Z', '2026-04-31T10:00:00.000Z', '2026-01-00T10:00:00.000Z',
    '2026-01-32T10:00:00.000Z', '2026-01-01T24:00:00.000Z', '2026-01-01T10:60:00.000Z', '2026-01-01T10:00:60.000Z', '0000-01-01T10:00:00.000Z',
  ];
  for (const date of impossible) assert.ok(Number.isNaN(time(date)), date);
});

test('stringAt(), isWord(), isTrue() and valueAt() check the type', () => {
  const raw = scan({ cwd: 'C:\\a "b"', isMeta: true, isSidechain: 'true', sessionId: 7, attachment: { origin: { kind: 'human' }, prompt: [1] } });
  assert.equal(stringAt(raw, 'cwd'), 'C:\\a "b"');
  assert.equal(stringAt(raw, 'sessionId'), '');
  assert.equal(stringAt(raw, 'gitBranch'), '');
  assert.equal(isWord(raw, 'type', 'user'), true);
  assert.equal(isWord(raw, 'type', 'use'), false);
  assert.equal(isWord(raw, 'sessionId', '7'), false);
  assert.equal(isTrue(raw, 'isMeta'), true);
  assert.equal(isTrue(raw, 'isSidechain'), false);
  assert.deepEqual(valueAt(raw, 'attachment.origin'), { kind: 'human' });
  assert.deepEqual(valueAt(raw, 'attachment.prompt'), [1]);
  assert.equal(valueAt(raw, 'subtype'), undefined);
});
