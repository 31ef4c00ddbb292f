import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer } from '../../src/contract.ts';
import type { SegmentReader } from '../../src/index/reader-types.ts';
import { createLookups, type BeginLookups } from '../../src/search/lookups.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';
import { dealt, randomHistory, randomQuery, seededRandom } from './random-history.ts';

/** Asks questions of an index one after another. scans: parts of words that the terms were searched for; texts: how many were read. */
function asker(index: PlainIndex, beginLookups: BeginLookups = createLookups()): (query: string) => { answer: SearchAnswer; scans: string[]; texts: number } {
  const snapshot = snapshotOf(index);
  let scans: string[] = [];
  let texts = 0;
  for (const segment of snapshot.segments) {
    const { infix, text } = segment;
    const watched: Partial<SegmentReader> = {
      infix: (part, ...more) => {
        scans.push(Buffer.from(part).toString());
        return infix.call(segment, part, ...more);
      },
      text: (chunk) => {
        texts++;
        return text.call(segment, chunk);
      },
    };
    Object.assign(segment, watched);
  }
  return (query) => {
    scans = [];
    texts = 0;
    const answer = search(snapshot, requestFor(query, { unfinished: true }), { ...contextAt(null), beginLookups });
    return { answer, scans, texts };
  };
}

/** A hundred texts with the words of a quotation, and one that holds it. */
const QUOTED = history(...Array.from({ length: 100 }, (_, at): string[][] => [[`the connection, pool ${at}`]]), [['the connection pool']]);

test('createLookups() changes no answer, whatever is typed one after another', () => {
  const seed = Number(process.env['SEED'] ?? 5);
  const random = seededRandom(seed);
  for (let round = 0; round < 12; round++) {
    const snapshot = snapshotOf(dealt(randomHistory(random, round % 2 === 0), 1 + random(3), random));
    const beginLookups = createLookups();
    for (let typing = 0; typing < 4; typing++) {
      const query = randomQuery(random);
      for (let end = 1; end <= query.length; end += 1 + random(3)) {
        const request = requestFor(query.slice(0, end), { unfinished: random(3) > 0, all: random(2) === 0, group: random(3) === 0 ? 'turn' : 'session' });
        assert.deepEqual(search(snapshot, request, { ...contextAt(null), beginLookups }), search(snapshot, request, contextAt(null)), `${request.query}, seed ${seed}`);
      }
    }
  }
});

test('createLookups() looks up only what the last question did not', () => {
  const ask = asker(history([['the connection pool', 'is full']]));
  assert.deepEqual(ask('nnecti pool').scans, ['nnecti']);
  // It is finished now.
  assert.deepEqual(ask('nnecti pool is').scans, ['pool']);
  assert.deepEqual(ask('nnecti pool is full').scans, []);
  assert.deepEqual(ask('is').scans, []);
  // Forgotten: the last question did not have it.
  assert.deepEqual(ask('nnecti pool').scans, ['nnecti']);
});

test('createLookups() looks for no text that holds one which no term has', () => {
  const ask = asker(history([['the connection pool', 'is full']]));
  const scans = ['xylo', 'xylop', 'xyloph', 'pylo', 'xylophone'].map((query) => ask(query).scans);
  assert.deepEqual(scans, [['xylo'], [], [], ['pylo'], ['xylophone']]);
});

test('createLookups() looks for close spellings of no more words than without', () => {
  const words = 'alpine bravery charlie delivery echoing foxtrot golfing hotelier indigo juliette kilogram lemonade mikado november'.split(' ');
  const ask = asker(history([[words.join(' ')]]));
  const typos = words.map((word) => word.slice(0, 2) + word.slice(3));
  ask(typos.slice(0, -1).join(' '));
  assert.deepEqual(ask(typos.join(' ')).answer, asker(history([[words.join(' ')]]))(typos.join(' ')).answer);
});

test('createLookups() reads the texts of a quotation once', () => {
  const ask = asker(QUOTED);
  assert.ok(ask('"connection pool"').texts > 100);
  const { answer, texts } = ask('"connection pool" the');
  assert.equal(answer.total, 1);
  assert.ok(texts < 10, `${texts} texts`);
});

test('createLookups() forgets everything with another snapshot', () => {
  const beginLookups = createLookups();
  const total = (text: string, query: string): number => asker(history([[text]]), beginLookups)(query).answer.total;
  assert.equal(total('one thing', 'xylo "one thing"'), 1);
  assert.equal(total('another thing', '"one thing"'), 0);
  assert.equal(total('axylophone', 'xylo'), 1);
});

test('createLookups() lets a search be ended before a word, a scan of the terms or a text, and the next one goes on from there', () => {
  let left = 0;
  const ask = asker(QUOTED, createLookups(() => {
    if (left-- === 0) throw new RangeError('ended');
  }));
  const endsAfter = (steps: number, query: string): void => {
    left = steps;
    assert.throws(() => ask(query), /ended/);
  };
  endsAfter(0, 'pool');
  endsAfter(1, 'nnecti');
  endsAfter(50, '"connection pool"');
  left = 150;
  assert.equal(ask('"connection pool"').answer.total, 1);
  assert.ok(left > 90, `${150 - left} steps`);
});
