import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmentDraft } from '../../src/index/segment-draft.ts';
import type { Segment } from '../../src/index/segment-reader.ts';
import { randomFrom, seedOf } from '../random.ts';
import { openBytes, segmentBytes } from './random-segment.ts';

function segmentOf(words: readonly string[]): Segment {
  const draft = new SegmentDraft();
  draft.beginRow({ session: 0, turn: 1, flags: 0, timeMs: 0, firstOrdinal: 0, turnKey: { hi: 0, lo: 0 } });
  for (let i = 0; i < words.length; i += 50) {
    const bytes = Buffer.from(words.slice(i, i + 50).join(' '));
    draft.addChunk(1, bytes, 0, bytes.length);
  }
  return openBytes(segmentBytes(draft));
}

function randomWords(next: () => number, count: number): string[] {
  const syllables = ['ka', 'ru', 'mo', 'ta', 'err', 'or', 'es', 'lin', 'ü', 'ж', 'ш', 'aaaa'];
  return Array.from({ length: count }, () => {
    let word = '';
    for (let i = 1 + Math.floor(next() * 5); i > 0; i--) word += syllables[Math.floor(next() * syllables.length)];
    return word;
  });
}

function termsOf(segment: Segment): string[] {
  return Array.from({ length: segment.termCount }, (_, ordinal) => segment.term(ordinal).toString());
}

test('lookup() finds each term and nothing else', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (const count of [1, 31, 32, 33, 64, 3000]) {
    const segment = segmentOf(randomWords(next, count));
    const terms = termsOf(segment);
    const known = new Set(terms);
    terms.forEach((term, ordinal) => assert.equal(segment.lookup(Buffer.from(term)), ordinal, `seed ${seed}: ${term}`));
    for (const term of terms) {
      for (const other of [`${term}a`, term.slice(0, -1), `a${term}`, `${term}\n`]) if (!known.has(other)) assert.equal(segment.lookup(Buffer.from(other)), -1, `seed ${seed}: ${other}`);
    }
    for (const other of ['', '\u0000', '\uffff', 'zzzz']) assert.equal(segment.lookup(Buffer.from(other)), -1);
  }
});

test('prefix() gives the range of terms that begin so', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const segment = segmentOf(randomWords(next, 4000));
  const terms = termsOf(segment);
  for (const start of ['', 'k', 'ka', 'kar', 'karu', 'e', 'err', 'error', 'aaaa', 'aaaaaaaa', 'ж', 'жш', 'zz', 'a', '\u0001', 'errorz', ...terms.slice(0, 200)]) {
    const { first, last } = segment.prefix(Buffer.from(start));
    assert.deepEqual(terms.slice(first, last), terms.filter((term) => term.startsWith(start)), `seed ${seed}: ${start}`);
  }
  assert.deepEqual(segment.prefix(Buffer.from([0xff])), { first: terms.length, last: terms.length });
});

test('visitPrefix() visits the terms that begin so', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const segment = segmentOf(randomWords(next, 4000));
  const terms = termsOf(segment);
  for (const start of ['', 'k', 'ka', 'kar', 'karu', 'err', 'error', 'aaaa', 'ж', 'zz', 'a', '\u0001', 'errorz', ...terms.slice(0, 100), terms[terms.length - 1]]) {
    const visited: [number, string][] = [];
    segment.visitPrefix(Buffer.from(start), (ordinal, bytes, from, to) => visited.push([ordinal, bytes.toString('utf8', from, to)]));
    const expected = terms.flatMap((term, ordinal): [number, string][] => (term.startsWith(start) ? [[ordinal, term]] : []));
    assert.deepEqual(visited, expected, `seed ${seed}: ${start}`);
  }
});

