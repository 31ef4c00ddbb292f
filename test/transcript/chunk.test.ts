import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHUNK_BYTES } from '../../src/schema.ts';
import { chunkEnd } from '../../src/transcript/chunk.ts';
import { isGraphemeBorder } from '../../src/transcript/grapheme.ts';

/** The chunks of a text, which stands in the middle of other bytes. */
function chunksOf(text: string): string[] {
  const bytes = Buffer.from(`é${text}\u0301 and more`);
  const end = 2 + Buffer.byteLength(text);
  const chunks: string[] = [];
  for (let start = 2; start < end; ) {
    const cut = chunkEnd(bytes, start, end);
    assert.ok(cut > start && cut <= end && cut - start <= CHUNK_BYTES, `cut ${cut} after ${start}`);
    chunks.push(bytes.toString('utf8', start, cut));
    start = cut;
  }
  assert.equal(chunks.join(''), text);
  return chunks;
}

test('chunkEnd() leaves a text of up to 1,000 bytes whole', () => {
  assert.deepEqual(chunksOf('a. '.repeat(333)), ['a. '.repeat(333)]);
  assert.deepEqual(chunksOf('漢'.repeat(333)), ['漢'.repeat(333)]);
});

test('chunkEnd() prefers paragraph, line, sentence, word and punctuation, in that order', () => {
  const fill = (length: number): string => 'x'.repeat(length);
  const rest = fill(900);
  const cases: string[] = [
    `${fill(650)}\n\n`, `${fill(700)}\n`, `${fill(750)}?" `, `${fill(800)} `, `${fill(850)},`,
  ];
  cases.forEach((first, i) => {
    const later = cases.slice(i + 1).map((text) => 'zz' + text.replace(/x/g, '')).join('');
    assert.equal(chunksOf(`${first}${later}${rest}`)[0].length, first.length, JSON.stringify(first.slice(-4)));
  });
  assert.equal(chunksOf(`${fill(750)}. ${rest}`)[0].length, 752);
  assert.equal(chunksOf(`${fill(700)}\n${fill(100)}\n${rest}`)[0].length, 802);
  assert.equal(chunksOf(`${fill(599)}\n${rest}`)[0].length, 1000, 'a border before the last 40 % is not looked for');
  assert.equal(chunksOf(`${'漢'.repeat(250)}。${'漢'.repeat(60)}、${'漢'.repeat(300)}`)[0], `${'漢'.repeat(250)}。`);
  assert.equal(chunksOf(`${'漢'.repeat(250)}，${'漢'.repeat(400)}`)[0], `${'漢'.repeat(250)}，`);
});

test('chunkEnd() leaves no tiny chunk at the end', () => {
  for (let length = CHUNK_BYTES + 1; length < 4 * CHUNK_BYTES; length += 7) {
    for (const unit of ['x', 'some words ', 'line\n']) {
      const text = unit.repeat(length).slice(0, length);
      const last = chunksOf(text).at(-1);
      assert.ok(last !== undefined && last.length >= 400, `${length} bytes of ${unit.trim()}: last chunk ${last?.length}`);
    }
  }
});

test('chunkEnd() cuts between characters where there is no other border, inside one only if it is too long', () => {
  assert.deepEqual(chunksOf('🙂'.repeat(400)).map((chunk) => chunk.length / 2), [250, 150]);
  assert.deepEqual(chunksOf('👩‍👩‍👧‍👦'.repeat(60))[0], '👩‍👩‍👧‍👦'.repeat(40));
  assert.deepEqual(chunksOf('🇩🇪'.repeat(200)).map((chunk) => chunk.length % 4), [0, 0]);
  const tower = `a${'\u0301'.repeat(1200)}`;
  assert.deepEqual(chunksOf(tower).map((chunk) => Buffer.byteLength(chunk)), [999, 1000, 402]);
  assert.equal(chunksOf(`${'x'.repeat(700)} ${'\u0301'.repeat(10)}${'y'.repeat(700)}`)[0].length > 720, true, 'a space that carries marks is no word border');
});

/** One character each, as a person sees it. */
const CHARACTERS = [
  'a', '漢', 'é', 'e\u0301', 'x\u0308\u0301', '🙂', '👍🏽', '👩‍👩‍👧‍👦', '🏳️‍🌈', '❤️', '1️⃣', '🇩🇪', '🏴\u{e0067}\u{e0062}\u{e007f}', '한', '\u1112\u1161\u11ab', 'क्षि', 'ำ', 'நி',
  'ก็', 'か\u3099', 'ﾊﾞ', '\r\n', '\n', ' ', '.', '\u0600' + '1', '한\u11a8', 'a\u200d', '\u200b', '\u0301',
];

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Byte offsets of the borders that the platform's own segmentation finds. */
function bordersOf(text: string): Set<number> {
  const borders = new Set<number>([0]);
  let bytes = 0;
  for (const { segment } of segmenter.segment(text)) borders.add((bytes += Buffer.byteLength(segment)));
  return borders;
}

test('isGraphemeBorder() finds the borders around every kind of character and none within', () => {
  for (const left of CHARACTERS) {
    for (const right of ['a', '漢', '🙂', '🇩🇪', '한', '👩‍👩‍👧‍👦', '\n']) {
      const bytes = Buffer.from(left + right);
      const expected = bordersOf(left + right);
      for (let at = 0; at <= bytes.length; at++) {
        if (isGraphemeBorder(bytes, 0, at, bytes.length)) assert.ok(expected.has(at), `border in ${left}|${right} at ${at}`);
        // Extra caution is allowed only behind a joiner and a sign that precedes.
        else if (!left.includes('\u200d') && left !== '\u0600' + '1') assert.ok(!expected.has(at), `no border in ${left}|${right} at ${at}`);
      }
    }
  }
});

/** Deterministic numbers from 0 (included) to `below`. */
function makeRandom(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const seed = Number(process.env.CCFIND_TEST_SEED ?? 20260);

test('chunkEnd() tears no character in random text', () => {
  const random = makeRandom(seed);
  for (let i = 0; i < 60; i++) {
    const spread = 1 + random(CHARACTERS.length);
    const text = Array.from({ length: 200 + random(1500) }, () => CHARACTERS[random(spread)]).join('');
    const borders = bordersOf(text);
    let bytes = 0;
    for (const chunk of chunksOf(text)) assert.ok(borders.has((bytes += Buffer.byteLength(chunk))), `seed ${seed}, text ${i}: cut at ${bytes}`);
  }
});

test('isGraphemeBorder() claims no border between any two code points that the platform joins', () => {
  const random = makeRandom(seed);
  const planes: [number, number][] = [[0x20, 0x2ff], [0x300, 0x10ff], [0x1100, 0x1200], [0x900, 0xe00], [0xa800, 0xabff], [0xac00, 0xd7ff], [0x2000, 0x2fff], [0xfe00, 0xffef], [0x11000, 0x11fff], [0x1f000, 0x1faff], [0xe0000, 0xe01ff]];
  const pick = (): string => {
    const [low, high] = planes[random(planes.length)];
    return String.fromCodePoint(low + random(high - low));
  };
  for (let i = 0; i < 20_000; i++) {
    const text = pick() + pick() + pick() + pick();
    const bytes = Buffer.from(text);
    const borders = bordersOf(text);
    for (let at = 1; at < bytes.length; at++) {
      if (isGraphemeBorder(bytes, 0, at, bytes.length)) assert.ok(borders.has(at), `seed ${seed}: ${[...text].map((c) => c.codePointAt(0)?.toString(16)).join(' ')} at ${at}`);
    }
  }
});
