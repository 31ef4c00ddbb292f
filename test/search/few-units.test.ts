/**
 * What is not scored is counted all the same: the answer is that of a search that scores everything.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer, SearchRequest } from '../../src/contract.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';

/** The answer, and of how many chunks the columns were copied. */
function ask(index: PlainIndex, query: string, more: Partial<SearchRequest> = {}): SearchAnswer & { copied: number } {
  const snapshot = snapshotOf(index);
  const copied = new Set<string>();
  const segments = snapshot.segments.map((segment) => ({ ...segment, copyFields: (...[first, end, into]: Parameters<typeof segment.copyFields>) => {
    for (let chunk = first; chunk < end; chunk++) copied.add(`${segment.name} ${chunk}`);
    segment.copyFields(first, end, into);
  } }));
  const answer = search({ ...snapshot, segments }, requestFor(query, { all: false, ...more }), contextAt('/config/projects/-p'));
  return { ...answer, copied: copied.size };
}

const PARTS = Array.from({ length: 40 }, (_, i) => [[i % 2 === 0 ? 'the payment went out' : 'retry the queue'], ['payment, retry, queue']]);

test('search() scores only what holds a rare identifier, and counts what holds its parts', () => {
  const index = history(...PARTS, [['why did it stall?'], ['paymentRetryQueue has no limit'], ['the payment again']]);
  for (const group of ['session', 'turn'] as const) {
    const few = ask(index, 'paymentRetryQueue', { group });
    const all = ask(index, 'paymentRetryQueue', { group, all: true, limit: 1 });
    assert.deepEqual([few.total, few.relevant, few.weak], [all.total, all.relevant, all.weak]);
    assert.deepEqual([few.hits.length, few.hits[0].session], [1, 'session-40']);
    assert.deepEqual(few.hits[0], all.hits[0]);
    assert.deepEqual([few.copied, all.copied], [group === 'session' ? 3 : 1, 83]);
  }
  assert.equal(ask(index, 'paymentRetryQueue').total, 41);
});

test('search() scores everything where parts can make a hit relevant, or another word is searched', () => {
  const index = history(...PARTS, [['paymentRetryQueue has no limit']]);
  for (const query of ['paymentRetryQueue payment', 'paymentRetryQueue -limit', 'prompt:paymentRetryQueue']) assert.equal(ask(index, query).copied, 81, query);
  // Of many words the best hit holds a weak form of the whole: what is relevant beside it only scores tell.
  const weak = history(...PARTS, [[`${'word '.repeat(400)} paymentRetryQueues`]]);
  const few = ask(weak, 'paymentRetryQueue');
  const all = ask(weak, 'paymentRetryQueue', { all: true });
  assert.deepEqual([few.copied, few.total, few.relevant], [81, all.total, all.relevant]);
});
