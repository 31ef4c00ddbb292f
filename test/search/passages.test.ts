/**
 * Further passages of a hit: the found words that its snippet does not show.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit, SearchRequest } from '../../src/contract.ts';
import { ROW_FLAG } from '../../src/index/reader-types.ts';
import { flatten, measure } from '../../src/search/one-line.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';
import { dealt, randomHistory, randomQuery, seededRandom } from './random-history.ts';

const FILLER = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua '.repeat(3);

function first(index: PlainIndex, query: string, more: Partial<SearchRequest> = {}): Hit {
  return search(snapshotOf(index), requestFor(query, more), contextAt(null)).hits[0];
}

/** Sessions with a title, which stands where the opening prompt would. */
function titled(...sessions: Parameters<typeof history>): PlainIndex {
  const index = history(...sessions);
  return { ...index, sessions: index.sessions.map((session) => ({ ...session, title: 'A talk' })) };
}

/** Its passages, matches in brackets. */
function passages({ passages: all }: Hit): string[] {
  return all.map(({ field, turn, snippet, highlights }) => {
    let marked = '';
    let at = 0;
    for (const [start, end] of highlights) {
      marked += `${snippet.slice(at, start)}[${snippet.slice(start, end)}]`;
      at = end;
    }
    return `${field} ${turn}: ${marked}${snippet.slice(at)}`;
  });
}

test('a hit shows words from its other chunks in passages, the rarest first', () => {
  const talk = titled([
    ['why does the zebra fail', 'no idea about the pipeline', 'the pipeline needs a terraform apply, then zebra runs'],
    ['and now', 'kubernetes again, and terraform'],
  ]);
  const hit = first(talk, 'zebra terraform kubernetes');
  assert.equal(hit.snippet, 'kubernetes again, and terraform');
  // The prompt has the word too, but less of the query.
  assert.deepEqual(passages(hit), ['answer 1: the pipeline needs a terraform apply, then [zebra] runs']);
});

test('what the snippet, the title or the prompt shows gets no passage', () => {
  const talk = history([['why does the zebra fail', 'terraform and kubernetes, terraform']]);
  assert.deepEqual(passages(first(talk, 'terraform kubernetes')), []);
  assert.equal(first(talk, 'zebra terraform kubernetes').field, 'answer');
  assert.deepEqual(passages(first(talk, 'zebra terraform kubernetes')), []);
  const [session] = talk.sessions;
  const more: PlainIndex = { ...talk, segments: [[...talk.segments[0], { session: 0, turn: 2, chunks: [{ field: 'output', text: 'the pipeline' }] }]] };
  assert.deepEqual(passages(first(more, 'terraform kubernetes pipeline')), ['output 2: the [pipeline]']);
  assert.deepEqual(passages(first({ ...more, sessions: [{ ...session, title: 'Our Pipeline' }] }, 'terraform kubernetes pipeline')), []);
});

test('a word of the shown chunk that does not fit its snippet gets a passage; stop and framing words get none', () => {
  const far = history([['go', `zebra ${FILLER} terraform the session`]]);
  assert.deepEqual(passages(first(far, 'zebra zebra the session terraform')), ['answer 1: [zebra] lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor…']);
});

test('the beginning of a prompt does not count as shown when its snippet is from further on', () => {
  const long = titled([[`zebra ${FILLER} terraform ${FILLER}`, 'so be it']]);
  const hit = first(long, 'terraform zebra');
  assert.equal(hit.field, 'prompt');
  const [, other] = hit.snippet.startsWith('zebra') ? ['zebra', 'terraform'] : ['terraform', 'zebra'];
  assert.deepEqual(hit.passages.map(({ snippet, highlights }) => highlights.map(([start, end]) => snippet.slice(start, end))), [[other]]);
});

test('there are two passages at most, each for what the one before did not show', () => {
  const many = history([['go', 'alpha one'], ['next', 'bravo two'], ['next', 'charlie three and delta'], ['next', 'echo five']]);
  const hit = first(many, 'alpha bravo charlie delta echo');
  assert.equal(hit.snippet, 'charlie three and delta');
  assert.deepEqual(passages(hit), ['answer 4: [echo] five', 'answer 2: [bravo] two']);
});

test('literals, identifiers, parts of them and runs without spaces are looked for in other chunks', () => {
  const cases: [string, string, string[]][] = [
    ['"Foo Bar" zebra', 'a Foo  Bar of it', ['zebra zebra zebra', 'answer 2: a [Foo Bar] of it']],
    ['src/app.ts zebra', 'in src/app.ts it is', ['in src/app.ts it is', 'prompt 1: [zebra] [zebra] [zebra]']],
    ['getUserById zebra', 'a user has an id', ['a user has an id', 'prompt 1: [zebra] [zebra] [zebra]']],
    ['库迁移 zebra', '数据库迁移计划', ['数据库迁移计划', 'prompt 1: [zebra] [zebra] [zebra]']],
    ['reconc zebra', 'the reconciliation', ['zebra zebra zebra', 'answer 2: the [reconciliation]']],
  ];
  for (const [query, text, expected] of cases) {
    const shown = first(titled([['zebra zebra zebra', 'zebra zebra'], ['next', text]], [['by']]), query);
    assert.deepEqual([shown.snippet, ...passages(shown)], expected, query);
  }
});

test('a passage names the turn in which a sub-agent worked, whether it has a row of its own or not', () => {
  const talk = titled([['who fails'], ['zebra please', 'so it goes'], ['and now']], [['by']]);
  const said = ['kubernetes slept, kubernetes', 'terraform wept'].map((text) => ({ field: 'output' as const, text }));
  talk.segments[0].push({ session: 0, turn: 2, flags: ROW_FLAG.agent, chunks: said });
  const ofAgents = (agents: boolean): unknown => {
    const { hits } = search(snapshotOf(talk), requestFor('terraform kubernetes', { agents, all: true }), contextAt(null));
    return hits.filter(({ agent }) => agent).map((hit) => [hit.turn, hit.snippet, passages(hit)]);
  };
  const expected = [[2, 'kubernetes slept, kubernetes', ['output 2: [terraform] wept']]];
  assert.deepEqual(ofAgents(false), expected);
  assert.deepEqual(ofAgents(true), expected);
});

test('passages are pieces of the session, fit their columns, and leave out nothing that has room', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const index = dealt(randomHistory(random, seed % 2 === 0), 1 + random(3), random);
    const query = randomQuery(random);
    const more = { group: seed % 3 === 0 ? ('turn' as const) : ('session' as const), agents: seed % 5 === 0 };
    const texts = index.segments.flat().flatMap((row) => row.chunks.map(({ text }) => flatten(text)));
    for (const hit of search(snapshotOf(index), requestFor(query, more), contextAt(null)).hits) {
      assert.ok(hit.passages.length <= 2);
      for (const { snippet, highlights } of hit.passages) {
        const told = `seed ${seed}: ${query}: ${snippet}`;
        assert.ok(texts.some((text) => text.includes(snippet.replace(/^…|…$/g, ''))), told);
        assert.ok((measure(snippet).columns?.at(-1) ?? snippet.length) <= 92, told);
        assert.ok(highlights.length > 0, told);
        let at = 0;
        for (const [start, end] of highlights) {
          assert.ok(start >= at && end > start && end <= snippet.length, told);
          at = end;
        }
      }
    }
  }
});
