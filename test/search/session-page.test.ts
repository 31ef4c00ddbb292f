import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionPage, SessionRequest } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { ROW_FLAG } from '../../src/index/reader-types.ts';
import { search } from '../../src/search/searcher.ts';
import { readSession } from '../../src/search/session-page.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex, type PlainRow } from './memory-index.ts';

const read = (index: PlainIndex, more: Partial<SessionRequest> = {}): SessionPage =>
  readSession(snapshotOf(index), { session: 'session-0', turn: null, around: null, from: 0, turns: 10, ...more });
const turnsOf = (page: SessionPage): number[] => page.turns.map((turn) => turn.turn);

function longSession(): PlainIndex {
  return history(Array.from({ length: 7 }, (_, at) => [`prompt ${at + 1}`, `answer ${at + 1}`]), [['other']]);
}

test('readSession() gives head, turns and parts', () => {
  const index = history([['first prompt', 'first answer'], ['second prompt', 'second answer']]);
  index.sessions[0].title = 'A title';
  index.segments[0].push({ session: 0, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: 'A title' }] });
  index.segments[0].push({ session: 0, turn: 1, flags: ROW_FLAG.agent, chunks: [{ field: 'output', text: 'agent text' }] });
  index.segments[0].push({ session: 0, turn: 3, isDead: true, chunks: [{ field: 'output', text: 'dead' }] });
  assert.deepEqual(read(index), {
    schema: 1, session: 'session-0', title: 'A title', project: 'project-0', cwd: '/work/project-0', branch: null,
    first: '2026-01-01T00:00:00.000Z', last: '2026-01-01T23:00:00.000Z', opening: 'first prompt', lastPrompt: 'second prompt', lastAnswer: 'second answer',
    turns: [
      {
        turn: 1, when: '2026-01-01T00:00:00.000Z',
        parts: [{ field: 'prompt', text: 'first prompt', agent: false }, { field: 'answer', text: 'first answer', agent: false }, { field: 'output', text: 'agent text', agent: true }],
      },
      { turn: 2, when: '2026-01-01T01:00:00.000Z', parts: [{ field: 'prompt', text: 'second prompt', agent: false }, { field: 'answer', text: 'second answer', agent: false }] },
    ],
    total: 2, next: null,
  });
});

test('readSession() reads pages, one turn, or what lies around a hit', () => {
  const index = longSession();
  const first = read(index, { turns: 3 });
  assert.deepEqual([turnsOf(first), first.next, first.total], [[1, 2, 3], 4, 7]);
  const second = read(index, { turns: 4, from: 4 });
  assert.deepEqual([turnsOf(second), second.next], [[4, 5, 6, 7], null]);
  assert.deepEqual(turnsOf(read(index, { turn: 5 })), [5]);
  assert.deepEqual(turnsOf(read(index, { turn: 9 })), []);
  assert.deepEqual(turnsOf(read(index, { around: 'session-0:5:1', turns: 3 })), [4, 5, 6]);
  assert.deepEqual(turnsOf(read(index, { around: 'session-0:1:0', turns: 3 })), [1, 2, 3]);
  assert.throws(() => read(index, { session: 'nowhere' }), /session nowhere: not in the index/);
});

test('readSession() refuses the key of another session\'s hit', () => {
  const index = longSession();
  assert.deepEqual(turnsOf(read(index, { around: 'session-:5:1', turns: 1 })), [5], 'the start of the id will do');
  assert.throws(() => read(index, { around: 'session-1:5:1' }), (error) =>
    error instanceof CcfindError && error.exitCode === 2 && error.message === '--around session-1:5:1: a hit of another session than session-0');
});

test('readSession() takes the start of an id in a key only if no session has that name', () => {
  const index = history([['one']], [['two']]);
  index.sessions[1].id = 'session-0-b';
  assert.throws(() => read(index, { session: 'session-0-b', around: 'session-0:1:0' }), /a hit of another session than session-0-b/);
  assert.deepEqual(turnsOf(read(index, { session: 'session-0-b', around: 'session-0-:1:0' })), [1]);
});

