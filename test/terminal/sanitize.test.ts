import { test } from 'node:test';
import assert from 'node:assert/strict';
import { sanitize, sanitizeLines, toJson } from '../../src/terminal/sanitize.ts';
import { processorMsOf } from '../processor-time.ts';
import { randomText, seededRandom } from './seeded-random.ts';

const ONE_LINE: readonly (readonly [name: string, text: string, expected: string])[] = [
  ['plain text stays', 'fix the cart', 'fix the cart'],
  ['accents, CJK and emoji stay', 'Größe カート 🚀', 'Größe カート 🚀'],
  ['a colour sequence goes whole', 'a\x1b[1;31mred\x1b[0m b', 'ared b'],
  ['a cursor sequence goes whole', 'x\x1b[2J\x1b[10;5Hy\x1b[?25l', 'xy'],
  ['a title sequence ended by BEL goes whole', 'a\x1b]0;owned\x07b', 'ab'],
  ['a title sequence ended by ST goes whole', 'a\x1b]0;owned\x1b\\b', 'ab'],
  ['a hyperlink leaves its text', '\x1b]8;;http://x.example\x1b\\here\x1b]8;;\x1b\\', 'here'],
  ['a device control string goes whole', 'a\x1bPq#0~\x1b\\b', 'ab'],
  ['8-bit forms go as well', 'a\x9b31mb\x9d0;t\x9cc\x90q\x9cd', 'abcd'],
  ['an unfinished title loses its introducer only', 'a\x1b]0;title and more', 'a0;title and more'],
  ['an unfinished colour sequence goes', 'a\x1b[31', 'a'],
  ['a lone escape goes', 'a\x1b', 'a'],
  ['a charset selection goes whole', 'a\x1b(Bb', 'ab'],
  ['control characters go', 'a\0b\x07c\bd\x7fe\x85f', 'abcdef'],
  ['line breaks and tabs become spaces', 'a\tb\nc\r\nd\re\u2028f\n\n\ng', 'a b c d e f g'],
  ['direction overrides and isolates go', 'a\u202eb\u2066c\u2069d\u200fe\u061cf', 'abcdef'],
  ['zero-width characters go', 'a\u200bb\u2060c\ufeffd\u00ade\u034ff', 'abcdef'],
  ['tag characters go', 'a\u{e0041}\u{e0042}b', 'ab'],
  ['Hangul fillers go', 'a\u3164b\uffa0c\u115fd', 'abcd'],
  ['annotation marks go', 'a\ufff9b\ufffac\ufffbd', 'abcd'],
  ['a lone surrogate becomes the replacement character', 'a\ud83db\udc00c', 'a\ufffdb\ufffdc'],
  ['a joiner between emoji stays', '👩\u200d👧 👩🏽\u200d💻', '👩\u200d👧 👩🏽\u200d💻'],
  ['a joiner elsewhere goes', 'a\u200db 👩\u200dx x\u200d👧', 'ab 👩x x👧'],
  ['a selector before a joined emoji stays', '❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  ['a selector elsewhere goes', '❤\ufe0f a\ufe0f', '❤ a'],
];

for (const [name, text, expected] of ONE_LINE) {
  test(`sanitize(): ${name}`, () => assert.equal(sanitize(text), expected));
}

test('sanitizeLines() keeps lines and indentation', () => {
  assert.equal(sanitizeLines('a\r\n\tb\rc\n\n  d\x1b[1m\u2029e'), 'a\n    b\nc\n\n  d\ne');
});

test('sanitize() leaves nothing that acts or hides, and changes nothing when run twice', () => {
  const pieces = ['\x1b', '[', ']', '0;', 'm', '\x07', '\x9b', '\x9d', '\x9c', '\\', 'a', ' ', '\n', '\r', '\t', '👩', '\u200d', '\ufe0f', '\u202e', '\ud83d', '\udc69', '🏽', '\u200b', '\u{e0041}', 'é', '日'];
  const seed = Number(process.env.SEED ?? 20260301);
  const random = seededRandom(seed);
  for (let round = 0; round < 3000; round++) {
    const text = randomText(random, pieces, 12);
    const message = `seed ${seed}, text ${JSON.stringify(text)}`;
    const once = sanitize(text);
    assert.doesNotMatch(once, /[\0-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\p{Cs}\u{e0000}-\u{e007f}]/u, message);
    assert.equal(sanitize(once), once, message);
    const lines = sanitizeLines(text);
    assert.doesNotMatch(lines, /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\p{Cs}]/u, message);
    assert.equal(sanitizeLines(lines), lines, message);
  }
});

test('sanitize() takes linear time on a megabyte of introducers', () => {
  for (const piece of ['\x1b', '\x1b]', '\x9d', '\x1b[', '\x1b]a', '\u200d', '👩\u200d']) {
    assert.ok(processorMsOf(() => sanitize(piece.repeat(1_000_000 / piece.length))) < 5000, JSON.stringify(piece));
  }
});

test('toJson() escapes control, direction and invisible characters, and loses nothing', () => {
  const value = { text: 'a\x1b[31m\x7f\x85\u202e\u200d\ufeff\u2028\u{e0041}\ud800 é 日 🚀' };
  const json = toJson(value);
  assert.equal(
    json,
    '{"text":"a\\u001b[31m\\u007f\\u0085\\u202e\\u200d\\ufeff\\u2028\\udb40\\udc41\\ud800 é 日 🚀"}',
  );
  assert.deepEqual(JSON.parse(json), value);
});
