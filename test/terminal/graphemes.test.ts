import { test } from 'node:test';
import assert from 'node:assert/strict';
import { graphemes } from '../../src/terminal/graphemes.ts';
import { randomText, seededRandom } from './seeded-random.ts';

const CASES: readonly (readonly [text: string, clusters: readonly string[]])[] = [
  ['', []],
  ['ab', ['a', 'b']],
  ['e\u0301x', ['e\u0301', 'x']],
  ['日本', ['日', '本']],
  ['👩\u200d👩\u200d👧!', ['👩\u200d👩\u200d👧', '!']],
  ['👍🏽a', ['👍🏽', 'a']],
  ['🇩🇪🇫🇷🇩', ['🇩🇪', '🇫🇷', '🇩']],
  ['각', ['각']],
  ['\u1100\u1161\u11a8', ['\u1100\u1161\u11a8']],
  ['นี้', ['นี้']],
  ['क्षि', ['क्षि']],
  ['\r\nx', ['\r\n', 'x']],
];

test('graphemes() cuts where a person would', () => {
  for (const [text, clusters] of CASES) assert.deepEqual(graphemes(text), clusters);
});

test('graphemes() never cuts what Intl.Segmenter keeps together', () => {
  const pieces = ['a', ' ', '\u2192', '\u2500', '\u2713', 'é', 'e\u0301', '日', '👩', '\u200d', '👧', '🏽', '❤', '\ufe0f', '🇩', '🇪', '\u1100', '\u1161', '\u11a8', '가', 'क', '\u094d', 'ष', 'ि', 'น', 'ี', '\u0e49', '1', '\u20e3', '🏴', '\u{e0067}', '\u{e007f}', '\ud800', '\n', '\uff9e'];
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const seed = Number(process.env.SEED ?? 20260302);
  const random = seededRandom(seed);
  for (let round = 0; round < 4000; round++) {
    const text = randomText(random, pieces, 10);
    const borders = new Set<number>([text.length]);
    for (const segment of segmenter.segment(text)) borders.add(segment.index);
    let end = 0;
    for (const cluster of graphemes(text)) {
      end += cluster.length;
      assert.ok(borders.has(end), `seed ${seed}, text ${JSON.stringify(text)}, border ${end}`);
    }
    assert.equal(end, text.length);
  }
});
