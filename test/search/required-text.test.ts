import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredTexts } from '../../src/search/required-text.ts';
import { seededRandom } from './random-history.ts';

test('requiredTexts() gives texts that every match contains, and no others', () => {
  const cases: [source: string, needed: readonly string[] | null][] = [
    ['refresh_token', ['refresh_token']],
    ['refresh_token_\\w+', ['refresh_token_']],
    ['foo.*barbaz', ['barbaz']],
    ['ab', null],
    ['colou?r', ['colo']],
    ['abc+d', ['abc']],
    ['xab+cde', ['bcde']],
    ['(?:alpha|beta)!', ['alpha', 'beta']],
    ['alpha|b', null],
    ['alpha|beta', ['alpha', 'beta']],
    ['(alpha)?x', null],
    ['(alpha){2}', ['alpha']],
    ['(alpha){0,2}', null],
    ['\\balpha\\b', ['alpha']],
    ['src\\/app\\.ts', ['src/app.ts']],
    ['alpha[0-9]beta12', ['beta12']],
    ['[abc]{3}', null],
    ['(?=alpha)', null],
    ['(?<!alpha)xyz', ['xyz']],
    ['(?i:alpha)', null],
    ['\\p{L}abc', ['abc']],
    ['\\u0041bcd', ['bcd']],
    ['(?<n>abcd)\\k<n>', ['abcd']],
    ['caf\u00e9 noir', [' noir']],
    ['[\\]x]abc', ['abc']],
    ['', null],
  ];
  for (const [source, needed] of cases) assert.deepEqual(requiredTexts(source), needed, source);
});

test('requiredTexts() of random patterns are in every match', () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
  const random = seededRandom(seed);
  const atoms = ['a', 'b', 'ab', 'abc', 'cab', '.', '[ab]', '\\w', '(?:ab|c)', '(abc)', '(?:abc|bca|cc)', '\\b', '(?=a)', '(?!b)', '\\x61', '|', '^', '(?<=b)'];
  const quantifiers = ['', '', '', '?', '*', '+', '{2}', '{0,1}', '{1,2}?'];
  let askedCount = 0;
  for (let round = 0; round < 3000; round++) {
    const source = Array.from({ length: 1 + random(6) }, () => atoms[random(atoms.length)]).map((atom) => (/^(?:\||\^|\\b|\(\?[=!<])/.test(atom) ? atom : atom + quantifiers[random(quantifiers.length)])).join('');
    const pattern = new RegExp(source, 'gm');
    const needed = requiredTexts(source);
    if (needed !== null) askedCount++;
    const text = Array.from({ length: 60 }, () => 'abc '[random(4)]).join('');
    for (const [match] of text.matchAll(pattern)) assert.ok(needed === null || needed.some((one) => match.includes(one)), `SEED=${seed} ${source} ${match} ${JSON.stringify(needed)}`);
  }
  assert.ok(askedCount > 300, String(askedCount));
});
