/**
 * Explanations: every number of a score, adding up to it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer } from '../../src/contract.ts';
import type { AnswerExplanation, HitExplanation } from '../../src/explanation.ts';
import { fieldByName } from '../../src/schema.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';
import { dealt, randomHistory, randomQuery, seededRandom } from './random-history.ts';

const CONTEXT = contextAt(null);

function explained(index: PlainIndex, query: string): { answer: SearchAnswer; whole: AnswerExplanation; hits: HitExplanation[] } {
  const answer = search(snapshotOf(index), requestFor(query, { explain: true }), CONTEXT);
  assert.ok(answer.explain);
  return { answer, whole: answer.explain, hits: answer.hits.map(({ explain }) => explain ?? assert.fail('a hit that is not explained')) };
}

function rounded<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === 'number' ? Math.round(inner * 1e4) / 1e4 : inner)) as T;
}

const TALK = history([['rotate the token now', 'the token rotatepoint, and again: token'], ['what else']], [['other talk'], ['tokens are many here']]);

test('explain() says of each word how the search treats it', () => {
  const { whole } = explained(TALK, 'the token "what else"');
  assert.deepEqual(rounded(whole.words), [
    { typed: 'the', kind: 'plain', role: 'stop', field: null, required: false, terms: [0] },
    { typed: 'token', kind: 'plain', role: 'content', field: null, required: false, terms: [1] },
    { typed: 'what else', kind: 'literal', role: 'content', field: null, required: true, terms: [2] },
  ]);
  // Of 5 chunks 2 hold `the`: ln(1 + 3.5 / 2.5) = .8755.
  assert.deepEqual(rounded(whole.terms[0]), { term: 'the', importance: 0.15, idf: 0.8755, chunks: 2, most: 0.2889, members: [{ term: 'the', way: 'exact', tier: 1, chunks: 2 }] });
  assert.deepEqual(whole.terms[2].members, []);
  assert.equal(whole.terms[2].chunks, 1);
  assert.equal(whole.chunks, 5);
  assert.equal(rounded(whole.averageTokens), 3.6);
  assert.deepEqual(whole.gate, { ratio: 0.7, share: 0.35 });
});

test('explain() says which parts the score of a hit has, and what each word added', () => {
  const { answer, hits } = explained(TALK, 'token rotate');
  const [first] = hits;
  assert.equal(answer.hits[0].session, 'session-0');
  assert.deepEqual(first.parts.map(({ part, share }) => [part, share]), [['chunk', 0.5], ['turn', 0.2], ['spread', 0.15], ['count', 0.2], ['closeness', 0.5], ['exact', 1]]);
  assert.deepEqual(first.chunk, { field: 'prompt', turn: 1, tokens: 4, weight: 3 });
  assert.equal(first.turn, 1);
  assert.deepEqual(rounded(first.length), { chunks: 3, average: 2.5, divisor: 1.06 });
  // Two words with another one between them.
  assert.equal(first.closeness?.field, 'prompt');
  assert.equal(first.closeness?.turn, 1);
  assert.deepEqual(first.closeness?.pairs.map(({ terms, distance }) => [terms, distance]), [[[0, 1], 2]]);
  assert.deepEqual(first.exact.map(({ typed }) => typed), ['token', 'rotate']);
  assert.deepEqual(first.gate.knownBy, ['token', 'rotate']);
  assert.equal(first.gate.verdict, 'known item');
  assert.equal(first.gate.ratio, 1);
  const [token, rotate] = first.terms;
  // 3 / (3 + 1.2 x (.25 + .75 x 4 / 3.6)) = 3 / 4.3.
  assert.deepEqual(rounded(token.inChunk), { members: [{ term: 'token', way: 'exact', tier: 1, times: 1 }], tier: 1, weighted: 3, saturation: 0.6977 });
  assert.deepEqual(token.fields, [{ field: 'prompt', chunks: 1, times: 1 }, { field: 'answer', chunks: 1, times: 2 }]);
  assert.equal(token.exact && rotate.exact, true);
  // `rotatepoint` is found as a longer word, in the answer.
  assert.deepEqual(rotate.fields, [{ field: 'prompt', chunks: 1, times: 1 }, { field: 'answer', chunks: 1, times: 1 }]);
  assert.equal(hits[1].terms[0].exact, false);
  assert.equal(hits[1].gate.verdict, 'ratio');
});

test('explain() adds up to the score and changes nothing, for any query and history', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const index = dealt(randomHistory(random, seed % 2 === 0), 1 + random(3), random);
    const more = { group: seed % 3 === 0 ? ('turn' as const) : ('session' as const), agents: seed % 5 === 0 };
    const query = randomQuery(random);
    const snapshot = snapshotOf(index);
    const plain = search(snapshot, requestFor(query, more), CONTEXT);
    const told = search(snapshot, requestFor(query, { ...more, explain: true }), CONTEXT);
    const where = `seed ${seed}: ${query}`;
    const { explain: whole, ...bare } = told;
    assert.deepEqual({ ...bare, hits: told.hits.map(({ explain: _, ...hit }) => hit) }, plain, where);
    for (const { explain, score } of told.hits) {
      assert.ok(explain !== undefined && whole !== undefined, where);
      assertClose(explain.parts.reduce((sum, { points }) => sum + points, 0), score, where);
      for (const { part, points, value, share } of explain.parts) {
        assertClose(value * share, points, where);
        if (part === 'chunk' || part === 'turn' || part === 'spread' || part === 'count') {
          assertClose(explain.terms.reduce((sum, term) => sum + term.points[part], 0), points, `${where}: ${part}`);
        }
      }
      const [closeness, exact] = explain.parts.slice(4);
      assertClose(explain.closeness?.pairs.reduce((sum, { worth }) => sum + worth, 0) ?? 0, closeness.value, where);
      assertClose(explain.exact.reduce((sum, { points }) => sum + points, 0), exact.points, where);
      for (const { inChunk, term, points } of explain.terms) {
        if (inChunk === null) continue;
        assertClose(inChunk.saturation, saturationOf(inChunk.members, explain.chunk, whole.averageTokens), where);
        assertClose(0.5 * inChunk.saturation * whole.terms[term].most, points.chunk, where);
      }
    }
  }
});

/** As ranking has it: the best, over tiers, of tier x F / (F + K). */
function saturationOf(members: readonly { tier: number; times: number }[], { field, tokens }: HitExplanation['chunk'], average: number): number {
  const weight = fieldByName(field)?.weight ?? 0;
  const norm = 1.2 * (0.25 + (0.75 * tokens) / average);
  let total = 0;
  return members.reduce((best, { tier, times }) => {
    total += weight * times;
    return Math.max(best, (tier * total) / (total + norm));
  }, 0);
}

function assertClose(actual: number, expected: number, where: string): void {
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)), `${where}: ${actual} against ${expected}`);
}
