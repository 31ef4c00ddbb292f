import { test } from 'node:test';
import assert from 'node:assert/strict';
import { foldRuns } from '../../src/cli/fold-runs.ts';
import type { Part } from '../../src/cli/fold-runs.ts';

const part = (field: Part['field'], text: string, agent = false): Part => ({ field, text, agent });
const calls = (count: number, agent = false): Part[] => Array.from({ length: count }, (_, i) => part(i % 2 === 0 ? 'tool' : 'output', `${i}`, agent));

test('foldRuns() keeps a run that folding would hardly shorten', () => {
  const parts = [part('prompt', 'do it'), ...calls(18), part('answer', 'done')];
  assert.deepEqual(foldRuns(parts), parts);
});

test('foldRuns() leaves out the middle of a long run, and says how much of what was left out', () => {
  const parts = [part('prompt', 'do it'), ...calls(19), part('answer', 'done')];
  assert.deepEqual(foldRuns(parts), [...parts.slice(0, 9), { leftOut: '4 tool calls, 3 outputs' }, ...parts.slice(16)]);
  const thoughts = Array.from({ length: 13 }, () => part('thinking', 'hm'));
  assert.deepEqual(foldRuns([...thoughts, ...calls(6)])[8], { leftOut: '1 tool call, 1 output, 5 thoughts' });
});

test('foldRuns() treats the tool calls of two speakers as two runs, and never folds what was said', () => {
  const two = [...calls(12), ...calls(12, true)];
  assert.deepEqual(foldRuns(two), two);
  const said = Array.from({ length: 40 }, (_, i) => part(i % 2 === 0 ? 'answer' : 'prompt', 'x'));
  assert.deepEqual(foldRuns(said), said);
});
