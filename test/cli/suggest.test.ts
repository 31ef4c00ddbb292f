import { test } from 'node:test';
import assert from 'node:assert/strict';
import { suggest } from '../../src/cli/suggest.ts';

const NAMES = ['limit', 'project', 'json', 'since', 'until', 'no-refresh'];

test('suggest() finds the name that was meant, and suggests nothing for an unrelated word', () => {
  const cases: readonly (readonly [typed: string, expected: string | null])[] = [
    ['limt', 'limit'],
    ['limits', 'limit'],
    ['proj', 'project'],
    ['jsno', 'json'],
    ['no-refesh', 'no-refresh'],
    ['norefresh', 'no-refresh'],
    ['sicne', 'since'],
    ['pr', null],
    ['dry-run', null],
    ['', null],
  ];
  for (const [typed, expected] of cases) assert.equal(suggest(typed, NAMES), expected, typed);
});
