import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CcfindError } from '../src/errors.ts';
import { parsePattern } from '../src/pattern.ts';

test('parsePattern() matches case as typed, ^ at the beginning of a line, and takes flags in front', () => {
  const cases: [typed: string, source: string, flags: string][] = [
    ['Foo\\d', 'Foo\\d', 'gmu'],
    ['(?i)foo', 'foo', 'gmiu'],
    ['(?is)a.b', 'a.b', 'gmisu'],
    ['(?mi)^x', '^x', 'gmiu'],
    ['cafe\u0301', 'caf\u00e9', 'gmu'],
    [' a ', ' a ', 'gmu'],
    // Not taken with the flag u; meant all the same.
    ['a\\-b', 'a\\-b', 'gm'],
    ['{"a":', '{"a":', 'gm'],
    ['/usr/lib/', '/usr/lib/', 'gmu'],
  ];
  for (const [typed, source, flags] of cases) assert.deepEqual(parsePattern(typed), { source, flags }, typed);
});

test('parsePattern() says what was expected, and where', () => {
  const cases: [typed: string, says: RegExp][] = [
    ['a(b|c', /^--regex a\(b\|c: at character 2: expected \) for this \($/],
    ['((a)', /at character 1: expected \) for this \(/],
    ['a)b', /at character 2: expected a \( somewhere before/],
    ['(a**b)', /at character 4: expected something to repeat/],
    ['*', /at character 1: expected something to repeat/],
    ['(?i)x[ab', /at character 6: expected \] for this \[/],
    ['[z-a]', /expected a range that rises/],
    ['x{3,1}', /expected the smaller number first/],
    ['\\', /at character 1: expected a character behind/],
    ['\\p{Foo}', /expected a property as in \\p\{L\}/],
    ['(?x)a', /expected i, m or s in \(\?x\)/],
    ['(?i)', /expected a regular expression behind/],
    ['  ', /^--regex: expected a regular expression$/],
    ['a'.repeat(10_001), /: 10001 characters, expected at most 10000$/],
    [`${'('.repeat(3000)}`, /^--regex \({60}…: expected \) for this \($/],
  ];
  for (const [typed, says] of cases) {
    assert.throws(() => parsePattern(typed), (error: unknown) => {
      assert.ok(error instanceof CcfindError && error.exitCode === 2 && error.hint !== null, typed);
      assert.match(error.message, says);
      return true;
    });
  }
});
