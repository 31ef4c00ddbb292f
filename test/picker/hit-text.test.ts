import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOf, factsOf, snippetOf, titleOf, wordsOf } from '../../src/picker/hit-text.ts';
import { NOW_MS, sampleHit } from './sample-answer.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const AGES: readonly [what: string, agoMs: number, age: string][] = [
  ['a second', 1000, 'now'],
  ['a moment ahead of us', -5000, 'now'],
  ['a minute', MINUTE, '1m'],
  ['just under an hour', 59 * MINUTE, '59m'],
  ['an hour', 60 * MINUTE, '1h'],
  ['just under a day', 1439 * MINUTE, '23h'],
  ['a day', DAY, '1d'],
  ['two weeks less an hour', 14 * DAY - 60 * MINUTE, '13d'],
  ['two weeks', 14 * DAY, '2w'],
  ['sixty days', 60 * DAY, '8w'],
  ['a hundred days', 100 * DAY, '3mo'],
  ['a year less a day', 364 * DAY, '11mo'],
  ['two years', 731 * DAY, '2y'],
];

for (const [what, agoMs, age] of AGES) {
  test(`ageOf() says ${age} for ${what}`, () => {
    assert.equal(ageOf(new Date(NOW_MS - agoMs).toISOString(), NOW_MS), age);
  });
}

test('ageOf() says nothing for a time that is missing or invalid', () => {
  assert.equal(ageOf(null, NOW_MS), '');
  assert.equal(ageOf('yesterday', NOW_MS), '');
});

test('wordsOf() shows how many of the words asked for were found', () => {
  assert.deepEqual(['1 of 1', '1 of 11', '4 of 5'].map((words) => wordsOf(sampleHit({ words }))), ['1 of 1 word', '1 of 11 words', '4 of 5 words']);
});

test('titleOf() is as wide on every terminal as it was measured', () => {
  assert.equal(titleOf(sampleHit({ title: 'by 👩\u200d💻 and 👍🏽' })), 'by 👩💻 and 👍');
});

test('titleOf() takes the title, else the opening, else the prompt', () => {
  assert.equal(titleOf(sampleHit()), 'Retry of failed payments');
  assert.equal(titleOf(sampleHit({ title: ' \n' })), 'the payment job fails at night');
  assert.equal(titleOf(sampleHit({ title: '' })), 'the payment job fails at night');
  assert.equal(titleOf(sampleHit({ title: '', opening: '' })), 'make the payment retry wait longer');
  assert.equal(titleOf(sampleHit({ title: '\x1b[2J', opening: '', prompt: '' })), '(no prompt)');
});

test('titleOf() makes text harmless', () => {
  assert.equal(titleOf(sampleHit({ title: '\x1b]0;evil\x07two\n  lines \u202eoff\u202c' })), 'two lines off');
});

test('factsOf() lists project, age, turns and words', () => {
  assert.deepEqual(factsOf(sampleHit(), NOW_MS), ['shop', '3d', '12 turns', '2 of 2 words']);
  assert.deepEqual(factsOf(sampleHit({ turns: 1, words: '', when: null, project: '' }), NOW_MS), ['2d', '1 turn']);
});

test('snippetOf() joins matches that only blanks separate', () => {
  const hit = sampleHit({ snippet: 'the payment retry waits', highlights: [[4, 11], [12, 17]] });
  assert.deepEqual(snippetOf(hit, false).map((piece) => piece.text), ['the ', '[payment retry]', ' waits']);
});

test('snippetOf() keeps other matches apart, in order, and survives bad ranges', () => {
  const hit = sampleHit({ snippet: 'one two three', highlights: [[8, 13], [0, 3], [2, 5], [9, 9], [40, 50]] });
  const words = (hasColor: boolean): string[] => snippetOf(hit, hasColor).map((piece) => `${piece.role} ${piece.text}`);
  assert.deepEqual(words(true), ['mark one t', 'plain wo ', 'mark three']);
  assert.deepEqual(words(false), ['mark [one t]', 'plain wo ', 'mark [three]']);
});
