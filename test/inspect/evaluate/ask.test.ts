import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit, SearchAnswer, SearchRequest } from '../../../src/contract.ts';
import { ask } from '../../../src/inspect/evaluate/ask.ts';
import type { Question } from '../../../src/inspect/evaluate/questions.ts';
import { sampleHit } from '../../cli/fake-engine.ts';

/** Sessions s0 to s299, each a family; but s1 is a copy of s0. */
const ALL = Array.from({ length: 300 }, (_, number) => `s${number}`);
const familyOf = (id: string): number | undefined => (id === 's1' ? 0 : ALL.includes(id) ? Number(id.slice(1)) : undefined);

function question(must: readonly number[], more: Partial<Question> = {}): Question {
  return { text: 'tide', session: must[0], must: new Set(must), may: new Set(must), isTitle: false, ...more };
}

/** A search that finds these sessions, in this order; filters by session, and says what it was asked. */
function asker(found: readonly Partial<Hit>[], asked: SearchRequest[] = []) {
  const search = (request: SearchRequest): SearchAnswer => {
    asked.push(request);
    const hits = found.map((hit) => sampleHit(hit)).filter(({ session }) => request.sessions === null || request.sessions.includes(session));
    return {
      schema: 1, query: request.query, terms: [], expanded: [], group: 'session', total: hits.length, relevant: hits.filter(({ weak }) => !weak).length, weak: 0,
      hits: hits.slice(0, request.limit), index: { sessions: 300, files: 300, skipped: [], truncated: 0, pending: 0 },
    };
  };
  return { search, roots: [], familyOf, membersOf: (family: number) => ALL.filter((id) => familyOf(id) === family) };
}

const found = (...numbers: number[]): Partial<Hit>[] => numbers.map((number) => ({ session: `s${number}`, copies: [] }));

test('ask() gives the rank of the first right session, and how many of the right ones are among three', () => {
  const { rank, inThree, missing, first } = ask(asker(found(9, 4, 5, 6)), question([4, 6]));
  assert.deepEqual([rank, inThree, missing, first], [2, 0.5, [], 9]);
});

test('ask() counts a copy as the session, and ignores a session that is not on disk', () => {
  assert.equal(ask(asker(found(1)), question([0])).rank, 1);
  assert.equal(ask(asker([{ session: 's9', copies: ['s0'] }]), question([0])).rank, 1);
  assert.deepEqual(ask(asker([{ session: 'gone', copies: [] }]), question([0])), {
    question: question([0]), rank: null, inThree: 0, missing: [0], first: -1, firstHit: sampleHit({ session: 'gone', copies: [] }), relevant: 1, relevantShare: null,
  });
});

test('ask() tells what stands behind the first page from what is nowhere', () => {
  const list = found(...Array.from({ length: 40 }, (_, number) => number + 2));
  const { rank, missing } = ask(asker(list), question([30, 50]));
  assert.deepEqual([rank, missing], [null, [50]]);
});

test('ask() looks in their own sessions for families that the first page lacks', () => {
  const asked: SearchRequest[] = [];
  const list = found(...Array.from({ length: 250 }, (_, number) => number + 1));
  const { missing } = ask(asker(list, asked), question([0, 100, 200, 280]));
  assert.deepEqual(missing, [280]);
  assert.ok(asked.every(({ limit }) => limit <= 10), String(asked.map(({ limit }) => limit)));
});

test('ask() does not search titles for a question made from a title', () => {
  const asked: SearchRequest[] = [];
  ask(asker(found(2), asked), question([2], { isTitle: true }), ['s7']);
  assert.deepEqual([asked[0].fields, asked[0].exclude], [['prompt', 'answer', 'tool', 'thinking', 'output', 'summary'], ['s7']]);
});
