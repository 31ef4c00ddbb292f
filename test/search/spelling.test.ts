import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SegmentReader } from '../../src/index/reader-types.ts';
import { takeArena } from '../../src/kernel/arena.ts';
import { visitCloseTerms } from '../../src/search/spelling.ts';
import { editsBetween } from './edits-between.ts';
import { history, snapshotOf } from './memory-index.ts';
import { seededRandom, type Random } from './random-history.ts';

function segmentOf(words: readonly string[]): SegmentReader {
  return snapshotOf(history([[words.join(' ')]])).segments[0];
}

function termsOf(segment: SegmentReader): string[] {
  return Array.from({ length: segment.termCount }, (_, ordinal) => segment.term(ordinal).toString());
}

function found(segment: SegmentReader, typed: string, mostEdits: number): [string, number][] {
  const close: [string, number][] = [];
  visitCloseTerms(takeArena(), segment, typed, mostEdits, (ordinal, term, edits) => {
    assert.equal(segment.term(ordinal).toString(), term);
    close.push([term, edits]);
  });
  return close;
}

function randomWord(random: Random, letters: readonly string[], length: number): string {
  return Array.from({ length }, () => letters[random(letters.length)]).join('');
}

test('visitCloseTerms() finds every term within one and two edits, and none beyond', () => {
  // Of one, two, three and four bytes, and all together; few letters, so that many words are close.
  const alphabets = ['abc', 'abcdefghijklmnopqrst', 'абв', 'कखग', '𐌰𐌱𐌲', 'abжकצ'].map((letters) => [...letters]);
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const letters = alphabets[seed % alphabets.length];
    const words = Array.from({ length: 20 + random(300) }, () => randomWord(random, letters, 1 + random(9)));
    const segment = segmentOf([...words, 'src/app/cab.ts', 'ab12cd', 'a'.repeat(64), 'ab'.repeat(32)]);
    const terms = termsOf(segment);
    for (let run = 0; run < 8; run++) {
      const typed = run < 2 ? words[run] : randomWord(random, letters, 1 + random(12));
      const mostEdits = 1 + (run % 2);
      const expected = terms.map((term): [string, number] => [term, editsBetween(typed, term)]).filter(([, edits]) => edits > 0 && edits <= mostEdits);
      assert.deepEqual(found(segment, typed, mostEdits), expected, `seed ${seed}, ${typed}, ${mostEdits} edits`);
    }
  }
});

test('visitCloseTerms() finds the words that people mistype, in ten scripts, also by their first letter', () => {
  const words = 'migration конфигурация ρύθμιση կարգավորում გარემოცვა הגדרות الإعدادات सेटिंग அமைப்பு ማስተካከያ';
  const segment = segmentOf(words.split(' '));
  const typed: [string, string][] = [
    ['migartion', 'migration'], ['nigration', 'migration'], ['конфигурцаия', 'конфигурация'], ['онфигурация', 'конфигурация'], ['ρυθμηση', 'ρυθμιση'], ['կարգավորւում', 'կարգավորում'],
    ['გარემოცბა', 'გარემოცვა'], ['הגדרוח', 'הגדרות'], ['الاعدادت', 'الاعدادات'], ['सेटिग', 'सेटिंग'], ['அமைப்பூ', 'அமைப்பு'], ['ማስተካካያ', 'ማስተካከያ'],
  ];
  for (const [wrong, right] of typed) assert.deepEqual(found(segment, wrong, 1), [[right, 1]], wrong);
});

test('visitCloseTerms() reads a small part of a large dictionary', () => {
  const random = seededRandom(7);
  const letters = [...'etaoinshrdlcumwfgypbvk'];
  const segment = segmentOf([...Array.from({ length: 8000 }, () => randomWord(random, letters, 4 + random(8))), 'migration']);
  const { leads } = segment.termLeads();
  const looked = [1, 2].map((mostEdits) => {
    let blockCount = 0;
    const counting = { ...segment, termBlocks: (blocks: Uint32Array) => ((blockCount += blocks.length), segment.termBlocks(blocks)) };
    assert.deepEqual(found(counting, 'migartion', mostEdits), [['migration', 1]]);
    return blockCount / leads.length;
  });
  assert.ok(looked[0] < 0.05 && looked[1] < 0.6, `${looked[0]} and ${looked[1]} of the blocks`);
});
