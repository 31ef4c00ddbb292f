/**
 * What holds for every text: no bytes make the analyzer throw, positions climb by steps, and a word typed from a text is found in it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeBytes, analyzeText } from '../../src/analysis/analyzer.ts';
import { randomFrom, seedOf } from '../random.ts';

const ALPHABET = [
  ...'abcXYZ019_-$./:@#+~\'" \n,()\\', 'é', 'ß', 'İ', 'Ж', 'й', 'и\u0306', 'λ', 'א', 'ב\u05b8', 'ش', 'أ', '數', '据', 'カ', 'が', 'か\u3099', 'ﾊﾟ', 'ー', '한', '\u1112\u1161\u11ab',
  'ท', 'ี', '่', 'ម', 'ह', 'ि', '१', '→', '👍🏽', 'Ŋ', 'É', 'Æ', 'XY', '\u200d', '\u00ad', '\u0301', 'Ⅳ', '½', 'ﬁ', '’s', "'s", 'http://', 'node_modules', 'c++',
];

function randomText(next: () => number, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET[Math.floor(next() * ALPHABET.length)];
  return text;
}

test('tokenize() never throws, reports no empty or overlong term, and numbers positions without gaps', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 400; round++) {
    const bytes = Buffer.alloc(Math.floor(next() * 300));
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() < 0.3 ? 0x80 + Math.floor(next() * 128) : Math.floor(next() * 256);
    const input = round % 2 === 0 ? bytes : Buffer.from(randomText(next, 150));
    let last = -1;
    for (const { term, position, span } of analyzeBytes(input, 0, input.length)) {
      const length = Buffer.byteLength(term);
      assert.ok(length > 0 && length <= 66, `seed ${seed}, round ${round}`);
      assert.ok(position === last || position === last + 1, `seed ${seed}, round ${round}: position ${position} after ${last}`);
      assert.ok(span >= 1);
      last = position;
    }
  }
});

test('tokenize() finds the terms of any word typed from a text among the terms of the text', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 300; round++) {
    const text = randomText(next, 120);
    const known = new Set(analyzeText(text).map((found) => found.term));
    for (const term of known) assert.ok(!term.includes('\ufffd'), `seed ${seed}: a character cut in two in ${JSON.stringify(term)}`);
    for (const word of text.split(/\s+/)) for (const { term } of analyzeText(word)) assert.ok(known.has(term), `seed ${seed}, round ${round}: ${JSON.stringify(word)} gives ${JSON.stringify(term)}`);
  }
});

test('tokenize() finds every part of two characters and more of a run without spaces', () => {
  for (const run of ['数据库迁移计划已经完成', 'データベース', '한국어형태소분석', 'ภาษาไทยไม่เว้นวรรค', 'ភាសាខ្មែរ']) {
    const known = new Set(analyzeText(`x ${run}, y`).map((found) => found.term));
    const letters = run.match(/\p{L}\p{M}*/gu) ?? [];
    for (let start = 0; start < letters.length; start++) {
      for (let end = start + 2; end <= letters.length; end++) {
        const part = letters.slice(start, end).join('');
        for (const { term } of analyzeText(part)) assert.ok(known.has(term), `${part} gives ${term}`);
      }
    }
  }
});

test('analyzeText() gives the same for composed and decomposed text', () => {
  const check = (text: string, hint = text): void => assert.deepEqual(analyzeText(text.normalize('NFD')), analyzeText(text.normalize('NFC')), hint);
  for (const text of ['Größe École Ångström', 'мой район Її', 'が パ データ', '한국어 형태소', 'tiếng Việt', 'أحمد', 'বোঝা', 'கொடு']) check(text);
  const seed = seedOf();
  const next = randomFrom(seed);
  const letters = [...'asAS1_ ', 'é', 'É', 'ś', 'Ś', 'ø', 'Æ', 'ё', 'Ё', 'ж', "'s", "'ś"];
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: 1 + Math.floor(next() * 6) }, () => letters[Math.floor(next() * letters.length)]).join('');
    check(text, `seed ${seed}: ${text}`);
  }
});

test('analyzeText() gives the same terms when it is given its own terms', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (let round = 0; round < 200; round++) {
    for (const { term, isWhole, span } of analyzeText(randomText(next, 60))) {
      if (isWhole || span > 1) continue;
      const again = analyzeText(term);
      assert.ok(again.some((found) => found.term === term), `seed ${seed}: ${JSON.stringify(term)} became ${again.map((found) => found.term).join(' ')}`);
    }
  }
});

test('analyzeBytes() reads nothing outside the range it is given', () => {
  const bytes = Buffer.from('alpha beta-gamma delta');
  assert.deepEqual(analyzeBytes(bytes, 6, 10).map((found) => found.term), ['beta']);
});
