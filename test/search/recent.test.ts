import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchRequest } from '../../src/contract.ts';
import { ROW_FLAG } from '../../src/index/reader-types.ts';
import { recent } from '../../src/search/recent.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';

const list = (index: PlainIndex, more: Partial<SearchRequest> = {}) => recent(snapshotOf(index), requestFor('', more), contextAt(null));

test('recent() lists sessions newest first, each at its newest turn', () => {
  const index = history([['old', 'x']], [['first', 'a'], ['last words', 'b']]);
  const answer = list(index);
  assert.deepEqual([answer.total, answer.relevant, answer.weak], [2, 2, 0]);
  const hits = answer.hits.map(({ session, turn, prompt, snippet, field, words, weak }) => [session, turn, prompt, snippet, field, words, weak]);
  assert.deepEqual(hits, [
    ['session-1', 2, 'last words', 'last words', 'prompt', '', false],
    ['session-0', 1, 'old', 'old', 'prompt', '', false],
  ]);
});

test('recent() pages and filters', () => {
  const index = history([['a']], [['b']], [['c']]);
  assert.deepEqual(list(index, { limit: 1, offset: 1 }).hits.map((hit) => hit.session), ['session-1']);
  assert.deepEqual(list(index, { project: 'project-0' }).hits.map((hit) => hit.session), ['session-0']);
  assert.deepEqual(list(index, { currentSession: 'session-2' }).hits.map((hit) => hit.session), ['session-1', 'session-0']);
  assert.equal(list(index, { dir: '/nowhere' }).total, 0);
  assert.deepEqual(list(index, { untilMs: Date.UTC(2026, 0, 2) }).hits.map((hit) => hit.session), ['session-0']);
});

test('recent() groups by turn', () => {
  const index = history([['a'], ['b']], [['c']]);
  assert.deepEqual(list(index, { group: 'turn' }).hits.map(({ session, turn }) => [session, turn]), [['session-1', 1], ['session-0', 2], ['session-0', 1]]);
});

test('recent() shows a session that a newer one contains whole as its copy', () => {
  const index = history([['shared']], [['own']]);
  const key = { hi: 3, lo: 4 };
  index.segments[0][0].key = key;
  index.copies = [{ session: 1, turn: 1, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 1 }];
  index.segments[0][1].turn = 2;
  assert.deepEqual(list(index).hits.map((hit) => hit.session), ['session-1']);
});

test('recent() shows what was said rather than titles and sub-agents', () => {
  const index = history([['prompt', 'answer']]);
  index.segments[0].unshift({ session: 0, turn: 1, flags: ROW_FLAG.agent, chunks: [{ field: 'output', text: 'agent' }] });
  index.segments[0].unshift({ session: 0, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: 'title' }] });
  assert.deepEqual(list(index).hits.map((hit) => hit.snippet), ['prompt']);
});