test('readSession() says that there is no such hit for a bad key, or a turn that the session lacks', () => {
  const index = longSession();
  assert.throws(() => read(index, { around: 'session-0:99:1' }), (error) => error instanceof CcfindError && error.exitCode === 1 && error.message === 'session session-0 has no such hit: session-0:99:1');
  assert.throws(() => read(index, { around: 'session-0:1:12345678901' }), /expected the key of a hit/);
});

test('readSession() shows the first turns around a hit in a title', () => {
  const index = longSession();
  index.segments[0].push({ session: 0, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: 'Tidal gates' }] });
  const [hit] = search(snapshotOf(index), requestFor('tidal'), contextAt(null)).hits;
  assert.deepEqual(turnsOf(read(index, { around: hit.hit, turns: 3 })), [1, 2, 3]);
});

test('readSession() says that the turn of a hit has nothing of the fields', () => {
  assert.throws(() => read(longSession(), { around: 'session-0:2:0', fields: ['tool', 'output'] }), /^CcfindError: turn 2 of session session-0 has no tool or output$/);
});

test('readSession() reads up to a turn, and only some fields', () => {
  const index = history([['p1', 'a1'], ['p2'], ['p3', 'a3'], ['p4', 'a4']]);
  assert.deepEqual(turnsOf(read(index, { from: 2, to: 3, turns: 2 })), [2, 3]);
  assert.deepEqual(turnsOf(read(index, { from: 0, to: 2, turns: 10 })), [1, 2]);
  const page = read(index, { fields: ['answer'], turns: 2 });
  assert.deepEqual([turnsOf(page), page.next, page.total, page.lastPrompt], [[1, 3], 4, 4, 'p4']);
  assert.deepEqual(page.turns[0].parts, [{ field: 'answer', text: 'a1', agent: false }]);
  assert.deepEqual(read(index, { fields: ['summary'] }).turns, []);
  assert.deepEqual(turnsOf(read(index, { fields: ['answer'], turn: 2 })), []);
});

test('readSession() ends a page before a turn that would not fit, and says where to go on', () => {
  const index = history([['12345'], ['67890'], ['1']]);
  const page = read(index, { budget: 10 });
  assert.deepEqual([turnsOf(page), page.next], [[1, 2], 3]);
  assert.deepEqual(turnsOf(read(index, { budget: 11 })), [1, 2, 3]);
  assert.ok(page.turns.every(({ parts }) => parts.every((part) => !('cut' in part))));
});

test('readSession() cuts the longest texts of a turn that is too long by itself, and says by how much', () => {
  const index = history([['prompt', 'a'.repeat(300), 'answer', 'b'.repeat(90)]]);
  const cut = read(index, { budget: 132 }).turns[0].parts;
  assert.deepEqual(cut, [
    { field: 'prompt', text: 'prompt', agent: false },
    { field: 'answer', text: 'a'.repeat(60), agent: false, cut: 240 },
    { field: 'answer', text: 'answer', agent: false },
    { field: 'answer', text: 'b'.repeat(60), agent: false, cut: 30 },
  ]);
  // Half a character is none.
  assert.deepEqual(read(history([['a😀b']]), { budget: 2 }).turns[0].parts, [{ field: 'prompt', text: 'a', agent: false, cut: 3 }]);
  assert.deepEqual(read(history([['a😀b']]), { budget: 0 }).turns[0].parts, [{ field: 'prompt', text: '', agent: false, cut: 4 }]);
});

test('readSession() cuts a long turn to what lies around the hit', () => {
  const index = history([['prompt', ...Array.from({ length: 60 }, (_, at) => `answer number${at}`)]]);
  const [hit] = search(snapshotOf(index), requestFor('number40'), contextAt(null)).hits;
  assert.equal(hit.hit, 'session-0:1:41');
  const [turn] = read(index, { around: hit.hit, turns: 1 }).turns;
  assert.deepEqual(turn.around, { before: 29, behind: 7 });
  assert.ok(!('around' in read(history([['short']]), { around: 'session-0:1:0' }).turns[0]));
  const texts = turn.parts.map((part) => part.text);
  assert.equal(texts.length, 25);
  assert.deepEqual([texts[0], texts[12], texts[24]], ['answer number28', 'answer number40', 'answer number52']);
});

