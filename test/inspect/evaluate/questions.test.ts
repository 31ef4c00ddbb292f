/**
 * Which pairs of words are asked.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceFrom } from '../../../src/inspect/chance.ts';
import type { Gathered, HeldSession } from '../../../src/inspect/evaluate/gather.ts';
import { makeQuestions } from '../../../src/inspect/evaluate/questions.ts';
import type { Sample } from '../../../src/inspect/evaluate/samples.ts';

/** Sessions by the words of each sample; the number in front is its turn. */
function gatheredOf(sessions: readonly (readonly string[])[]): Gathered {
  const bySession = sessions.map((samples, session) => samples.map((text): Sample => {
    const [turn, ...words] = text.split(' ');
    return { session, turn: Number(turn), words, identifiers: [] };
  }));
  const held = bySession.map((samples, i): HeldSession => ({ id: `${i}`, path: '', names: Buffer.from(samples.flatMap(({ words }) => words).join('\n')), length: 1, hasAnswers: true, language: 'en' }));
  const gathered: Partial<Gathered> = { sessions: held, families: Int32Array.from(sessions, (_, i) => i), samples: new Map(), bySession, prompts: [], promptHolders: new Map(), titles: [], twins: [] };
  return gathered as Gathered;
}

const pairsOf = (gathered: Gathered, count: number): string[] => makeQuestions(gathered, count, chanceFrom(1)).two.map(({ text }) => text.split(' ').sort().join(' '));

test('makeQuestions() pairs two samples of different turns, and repeats no word that was asked', () => {
  const gathered = gatheredOf([['1 crane pier', '1 harbour', '2 pilot berth', '3 sail'], ['1 crane', '1 pilot']]);
  const pairs = pairsOf(gathered, 10);
  assert.equal(pairs.length, 2);
  const words = pairs.flatMap((pair) => pair.split(' '));
  assert.equal(new Set(words).size, 4);
  assert.ok(pairs.every((pair) => !['berth pilot', 'crane pier', 'crane harbour', 'harbour pier'].includes(pair)), pairs.join());
});

test('makeQuestions() takes pairs from each session in turn', () => {
  const gathered = gatheredOf([['1 crane', '2 pilot', '3 sail', '4 berth'], ['1 cargo', '2 anchor']]);
  const pairs = pairsOf(gathered, 2);
  assert.ok(pairs.includes('anchor cargo'), pairs.join());
});
