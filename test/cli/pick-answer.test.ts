import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, SearchRequest, SessionRequest } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { createAnswerer, replyTo, requestOf } from '../../src/cli/pick-answer.ts';
import type { PickBase } from '../../src/cli/pick-answer.ts';
import { sampleAnswer, sampleHit } from '../picker/sample-answer.ts';

const BASE: PickBase = {
  branch: 'main',
  request: {
    query: 'as called', limit: 10, offset: 0, all: false, group: 'session', project: 'shop', dir: '/given', branch: 'given', sessions: null, exclude: [],
    currentSession: 'running', self: false, fields: ['answer'], sinceMs: 1, untilMs: null, agents: false, here: '/here', roots: ['/root'], explain: false,
  },
};
const QUESTION = { query: ' typed  words ', isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 25 };

/** An engine that tells what it was asked. */
function engine(answers: Partial<Engine>): Engine {
  return answers as Engine;
}

test('requestOf() changes what the question names, and nothing else', () => {
  assert.deepEqual(requestOf(BASE, QUESTION), { ...BASE.request, query: 'typed words', limit: 25 });
  assert.equal(requestOf(BASE, { ...QUESTION, isUnfinished: true }).unfinished, true);
  const limited = requestOf(BASE, { ...QUESTION, isHere: true, isOnBranch: true, field: 'prompt', isAll: true });
  assert.deepEqual([limited.dir, limited.branch, limited.fields, limited.all, limited.project, limited.sinceMs], ['/here', 'main', ['prompt'], true, 'shop', 1]);
});

test('replyTo() searches for words, and without any lists the newest sessions', () => {
  const asked: string[] = [];
  const fake = engine({
    search: ({ query }) => { asked.push(`search ${query}`); return sampleAnswer([]); },
    recent: () => { asked.push('recent'); return sampleAnswer([]); },
  });
  assert.equal(replyTo({ kind: 'search', number: 4, question: QUESTION }, fake, BASE).kind, 'answer');
  replyTo({ kind: 'search', number: 5, question: { ...QUESTION, query: ' ' } }, fake, BASE);
  assert.deepEqual(asked, ['search typed words', 'recent']);
});

test('replyTo() lists the newest sessions while nothing but the signs are typed with which a word begins', () => {
  const asked = (query: string, isUnfinished: boolean, regex = false): string => {
    let how = '';
    const tell = (name: string) => () => { how = name; return sampleAnswer([]); };
    replyTo({ kind: 'search', number: 1, question: { ...QUESTION, query, isUnfinished } }, engine({ search: tell('search'), recent: tell('recent') }), { ...BASE, request: { ...BASE.request, regex } });
    return how;
  };
  for (const query of ['"', '.', '--', '\u201c', '$', '', '`']) assert.equal(asked(query, true), 'recent', query);
  for (const query of ['"a', '.e', '\u{1f389}', '\u4e00']) assert.equal(asked(query, true), 'search', query);
  assert.equal(asked('"', false), 'search');
  assert.equal(asked('.', true, true), 'search');
});

test('replyTo() lists the places of a session in the order in which they were said, weak ones too', () => {
  let request: SearchRequest | null = null;
  const hits = [[7, 2], [1, 9], [7, 11], [1, 0]].map(([turn, number]) => sampleHit({ turn, hit: `s:${turn}:${number}` }));
  const fake = engine({ search: (one) => { request = one; return sampleAnswer(hits); } });
  const reply = replyTo({ kind: 'places', key: 'k', question: QUESTION, session: 's' }, fake, BASE);
  assert.ok(reply.kind === 'places');
  assert.deepEqual(reply.places.map(({ hit }) => hit), ['s:1:0', 's:1:9', 's:7:2', 's:7:11']);
  const { sessions, group, all, query } = request as unknown as SearchRequest;
  assert.deepEqual({ sessions, group, all, query }, { sessions: ['s'], group: 'turn', all: true, query: 'typed words' });
});

test('replyTo() reads the turn of the place; for a title, which stands before all turns, the first turn', () => {
  const asked: SessionRequest[] = [];
  const turn = { turn: 1, when: null, parts: [{ field: 'prompt' as const, text: 'first prompt', agent: false }] };
  const fake = engine({
    readSession: (request) => {
      asked.push(request);
      return { turns: request.turn === 0 ? [] : [turn] } as unknown as ReturnType<Engine['readSession']>;
    },
  });
  const reply = replyTo({ kind: 'read', key: 'k', place: sampleHit({ turn: 0, field: 'title' }) }, fake, BASE);
  assert.ok(reply.kind === 'preview');
  assert.deepEqual([reply.preview.turn, reply.preview.parts[0].text], [1, 'first prompt']);
  assert.deepEqual(asked.map(({ turn: number, from }) => [number, from]), [[0, 0], [null, 0]]);
});

test('replyTo() never throws: it replies with what went wrong', () => {
  const fake = engine({
    search: () => { throw new CcfindError('usage', 'the pattern ends too early'); },
    readSession: () => { throw new CcfindError('not-found', 'session s: not in the index'); },
  });
  const search = replyTo({ kind: 'search', number: 3, question: QUESTION }, fake, BASE);
  assert.deepEqual(search, { kind: 'failed', number: 3, message: 'the pattern ends too early\n' });
  const read = replyTo({ kind: 'read', key: 'k', place: sampleHit() }, fake, BASE);
  assert.deepEqual(read, { kind: 'failed', number: null, message: 'session s: not in the index\n' });
});

test('createAnswerer() ends a search at the next checkpoint once a newer one is asked for, and nothing else', () => {
  const newest = Int32Array.of(1);
  const asked: string[] = [];
  const answer = createAnswerer((checkpoint) => engine({
    search: ({ query }) => {
      asked.push(query);
      checkpoint();
      // The person goes on typing.
      if (query === 'slow') newest[0]++;
      checkpoint();
      return sampleAnswer([]);
    },
  }), BASE, newest);
  const search = (number: number, query: string) => answer({ kind: 'search', number, question: { ...QUESTION, query } });
  assert.equal(search(1, 'slow'), null);
  assert.equal(search(2, 'quick')?.kind, 'answer');
  assert.equal(search(1, 'late'), null);
  assert.equal(search(3, 'again')?.kind, 'answer');
  assert.deepEqual(asked, ['slow', 'quick', 'late', 'again']);
  assert.equal(answer({ kind: 'places', key: 'k', question: { ...QUESTION, query: 'slow' }, session: 's' })?.kind, 'places');
});

test('createAnswerer() tells of a failure, unless newer words wait', () => {
  const newest = Int32Array.of(1);
  const answer = createAnswerer(() => engine({ search: () => { throw new CcfindError('failure', 'the index is damaged'); } }), BASE, newest);
  const reply = () => answer({ kind: 'search', number: 1, question: QUESTION });
  assert.deepEqual(reply(), { kind: 'failed', number: 1, message: 'the index is damaged\n' });
  newest[0] = 2;
  assert.equal(reply(), null);
});
