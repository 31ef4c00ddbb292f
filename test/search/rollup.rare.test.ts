/**
 * A rare word of a question against several middling ones, a word as typed against its other forms, which may be common, and a piece of
 * a word against what is spelt like the piece.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../../src/search/searcher.ts';
import { contextAt, requestFor, snapshotOf, type PlainIndex, type PlainRow } from './memory-index.ts';

/** Sessions by what is said in some of their turns; the others say nothing of it. */
function historyOf(sessions: readonly { readonly id: string; readonly turns: number; readonly says: readonly string[] }[]): PlainIndex {
  const rows = sessions.flatMap(({ turns, says }, session) => Array.from({ length: turns }, (_, at): PlainRow => {
    return { session, turn: at + 1, chunks: [{ field: 'prompt', text: `${says[at] ?? 'nothing of the kind'} and so the day went by as any other` }] };
  }));
  return { sessions: sessions.map(({ id, turns }) => ({ id, turns, firstMs: 0, lastMs: 0 })), segments: [rows] };
}

function firstOf(index: PlainIndex, query: string): string {
  return search(snapshotOf(index), requestFor(query), contextAt(null)).hits[0].session;
}

test('a rare word in a long session ranks above two common ones that a shorter session repeats', () => {
  const index = historyOf([
    { id: 'rare', turns: 700, says: ['we saw why the zorgquex upset some node after the restart'] },
    { id: 'middling', turns: 150, says: Array.from({ length: 15 }, () => 'conflict and then a restart') },
    { id: 'other', turns: 600, says: Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 'conflict' : 'restart')) },
    ...Array.from({ length: 20 }, (_, at) => ({ id: `quiet-${at}`, turns: 300, says: [] })),
  ]);
  assert.equal(firstOf(index, 'zorgquex conflict restart'), 'rare');
});

test('a rare word as typed ranks above its common plural', () => {
  const index = historyOf([
    { id: 'as typed', turns: 12, says: ['the bases were far away', '', '', 'a planet'] },
    { id: 'other form', turns: 12, says: ['a base on some other planet'] },
    ...Array.from({ length: 20 }, (_, at) => ({ id: `quiet-${at}`, turns: 40, says: ['base', '', 'base', '', 'base'] })),
  ]);
  assert.equal(firstOf(index, 'bases planet'), 'as typed');
});

test('what contains a piece of a word ranks above what is spelt like the piece', () => {
  const index = historyOf([
    { id: 'holds it', turns: 12, says: ['the homeserver is up'] },
    { id: 'spelt alike', turns: 12, says: ['a reserve', 'the reserve', 'one reserve'] },
  ]);
  assert.equal(firstOf(index, 'meserve'), 'holds it');
  assert.equal(firstOf(index, 'ressrve'), 'spelt alike');
});

test('what has a word and an identifier ranks above what is full of the identifier alone', () => {
  const index = historyOf([
    { id: 'both', turns: 12, says: ['the crane is tired', '', '', 'see HarbourPilot'] },
    { id: 'one', turns: 12, says: Array.from({ length: 12 }, () => 'HarbourPilot of HarbourPilot, pilot of the harbour') },
    ...Array.from({ length: 20 }, (_, at) => ({ id: `quiet-${at}`, turns: 40, says: ['a crane', 'a pilot'] })),
  ]);
  assert.equal(firstOf(index, 'crane HarbourPilot'), 'both');
});

test('an unknown word ranks words that begin with it or contain it above other forms, unless it is inflected', () => {
  const index = historyOf([
    { id: 'longer', turns: 12, says: ['it was ingested'] },
    { id: 'holds it', turns: 12, says: ['a fractionalized share'] },
    { id: 'form', turns: 12, says: ['ing and ing', 'one action', 'two actions', 'one more action'] },
    { id: 'configured', turns: 12, says: ['it was reconfigured', ''] },
    { id: 'inflected', turns: 12, says: ['to configure it', 'to configure more', 'to configure all'] },
  ]);
  assert.equal(firstOf(index, 'inges'), 'longer');
  assert.equal(firstOf(index, 'actionalize'), 'holds it');
  assert.equal(firstOf(index, 'configured'), 'inflected');
});
