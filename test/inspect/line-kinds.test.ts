import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLineKinds } from '../../src/inspect/line-kinds.ts';
import type { RawLine } from '../../src/inspect/said.ts';

function troubleOf(lines: readonly RawLine[]): string[] {
  const kinds = countLineKinds();
  lines.forEach(kinds.note);
  return kinds.trouble().map(({ kind, version, count, isKnown }) => `${kind} ${version} ${count} ${isKnown}`);
}

const times = (count: number, line: RawLine): RawLine[] => Array.from({ length: count }, () => line);
const answer = (version: string, block: RawLine): RawLine => ({ type: 'assistant', version, message: { content: [block] } });

test('kinds that are in no list are told with version and count', () => {
  const lines = [...times(2, { type: 'hologram', version: '3.0.1' }), answer('3.0.2', { type: 'scent', smell: 'tar' }), { type: 'mode' }];
  assert.deepEqual(troubleOf(lines), ['line hologram 3.0.1 2 false', 'block scent 3.0.2 1 false']);
});

test('a known block whose words a client keeps elsewhere is told', () => {
  const lines = [...times(6, answer('3.0.0', { type: 'text', body: 'moved' })), ...times(6, answer('2.1.0', { type: 'text', text: 'here' }))];
  assert.deepEqual(troubleOf(lines), ['block text 3.0.0 6 true']);
});

test('a few blocks without words, or with empty ones, are no trouble', () => {
  const lines = [...times(4, answer('2.1.0', { type: 'tool_result' })), ...times(50, answer('2.1.0', { type: 'tool_result', content: '' })), ...times(9, answer('2.1.90', { type: 'thinking', thinking: '' }))];
  assert.deepEqual(troubleOf(lines), []);
});
