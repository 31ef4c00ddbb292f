import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer, SearchRequest } from '../../src/contract.ts';
import { searchByName } from '../../src/search/by-name.ts';
import { recent } from '../../src/search/recent.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';

const TIDE = '1b2c3d4e-0000-4000-8000-000000000001';
const GATE = '1b2c3d4e-0000-4000-8000-000000000002';
const MENTION = 'feedc0de-0000-4000-8000-000000000003';

/** Three sessions; the last one speaks of the first. */
function named(): PlainIndex {
  const index = history([['raise the tide gate', 'raised'], ['and lower it']], [['paint the gate']], [[`look at ${TIDE}.jsonl, and at ${TIDE} again`, 'nothing about the tide']]);
  [TIDE, GATE, MENTION].forEach((id, at) => (index.sessions[at].id = id));
  return index;
}

const ask = (query: string, more: Partial<SearchRequest> = {}): SearchAnswer =>
  searchByName(snapshotOf(named()), requestFor(query, { all: false, ...more }), contextAt('/config/projects/-p'), { recent, search });
const list = ({ hits }: SearchAnswer): [string, string | undefined][] => hits.map((hit) => [hit.session, hit.named]);

test('searchByName() puts the session of a whole id first, then what mentions it', () => {
  const answer = ask(TIDE);
  assert.deepEqual(list(answer), [[TIDE, 'id'], [MENTION, undefined]]);
  assert.deepEqual([answer.total, answer.relevant, answer.weak, answer.hits[0].weak], [2, 2, 0, false]);
  assert.ok(answer.hits[0].score > answer.hits[1].score);
  assert.equal(answer.hits[0].turn, 2, 'stands at the newest turn');
});

test('searchByName() takes the start of an id, the file, and the line that resumes it', () => {
  const cases: [query: string, found: [string, string | undefined][]][] = [
    ['feedc0de', [[MENTION, 'id']]],
    [' FEEDC0DE-0000 ', [[MENTION, 'id']]],
    [`${GATE}.jsonl`, [[GATE, 'file']]],
    [`/home/ada/.claude/projects/-p/${GATE}.jsonl`, [[GATE, 'file']]],
    [`C:\\Users\\ada\\.claude\\projects\\-p\\${GATE}.jsonl`, [[GATE, 'file']]],
    [`${GATE}/subagents/agent-17.jsonl`, [[GATE, 'file']]],
    [`claude --resume ${GATE}`, [[GATE, 'id']]],
    [`/resume ${GATE}`, [[GATE, 'id']]],
    [`cd '/home/ada/my tide' && claude --resume ${GATE}`, [[GATE, 'id']]],
  ];
  for (const [query, found] of cases) assert.deepEqual(list(ask(query)), found, query);
});

test('searchByName() finds all sessions whose ids begin so, newest first', () => {
  assert.deepEqual(list(ask('1b2c3d4e')), [[GATE, 'id'], [TIDE, 'id'], [MENTION, undefined]]);
});

test('searchByName() searches for words where nothing has that name, or the name is too short', () => {
  for (const query of ['deadbeef', '1b2c3d4', 'no-such.jsonl', `see ${TIDE}`, '1b2c3d4e--0000']) {
    assert.ok(ask(query).hits.every((hit) => hit.named === undefined), query);
  }
});

test('searchByName() finds the session of a pull request by its address, its repository and number, or its number', () => {
  const index = history([['fix the tide', 'made it']], [['the same elsewhere']], [['see github.com/ada/tide/pull/12 and #12']], [['nothing of the kind']]);
  index.sessions[0].pullRequests = ['https://github.com/ada/tide/pull/11', 'https://github.com/ada/tide/pull/12'];
  index.sessions[1].pullRequests = ['https://github.com/ada/gate/pull/12', 'https://gitlab.example.org/a/b/c/-/merge_requests/5'];
  const hits = (query: string): [string, string | undefined][] =>
    searchByName(snapshotOf(index), requestFor(query, { all: false }), contextAt(null), { recent, search }).hits.map((hit) => [hit.session, hit.named]);
  const cases: [query: string, named: string[]][] = [
    ['https://github.com/ada/tide/pull/12', ['session-0']],
    ['HTTPS://github.com/Ada/tide/pull/12/files#diff-1', ['session-0']],
    ['github.com/ada/tide/pull/11', ['session-0']],
    ['ada/tide#12', ['session-0']],
    ['tide#12', []],
    ['ada/tide#1', []],
    ['#12', ['session-1', 'session-0']],
    ['a/b/c!5', ['session-1']],
    ['https://gitlab.example.org/a/b/c/-/merge_requests/5', ['session-1']],
  ];
  for (const [query, named] of cases) assert.deepEqual(hits(query).filter(([, by]) => by === 'pull request').map(([session]) => session), named, query);
  for (const query of [cases[0][0], cases[1][0]]) assert.deepEqual(hits(query), [['session-0', 'pull request'], ['session-2', undefined]], query);
  assert.deepEqual(hits('#12'), [['session-1', 'pull request'], ['session-0', 'pull request'], ['session-2', undefined]]);
});

test('searchByName() shows nothing that a filter excludes', () => {
  assert.deepEqual(list(ask(TIDE, { exclude: [TIDE] })), [[MENTION, undefined]]);
  assert.deepEqual(list(ask(TIDE, { project: 'project-2' })), [[MENTION, undefined]]);
  assert.deepEqual(list(ask(TIDE, { sessions: [MENTION] })), [[MENTION, undefined]]);
  assert.deepEqual(list(ask(TIDE, { sessions: [TIDE] })), [[TIDE, 'id']]);
  assert.deepEqual(list(ask(TIDE, { currentSession: TIDE })), [[TIDE, 'id'], [MENTION, undefined]], 'who names the running session wants it');
});

test('searchByName() pages over named sessions and those that mention them as one list', () => {
  const whole = ask('1b2c3d4e', { all: true });
  assert.equal(whole.total, 3);
  for (let offset = 0; offset < 4; offset++) {
    for (let limit = 1; limit < 4; limit++) {
      const page = ask('1b2c3d4e', { all: true, offset, limit });
      assert.deepEqual(list(page), list(whole).slice(offset, offset + limit), `${offset} ${limit}`);
      assert.deepEqual([page.total, page.relevant, page.weak], [3, whole.relevant, whole.weak]);
    }
  }
});

test('searchByName() lists the turns of a session where turns are asked for', () => {
  assert.deepEqual(ask(TIDE, { group: 'turn' }).hits.map((hit) => [hit.session, hit.turn]), [[TIDE, 2], [TIDE, 1], [MENTION, 1]]);
});
