/**
 * A common word in quotes: most of the text is never read, and yet every session that has it is found, and no other.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../../src/index/reader-types.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, requestFor, snapshotOf, type PlainIndex, type PlainRow } from './memory-index.ts';
import { seededRandom } from './random-history.ts';

const WRITINGS = ['error', 'Error', 'ERROR', 'errors', 'isError', 'Error and error', 'nothing', 'another_error'];

/** Many sessions of a few turns each, in two segments; in most chunks the word stands, in some writing. */
function history(seed: number): PlainIndex {
  const random = seededRandom(seed);
  const segments: PlainRow[][] = [[], []];
  const sessionCount = 240;
  for (let session = 0; session < sessionCount; session++) {
    // Some sessions have it in one writing only.
    const writings = random(3) === 0 ? [WRITINGS[random(WRITINGS.length)]] : WRITINGS;
    const text = (): string => `${writings[random(writings.length)]} in line ${random(90)}`;
    if (random(4) === 0) segments[0].push({ session, turn: 0, flags: 1, chunks: [{ field: 'title', text: text() }] });
    for (let turn = 1; turn <= 3; turn++) {
      segments[random(2)].push({ session, turn, chunks: Array.from({ length: 2 + random(6) }, (_, at) => ({ field: at === 0 ? ('prompt' as const) : ('output' as const), text: text() })) });
    }
  }
  return { sessions: Array.from({ length: sessionCount }, (_, at) => ({ id: `s${at}`, lastMs: at })), segments };
}

/** Ids of the sessions with a text that fits, sorted. */
function sessionsWith({ segments }: PlainIndex, fits: (text: string, field: string) => boolean): string[] {
  const found = segments.flat().flatMap(({ session, chunks }) => (chunks.some(({ text, field }) => fits(text, field)) ? [`s${session}`] : []));
  return [...new Set(found)].sort();
}

function ids(snapshot: Snapshot, query: string): string[] {
  return search(snapshot, requestFor(query, { limit: 1000 }), contextAt(null)).hits.map(({ session }) => session).sort();
}

test('a common word in quotes is found in every session that has it exactly so, and in no other', () => {
  for (let seed = 1; seed <= 3; seed++) {
    const index = history(seed);
    const snapshot = snapshotOf(index);
    assert.ok(snapshot.segments.every(({ chunkCount }) => chunkCount > 1000));
    for (const word of ['error', 'Error', 'ERROR', 'rror', 'Error and']) {
      assert.deepEqual(ids(snapshot, `"${word}"`), sessionsWith(index, (text) => text.includes(word)), `seed ${seed}: ${word}`);
      assert.deepEqual(ids(snapshot, `prompt:"${word}"`), sessionsWith(index, (text, field) => field === 'prompt' && text.includes(word)), `seed ${seed}: prompt:${word}`);
      const excluded = sessionsWith(index, (text) => text.includes(word));
      assert.deepEqual(ids(snapshot, `line -"${word}"`), sessionsWith(index, () => true).filter((id) => !excluded.includes(id)), `seed ${seed}: -${word}`);
    }
  }
});

test('the title or text shown for a common word in quotes contains it', () => {
  const { hits } = search(snapshotOf(history(4)), requestFor('"error"', { limit: 1000 }), contextAt(null));
  assert.ok(hits.length > 100);
  for (const { snippet, highlights, hit } of hits) assert.ok(highlights.some(([start, end]) => snippet.slice(start, end) === 'error'), `${hit}: ${snippet}`);
});

test('a search for a common word in quotes reads little text', () => {
  const snapshot = snapshotOf(history(5));
  let readCount = 0;
  const counting: Snapshot = {
    ...snapshot,
    segments: snapshot.segments.map((segment) => ({ ...segment, text: (chunk: number) => (readCount++, segment.text(chunk)) })),
  };
  const found = search(counting, requestFor('"error"', { limit: 10 }), contextAt(null)).total;
  const chunkCount = snapshot.segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  assert.ok(found > 100);
  assert.ok(readCount < chunkCount / 2, `${readCount} of ${chunkCount}`);
});

test('the scores of a common word in quotes do not depend on which texts are inflated together', () => {
  const snapshot = snapshotOf(history(6));
  const answers = [1, 5, 40].map((size) => {
    const segments = snapshot.segments.map((segment) => ({ ...segment, textsBeside: (chunk: number) => ({ first: chunk - (chunk % size), end: chunk - (chunk % size) + size }) }));
    return search({ ...snapshot, segments }, requestFor('"error"', { limit: 1000 }), contextAt(null)).hits.map(({ session, score, hit, snippet }) => [session, score, hit, snippet]);
  });
  assert.ok(answers[0].length > 100);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});
