/**
 * A session is found by what was said in it, however long it is: sessions of 5 to 5,000 turns, the same number of questions about each
 * length, and about as many right first answers.
 *
 * All turns are made of the same words, common and rare ones, so that a long session holds every word of a question somewhere. A
 * subject is three words in one turn and two of them in its answer; a question has two of the three and one that was never said with them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../../src/search/searcher.ts';
import { contextAt, requestFor, snapshotOf, type PlainIndex, type PlainRow, type PlainSession } from './memory-index.ts';
import { seededRandom, type Random } from './random-history.ts';

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu'.split(' ');
/** Rank in frequency is the place in the list. */
const WORDS = Array.from({ length: 3000 }, (_, n) => SYLLABLES[n % 20] + SYLLABLES[Math.floor(n / 20) % 20] + SYLLABLES[Math.floor(n / 400) % 20] + SYLLABLES[(n * 7) % 20]);
/** Turns of a session, how many sessions have so many. */
const LENGTHS: readonly (readonly [turns: number, sessions: number])[] = [[5, 40], [50, 12], [500, 4], [5000, 1]];
const QUESTIONS = 40;

interface Question {
  readonly query: string;
  readonly session: string;
  readonly turns: number;
}

/** About as frequent as in natural text. */
function anyWord(random: Random): string {
  return WORDS[Math.floor(WORDS.length ** (random(10_000) / 10_000)) - 1];
}

function makeHistory(random: Random): { index: PlainIndex; questions: Question[] } {
  const sessions: PlainSession[] = [];
  const rows: PlainRow[] = [];
  const questions: Question[] = [];
  const words = (count: number): string => Array.from({ length: count }, () => anyWord(random)).join(' ');
  for (const [turns, count] of LENGTHS) {
    const first = sessions.length;
    for (let i = 0; i < count; i++) sessions.push({ id: `${turns}-${i}`, turns, firstMs: 0, lastMs: 0 });
    const planted = new Map<string, string[]>();
    for (let i = 0; i < QUESTIONS; i++) {
      const [a, b, c, d] = Array.from({ length: 4 }, () => WORDS[150 + random(WORDS.length - 150)]);
      const session = first + (i % count);
      const place = `${session} ${1 + random(turns)}`;
      planted.set(place, [...(planted.get(place) ?? []), `${a} ${b} ${c}`]);
      questions.push({ query: `how did we fix the ${a} ${c} ${d} problem`, session: sessions[session].id, turns });
    }
    for (let session = first; session < sessions.length; session++) {
      for (let turn = 1; turn <= turns; turn++) {
        const subjects = planted.get(`${session} ${turn}`) ?? [];
        rows.push({
          session, turn, chunks: [
            { field: 'prompt', text: [words(12), ...subjects, words(6)].join(' ') },
            { field: 'answer', text: [words(25), ...subjects.map((subject) => subject.split(' ').slice(0, 2).join(' ')), words(20)].join(' ') },
          ],
        });
      }
    }
  }
  return { index: { sessions, segments: [rows] }, questions };
}

test('search() finds a subject in a long session about as often as in a short one', () => {
  const { index, questions } = makeHistory(seededRandom(11));
  const snapshot = snapshotOf(index);
  const right = new Map(LENGTHS.map(([turns]) => [turns, 0]));
  const taken = new Map(LENGTHS.map(([turns]) => [turns, 0]));
  for (const { query, session, turns } of questions) {
    const [best] = search(snapshot, requestFor(query, { limit: 1, all: true }), contextAt(null)).hits;
    if (best.session === session) right.set(turns, (right.get(turns) ?? 0) + 1);
    const ofBest = Number(best.session.split('-')[0]);
    taken.set(ofBest, (taken.get(ofBest) ?? 0) + 1);
  }
  for (const [turns] of LENGTHS) {
    assert.ok((right.get(turns) ?? 0) >= 34, `of ${QUESTIONS} questions about sessions of ${turns} turns ${right.get(turns)} are answered by them`);
    assert.ok((taken.get(turns) ?? 0) <= 46, `sessions of ${turns} turns come first ${taken.get(turns)} times, and are right ${QUESTIONS} times`);
  }
});