test('visitTerms() visits whole terms from one on, until it is told to stop', () => {
  const seed = seedOf();
  const segment = segmentOf(randomWords(randomFrom(seed), 4000));
  const terms = termsOf(segment);
  for (const from of ['', 'k', 'karu', 'zz', '\u0001', 'errorz', ...terms.slice(0, 100), terms[terms.length - 1]]) {
    const first = terms.filter((term) => Buffer.compare(Buffer.from(term), Buffer.from(from)) < 0).length;
    const visited: [number, string][] = [];
    segment.visitTerms(Buffer.from(from), (bytes, ordinal) => visited.push([ordinal, bytes.toString('utf8')]) > 0);
    assert.equal(visited.map(([, piece]) => piece).join(''), terms.slice(first).map((term) => `${term}\n`).join(''), `seed ${seed}: ${from}`);
    let next = first;
    for (const [ordinal, piece] of visited) {
      assert.equal(ordinal, next, `seed ${seed}: ${from}`);
      next += piece.split('\n').length - 1;
    }
    let pieceCount = 0;
    segment.visitTerms(Buffer.from(from), () => ++pieceCount < 2);
    assert.equal(pieceCount, Math.min(2, visited.length), `seed ${seed}: ${from}`);
  }
});

test('infix() gives the terms that contain a text, ascending, and says when there are more', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  // More than one window of the dictionary.
  const segment = segmentOf(randomWords(next, 60_000).map((word, i) => (i % 2 === 0 ? word : `${word}-${i}`)));
  const terms = termsOf(segment);
  assert.ok(segment.file.footer.sections.dictionary.length > 300_000);
  for (const part of ['rrorr', 'error', 'orka', 'aaaa', 'ж', 'linlinlin', 'ü', '-59', terms[0], terms[terms.length - 1], terms[777]]) {
    const expected = terms.flatMap((term, ordinal) => (term.includes(part) ? [ordinal] : []));
    assert.deepEqual(segment.infix(Buffer.from(part), 1e9), { ordinals: expected, more: false }, `seed ${seed}: ${part}`);
    assert.deepEqual(segment.infix(Buffer.from(part), expected.length), { ordinals: expected, more: false }, `seed ${seed}: ${part}`);
    if (expected.length > 1) {
      assert.deepEqual(segment.infix(Buffer.from(part), expected.length - 1), { ordinals: expected.slice(0, -1), more: true }, `seed ${seed}: ${part}`);
      assert.deepEqual(segment.infix(Buffer.from(part), 1), { ordinals: expected.slice(0, 1), more: true }, `seed ${seed}: ${part}`);
    }
  }
  const ending = terms.flatMap((term, ordinal) => (term.endsWith('or') ? [ordinal] : []));
  assert.deepEqual(segment.infix(Buffer.from('or\n'), 1e9).ordinals, ending);
  const short = ending.filter((ordinal) => terms[ordinal].length < 9);
  assert.deepEqual(segment.infix(Buffer.from('or\n'), short.length, (_, start, end) => end - start < 9), { ordinals: short, more: false });
  for (const part of ['', '\n', 'a\nb', 'a\nb\n', 'x'.repeat(1000)]) assert.deepEqual(segment.infix(Buffer.from(part), 10), { ordinals: [], more: false });
});

test('termBlocks() gives the terms of blocks, and termLeads() how each block begins', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const segment = segmentOf(randomWords(next, 8000));
  const terms = termsOf(segment);
  const { leads, termsABlock } = segment.termLeads();
  assert.equal(leads.length, Math.ceil(terms.length / termsABlock));
  leads.forEach((lead, block) => {
    const first = Buffer.alloc(4);
    first.write(terms[block * termsABlock]);
    assert.equal(lead, first.readUInt32BE(0), `seed ${seed}: block ${block}`);
  });
  const check = (): void => {
    for (const wanted of [[0], [0, 1, 2], [1, 3, leads.length - 1], [...leads.keys()], [...leads.keys()].filter(() => next() < 0.1), []]) {
      const expected = wanted.flatMap((block) => terms.slice(block * termsABlock, (block + 1) * termsABlock)).map((term) => `${term}\n`);
      assert.equal(segment.termBlocks(Uint32Array.from(wanted)).toString(), expected.join(''), `seed ${seed}: ${wanted.length} blocks`);
    }
  };
  check();
  // From here on the dictionary is in memory.
  segment.infix(Buffer.from('xyz'), 1);
  check();
});