test('readSession() finds a hit in the text of a sub-agent again', () => {
  const index = history([['prompt', 'answer']]);
  for (const word of ['one', 'two', 'three']) index.segments[0].push({ session: 0, turn: 1, flags: ROW_FLAG.agent, chunks: [{ field: 'output', text: `agent ${word}` }] });
  const [hit] = search(snapshotOf(index), requestFor('two'), contextAt(null)).hits;
  assert.equal(hit.hit, 'session-0:1:1000001');
  assert.ok(read(index, { around: hit.hit }).turns[0].parts.some((part) => part.text === 'agent two'));
});

test('readSession() joins chunks that were cut from one text, and no others', () => {
  const cut = `${'word '.repeat(170)}`;
  const index = history([['prompt', cut, 'its end', 'another answer']]);
  const parts = read(index).turns[0].parts.map((part) => part.text);
  assert.deepEqual(parts, ['prompt', `${cut}its end`, 'another answer']);
  // A short text before a long one, as two tools that ran at once print them.
  const long = 'word '.repeat(199).trim();
  assert.deepEqual(read(history([['prompt', 'done', long, 'done ', long]])).turns[0].parts.map((part) => part.text), ['prompt', 'done', long, 'done ', long]);
});

test('readSession() keeps apart what two tools printed, even if the first text ends as one that was cut', () => {
  const index = history([['prompt']]);
  const printed = [`${'word '.repeat(130)}end\n`, 'x'.repeat(400)];
  index.segments[0][0].chunks.push(...printed.map((text) => ({ field: 'output' as const, text, isStart: true })));
  assert.deepEqual(read(index).turns[0].parts.map(({ text }) => text), ['prompt', ...printed]);
});

test('readSession() shows the last answer from its beginning, however long it is', () => {
  const index = history([['prompt', 'not this']]);
  const rest = Array.from({ length: 40 }, () => ({ field: 'answer' as const, text: 'word '.repeat(180) }));
  index.segments[0][0].chunks.push({ field: 'answer', text: `It begins here: ${'word '.repeat(180)}`, isStart: true }, ...rest);
  assert.match(read(index).lastAnswer, /^It begins here: word /);
});

test('readSession() shows a prompt that waits in the queue where it was typed', () => {
  const index = history([['prompt', 'answer one', 'answer two']]);
  const queued = (text: string, firstOrdinal: number): PlainRow => ({ session: 0, turn: 1, flags: ROW_FLAG.queued, firstOrdinal, chunks: [{ field: 'prompt', text }, { field: 'prompt', text: `${text}!` }] });
  index.segments[0].push(queued('at the end', 3), queued('between', 2));
  const texts = read(index).turns[0].parts.map(({ text }) => text);
  assert.deepEqual(texts, ['prompt', 'answer one', 'between', 'between!', 'answer two', 'at the end', 'at the end!']);
  const [hit] = search(snapshotOf(index), requestFor('between'), contextAt(null)).hits;
  const near = read(index, { around: hit.hit, chunksAround: 1 }).turns[0];
  assert.deepEqual(near.parts.map(({ text }) => text), ['answer one', 'between', 'between!']);
});

test('readSession() reads the turns that a fork shares from where they are stored', () => {
  const index = history([['shared prompt', 'shared answer', 'later answer']], [['placeholder']]);
  const key = { hi: 1, lo: 2 };
  index.segments[0][0].key = key;
  index.segments[0][1] = { session: 1, turn: 1, key, firstOrdinal: 2, flags: 0, chunks: [{ field: 'answer', text: 'own answer' }] };
  index.copies = [{ session: 1, turn: 1, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 2 }];
  const texts = (session: string): string[] => read(index, { session }).turns[0].parts.map((part) => part.text);
  assert.deepEqual(texts('session-1'), ['shared prompt', 'shared answer', 'own answer']);
  assert.deepEqual(texts('session-0'), ['shared prompt', 'shared answer', 'later answer']);
});
