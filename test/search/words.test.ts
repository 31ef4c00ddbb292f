import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText } from '../../src/analysis/analyzer.ts';
import { isFramingWord, isStopWord } from '../../src/search/words.ts';

test('stop and framing words are known in their folded form', () => {
  const folded = (text: string): string[] => analyzeText(text).map((token) => token.term);
  for (const word of folded('The why WOULD и что её')) assert.equal(isStopWord(word), true, word);
  for (const word of folded('Yesterday session talked')) assert.equal(isFramingWord(word), true, word);
  for (const word of ['redis', 'мой', 'sessions_table']) assert.equal(isStopWord(word) || isFramingWord(word), false, word);
});
