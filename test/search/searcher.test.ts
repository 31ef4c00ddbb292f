import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit, SearchAnswer, SearchRequest } from '../../src/contract.ts';
import type { Key } from '../../src/hash.ts';
import { ROW_FLAG } from '../../src/index/reader-types.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex, type PlainRow } from './memory-index.ts';
import { seededRandom } from './random-history.ts';

const ask = (index: PlainIndex, query: string, more: Partial<SearchRequest> = {}): SearchAnswer =>
  search(snapshotOf(index), requestFor(query, more), contextAt('/config/projects/-p'));
const found = (index: PlainIndex, query: string, more: Partial<SearchRequest> = {}): string[] => ask(index, query, more).hits.map((hit) => hit.session);
const first = (index: PlainIndex, query: string, more: Partial<SearchRequest> = {}): Hit => {
  const [hit] = ask(index, query, more).hits;
  assert.ok(hit !== undefined, `nothing found for ${query}`);
  return hit;
};

test('search() finds the same sessions whatever the order of the words', () => {
  const index = history([['send the invoice reminder', 'done']], [['something else']]);
  assert.deepEqual(found(index, 'invoice reminder'), ['session-0']);
  assert.deepEqual(found(index, 'reminder invoice'), ['session-0']);
});

test('search() finds words of different turns of one session', () => {
  const index = history([['set up terraform'], ['filler'], ['tune the autoscaler']], [['terraform only']], [['autoscaler only']]);
  assert.equal(first(index, 'terraform autoscaler').session, 'session-0');
});

test('search() ranks the whole identifier before its parts apart', () => {
  const index = history(
    [['restaurant opening hours', 'signals of the traffic lights, restaurant signals']],
    [['rename RESTAURANT_SIGNALS', 'ok']],
    [['restaurant'], ['signals']],
  );
  const answer = ask(index, 'RESTAURANT_SIGNALS');
  assert.equal(answer.hits[0].session, 'session-1');
  assert.equal(answer.total, 3);
});

test('search() finds an identifier by its parts and says so', () => {
  const index = history([['where is it', 'See getUserById and refresh_token_rotation.']], [['other']]);
  assert.deepEqual(found(index, 'user by id'), ['session-0']);
  assert.deepEqual(found(index, 'token rotation'), ['session-0']);
  const answer = ask(index, 'token_rotation_by');
  assert.deepEqual(answer.hits.map((hit) => hit.session), ['session-0']);
  assert.deepEqual(answer.expanded, [
    { typed: 'token_rotation_by', used: 'token', kind: 'part' },
    { typed: 'token_rotation_by', used: 'rotation', kind: 'part' },
    { typed: 'token_rotation_by', used: 'by', kind: 'part' },
  ]);
});

test('search() finds the middle of an identifier even in more longer ones than it looks at', () => {
  const index = history(...Array.from({ length: 70 }, (_, at): string[][] => [[`see checkoutSession${'abcdefg'[at % 7]}${'hijklmnopq'[Math.floor(at / 7)]}`]]), [['something else']]);
  assert.equal(ask(index, 'eckoutSessio').total, 70);
});

test('search() takes an unfinished word as a beginning, and looks inside words only where none begins so', () => {
  const index = history([['the connection']], [['a falcon']], [['getConnectionPool']], [['something else']]);
  const session = (query: string, unfinished: boolean): string[] => found(index, query, { unfinished, all: true }).sort();
  assert.deepEqual(session('con', false), ['session-0', 'session-1', 'session-2']);
  assert.deepEqual(session('con', true), ['session-0', 'session-2']);
  assert.deepEqual(session('lco', true), ['session-1']);
  assert.deepEqual(session('getConn', true), ['session-2']);
  // Only of the last word.
  assert.deepEqual(session('con else', true), ['session-0', 'session-1', 'session-2', 'session-3']);
});

test('search() finds the start and the middle of a word, below the word itself, and names them', () => {
  const index = history([['about reconciliation']], [['about recon']], [['overreconcile it']]);
  const answer = ask(index, 'recon');
  assert.deepEqual(answer.hits.map((hit) => hit.session), ['session-1', 'session-0', 'session-2']);
  assert.deepEqual(answer.expanded, [{ typed: 'recon', used: 'reconciliation', kind: 'start' }, { typed: 'recon', used: 'overreconcile', kind: 'middle' }]);
  const middle = ask(index, 'conciliat');
  assert.deepEqual(middle.hits.map((hit) => hit.session), ['session-0']);
  assert.deepEqual(middle.expanded, [{ typed: 'conciliat', used: 'reconciliation', kind: 'middle' }]);
  assert.equal(middle.hits[0].snippet.slice(...middle.hits[0].highlights[0]), 'conciliat');
});

test('search() finds other forms of a word below the word itself, plurals first, and names and marks them', () => {
  const index = history([['about deploying it']], [['about deploys'], ['nothing']], [['about deploy it']], [['a deploybot']]);
  const answer = ask(index, 'deploy');
  assert.deepEqual(answer.hits.map((hit) => hit.session), ['session-2', 'session-1', 'session-0', 'session-3']);
  assert.deepEqual(answer.expanded, [
    { typed: 'deploy', used: 'deploys', kind: 'form' },
    { typed: 'deploy', used: 'deploying', kind: 'form' },
    { typed: 'deploy', used: 'deploybot', kind: 'start' },
  ]);
  const [, { snippet, highlights }] = ask(index, 'deployed').hits;
  assert.match(snippet.slice(...highlights[0]), /^deploy/);
});

test('search() looks inside other words for a known one only if it is rare, and short or alone, not for name parts', () => {
  const index = history([['a tok'], ['fine']], [['the token'], ['stokers']], ...Array.from({ length: 201 }, () => [['red']]), [['bored by ruin'], ['ruins']], [['colored tok_red']], [['token']], [['broker']], [['brokers brokering']], [['unbrokered']]);
  const inside = (query: string): string[] => ask(index, query).expanded.filter(({ kind }) => kind === 'start' || kind === 'middle').map(({ used }) => used);
  assert.deepEqual([inside('tok'), inside('red'), inside('tok_rea'), inside('broker'), inside('broker tok')], [['token', 'stokers'], [], [], ['unbrokered'], ['token', 'stokers']]);
});

test('search() finds a mistyped word by its close spelling, below the word itself, and names it', () => {
  const snapshot = snapshotOf(history([['we planned the migration'], ['and tested it']], [['конфигурация сервера'], ['готово']], [['the base64 string of 3f2a9c1d and 1.0.21'], ['migrate utf8']]));
  const cases: [string, string[], [string, string, string][]][] = [
    ['migartion', ['session-0'], [['migartion', 'migration', 'spelling']]],
    ['nigration', ['session-0'], [['nigration', 'migration', 'spelling']]],
    ['mgiratoin', ['session-0'], [['mgiratoin', 'migration', 'spelling']]],
    ['конфигурцаия', ['session-1'], [['конфигурцаия', 'конфигурация', 'spelling']]],
    // Two edits in a word of seven letters, and what has digits, or looks like a hash.
    ['servtre', [], []], ['3f2a9c1e', [], []], ['3f2a9c1', ['session-2'], [['3f2a9c1', '3f2a9c1d', 'start']]], ['abcdeff', [], []],
  ];
  for (const [query, sessions, expanded] of cases) {
    const answer = search(snapshot, requestFor(query), contextAt(null));
    assert.deepEqual(answer.hits.map(({ session }) => session), sessions, query);
    assert.deepEqual(answer.expanded.map(({ typed, used, kind }) => [typed, used, kind]), expanded, query);
  }
  const [hit] = search(snapshot, requestFor('migartion'), contextAt(null)).hits;
  assert.deepEqual(hit.highlights.map(([start, end]) => hit.snippet.slice(start, end)), ['migration']);
});

test('search() scores a close spelling as the word typed, but does not make it a known item', () => {
  const snapshot = snapshotOf(history([['we planned the migration'], ['and the rollback']], [['nothing of it']]));
  const [right, mistyped] = ['migration rollback', 'migartion rollback'].map((query) => search(snapshot, { ...requestFor(query), explain: true }, contextAt(null)).hits[0].explain);
  assert.deepEqual(mistyped?.exact.map(({ typed }) => typed), ['migartion', 'rollback']);
  assert.deepEqual(mistyped?.exact.map(({ points }) => points), right?.exact.map(({ points }) => points));
  assert.deepEqual(mistyped?.terms.map(({ exact }) => exact), [false, true]);
  assert.deepEqual([right?.gate.knownBy, mistyped?.gate.knownBy], [['migration', 'rollback'], []]);
});

test('search() looks for close spellings only of a word that is unknown and begins no other', () => {
  const snapshot = snapshotOf(history([['cache cached']], [['cachet']], [['the casher']]));
  const used = (query: string): string[] => search(snapshot, requestFor(query), contextAt(null)).expanded.filter(({ kind }) => kind === 'spelling').map((one) => one.used);
  assert.deepEqual([used('cache'), used('cach'), used('casche')], [[], [], ['cache']]);
});

test('search() finds every word that begins with an unknown one, and counts those left out for a known one', () => {
  const words = Array.from({ length: 25 }, (_, i) => `configb${String.fromCharCode(97 + i)}k`);
  const index = history(...words.map((word) => [[word]]), [['config']]);
  const [start, word, beside] = [ask(index, 'confi'), ask(index, 'config'), ask(index, 'config missing')];
  assert.deepEqual([start.total, start.leftOut], [26, undefined]);
  assert.deepEqual([word.total, word.leftOut], [26, undefined]);
  assert.deepEqual([beside.total, beside.leftOut], [21, [{ typed: 'config', kind: 'start', count: 5 }]]);
});

test('search() says which words it did not respell, and which words and quotations it left out', () => {
  const index = history([['nothing of all that']]);
  const letters = (count: number): string[] => Array.from({ length: count }, (_, i) => `qqzw${String.fromCharCode(103 + Math.floor(i / 10))}${String.fromCharCode(103 + (i % 10))}`);
  assert.deepEqual(ask(index, letters(13).join(' ')).leftOut, [{ typed: 'qqzwhi', kind: 'spelling', count: null }]);
  assert.deepEqual(ask(index, letters(98).join(' ')).leftOut?.[0], { typed: '', kind: 'word', count: 2 });
  const long = 'so long '.repeat(1300).trim();
  assert.deepEqual(ask(index, `nothing -"${long}" "${long}"`).leftOut, [
    { typed: 'so long so long so long so long so long ', kind: 'exclusion', count: 10_399 },
    { typed: 'so long so long so long so long so long ', kind: 'quotation', count: 10_399 },
  ]);
});

test('search() finds a mistyped identifier whole before its parts', () => {
  const snapshot = snapshotOf(history([['rotation of the refresh token'], ['token refresh rotation']], [['see refresh_token_rotation there']], [['getUserById fails']]));
  const found = (query: string): string[] => search(snapshot, requestFor(query), contextAt(null)).hits.map(({ session }) => session);
  assert.deepEqual(found('refresh_tokn_rotation'), ['session-1', 'session-0']);
  assert.deepEqual(found('getUsrById'), ['session-2']);
  assert.deepEqual(found('unseen_rotaton').sort(), ['session-0', 'session-1']);
});

test('search() finds synonyms of a word or of two together, below any form of it, and names them', () => {
  const index = history([['about the kubernetes'], ['the pr']], [['it is k8s']], [['a kubernete']]);
  const answer = ask(index, 'kubernetes');
  assert.deepEqual(answer.hits.map((hit) => hit.session), ['session-0', 'session-2', 'session-1']);
  assert.deepEqual(answer.expanded, [{ typed: 'kubernetes', used: 'kubernete', kind: 'form' }, { typed: 'kubernetes', used: 'k8s', kind: 'synonym' }]);
  assert.deepEqual(found(index, 'k8s'), ['session-1', 'session-2', 'session-0']);
  assert.deepEqual(found(index, 'pull request'), ['session-0']);
  const own = search(snapshotOf(index), requestFor('orchestrator'), { ...contextAt(null), synonyms: 'orchestrator, k8s\n' });
  assert.deepEqual(own.hits.map((hit) => hit.session), ['session-1']);
});

test('search() never ranks a synonym above the word itself, however often and wherever it stands', () => {
  const often = Array.from({ length: 6 }, () => ['db db db db', 'dbs db datastore db']);
  for (const words of ['database', 'database zebra', 'zebra database walrus']) {
    const others = words.split(' ').filter((word) => word !== 'database').join(' ');
    const typed: PlainRow = { session: 0, turn: 1, chunks: [{ field: 'prompt', text: `${others} it` }, { field: 'output', text: `${others} one database in a line of other words that say nothing at all` }] };
    const index = history([], often.map(([prompt, answer]) => [`${others} ${prompt}`, answer]), [['filler']]);
    index.segments[0].push(typed);
    assert.equal(ask(index, words).hits[0].session, 'session-0', words);
  }
});

test('search() finds for an unknown word all that begin with it, and below them those that contain it', () => {
  const beginnings = Array.from({ length: 30 }, (_, i) => [`about slipp${String.fromCharCode(97 + (i % 26))}${i < 26 ? 'x' : 'y'}`]);
  const answer = ask(history(...beginnings.map((prompt) => [prompt]), [['an overslippage']]), 'slipp', { all: true, limit: 100 });
  assert.equal(answer.total, 31);
  assert.equal(answer.hits[30].session, 'session-30');
});

test('search() ranks one word that begins as typed above many that only contain it', () => {
  const index = history([['a note by emanuel, among much else that was said of the harbour, the tides and the cranes'], ['filler']], ...Array.from({ length: 3 }, () => [['semantic semantics, semantic checks'], ['more semantic checks'], ['semantic']]));
  assert.equal(first(index, 'eman').session, 'session-0');
});

test('search() takes no stop word for a form of another word', () => {
  const index = history([['why are we bothering with it']], [['both of them, both']]);
  assert.deepEqual(found(index, 'bothe'), ['session-0']);
});

test('search() finds a whole commit id by its first digits, even where the short form stands elsewhere', () => {
  const index = history([['fixed in 653bd443']], [['commit 653bd4436efcda105924abf18fea722def23f706']], [['653bd4 is too short, 653bd443-x is a name']]);
  const answer = ask(index, '653bd443', { all: true });
  assert.deepEqual(answer.hits.map((hit) => hit.session).sort(), ['session-0', 'session-1', 'session-2']);
  assert.deepEqual(answer.expanded, [{ typed: '653bd443', used: '653bd4436efcda105924abf18fea722def23f706', kind: 'start' }]);
});

test('search() finds an identifier inside a longer one', () => {
  const index = history([['see quinqvorxworHandlerTest']], [['nothing']]);
  const answer = ask(index, 'quinqvorxworHand');
  assert.deepEqual(answer.hits.map((hit) => hit.session), ['session-0']);
  assert.deepEqual(answer.expanded[0], { typed: 'quinqvorxworHand', used: 'quinqvorxworhandlertest', kind: 'compound' });
});

test('search() requires a literal, exactly as typed', () => {
  const index = history([['grant renmared channel karrolity']], [['Grant renmared channel karrolity'], ['karrolity channel']], [['grant  renmared\nchannel, karrolity']]);
  assert.deepEqual(found(index, '"grant renmared channel"'), ['session-2', 'session-0']);
  assert.deepEqual(found(index, '"rant renmared channel karr"').sort(), ['session-0', 'session-1']);
  assert.deepEqual(found(index, '"channel karrolity" nothing').sort(), ['session-0', 'session-1']);
  assert.deepEqual(found(index, '"channel, karr"'), ['session-2']);
  assert.deepEqual(found(index, '"karrolity channel"'), ['session-1']);
  assert.deepEqual(found(index, '"no such text"'), []);
});

test('search() finds pure punctuation', () => {
  const index = history([['a => b']], [['a -> b']], [['party 🎉']]);
  assert.deepEqual(found(index, '=>'), ['session-0']);
  assert.deepEqual(found(index, '"->"'), ['session-1']);
  assert.deepEqual(found(index, '🎉'), ['session-2']);
});

test('search() excludes a session that has the word anywhere', () => {
  const index = history([['redis cache'], ['cluster mode']], [['redis cache']], [['redis Cluster']]);
  assert.deepEqual(found(index, 'redis -cluster'), ['session-1']);
  assert.deepEqual(found(index, 'redis -"cluster mode"').sort(), ['session-1', 'session-2']);
  assert.deepEqual(found(index, 'redis -cluster', { group: 'turn' }).sort(), ['session-0', 'session-1']);
});

test('search() says what a dash excluded, and how many hits that word would have had', () => {
  const index = history([['redis cache']], [['redis m']], [['redis', 'm', 'rf']], [['m']]);
  assert.deepEqual([ask(index, 'redis').excluded, ask(index, 'redis -cluster').excluded], [undefined, { words: ['cluster'], count: 0 }]);
  assert.deepEqual(ask(index, 'redis -rf -"m"').excluded, { words: ['rf', 'm'], count: 2 });
  assert.deepEqual(ask(index, 'prompt:m -rf redis').excluded, { words: ['rf'], count: 0 });
});

test('search() limits a word to its field', () => {
  const index = history([['redis', 'fine']], [['fine', 'redis']]);
  assert.deepEqual(found(index, 'prompt:redis'), ['session-0']);
  assert.deepEqual(found(index, 'answer:redis fine'), ['session-1']);
  assert.deepEqual(found(index, 'redis', { fields: ['answer'] }), ['session-1']);
  assert.deepEqual(found(index, 'prompt:"redis"'), ['session-0']);
});

test('search() lets common words exclude nothing, and finds a query made of them', () => {
  const index = history([['where did we decide to move the cache to redis']], [['to be or not to be']], [['unrelated']]);
  assert.equal(first(index, 'where was it that we moved the cache to redis').session, 'session-0');
  assert.equal(first(index, 'not to be').session, 'session-1');
});

test('search() finds every script by a part of a run', () => {
  const index = history([['数据库迁移计划']], [['план миграции базы'], ['Café']], [['데이터베이스 마이그레이션']], [['ฐานข้อมูลใหม่']]);
  assert.deepEqual(found(index, '迁移'), ['session-0']);
  assert.equal(first(index, '库').session, 'session-0');
  assert.deepEqual(found(index, 'миграции'), ['session-1']);
  assert.deepEqual(found(index, 'cafe'), ['session-1']);
  assert.deepEqual(found(index, '이터'), ['session-2']);
  assert.deepEqual(found(index, 'ข้อมูล'), ['session-3']);
  assert.deepEqual(found(index, '"库迁移"'), ['session-0']);
});

test('search() puts the newer of two equal sessions first', () => {
  const index = history([['same words here']], [['same words here']]);
  assert.deepEqual(found(index, 'same words'), ['session-1', 'session-0']);
});

test('search() counts what it searched', () => {
  const index = history([['alpha beta gamma delta']], [['alpha']], [['nothing']]);
  const answer = ask(index, 'alpha beta gamma epsilon', { all: false });
  assert.equal(answer.total, 2);
  assert.equal(answer.relevant + answer.weak, answer.total);
  assert.deepEqual([answer.hits[0].words, answer.hits[0].coverage], ['3 of 4', 0.75]);
  assert.deepEqual(answer.terms, ['alpha', 'beta', 'gamma', 'epsilon']);
  assert.deepEqual(answer.index, { sessions: 3, files: 3, skipped: [], truncated: 0, pending: 0 });
});

test('search() shows the nearest three, as weak, when nothing is relevant', () => {
  const sessions = Array.from({ length: 6 }, (_, at) => [[`common word number${at}`]]);
  const answer = ask(history(...sessions), 'common xylophone quasar nebula pulsar', { all: false });
  assert.deepEqual([answer.total, answer.relevant, answer.weak], [6, 0, 6]);
  assert.equal(answer.hits.length, 3);
  assert.ok(answer.hits.every((hit) => hit.weak));
});

test('search() keeps every session that holds a one-word query, and pages through all', () => {
  const sessions = Array.from({ length: 25 }, (_, at) => [[`topic number${at} ${'padding '.repeat(at)}`]]);
  const index = history(...sessions);
  const answer = ask(index, 'topic', { all: false });
  assert.deepEqual([answer.total, answer.relevant, answer.hits.length], [25, 25, 10]);
  const pages = [0, 10, 20].flatMap((offset) => found(index, 'topic', { all: false, offset }));
  assert.equal(new Set(pages).size, 25);
});

test('search() filters before it ranks', () => {
  const strong = Array.from({ length: 30 }, () => [['needle needle needle']]);
  const index = history(...strong, [['one needle among many other words that make this a weaker match']]);
  assert.deepEqual(found(index, 'needle', { project: 'PROJECT-30' }), ['session-30']);
  assert.deepEqual(found(index, 'needle', { dir: '/work/project-30/' }), ['session-30']);
  assert.deepEqual(found(index, 'needle', { dir: '/work/project-3' }), ['session-3']);
  assert.deepEqual(found(index, 'needle', { sessions: ['session-30'] }), ['session-30']);
  assert.equal(ask(index, 'needle', { exclude: ['session-30'] }).total, 30);
  assert.equal(ask(index, 'needle', { project: 'nowhere' }).total, 0);
  const scores = (more: Partial<SearchRequest>) => ask(index, 'needle', { limit: 40, ...more }).hits.find((hit) => hit.session === 'session-30')?.score;
  assert.equal(scores({ sessions: ['session-30'] }), scores({}));
});

test('search() filters by the time of the turn', () => {
  const index = history([['alpha old'], ['alpha new']], [['alpha']]);
  const hit = first(index, 'alpha', { sinceMs: Date.UTC(2026, 0, 1, 1), untilMs: Date.UTC(2026, 0, 2) });
  assert.deepEqual([hit.session, hit.turn, hit.when], ['session-0', 2, '2026-01-01T01:00:00.000Z']);
  assert.equal(ask(index, 'alpha', { sinceMs: Date.UTC(2026, 0, 2), untilMs: Date.UTC(2026, 0, 2) }).total, 0);
});

test('search() filters by branch and root', () => {
  const index = history([['alpha']], [['alpha']]);
  index.sessions[0].branch = 'main';
  index.sessions[1].root = 1;
  index.roots = ['/root', '/other'];
  assert.deepEqual(found(index, 'alpha', { branch: 'main' }), ['session-0']);
  assert.deepEqual(found(index, 'alpha', { roots: ['/other'] }), ['session-1']);
});

test('search() leaves out the running session, but not what was compacted away in it', () => {
  const index = history([['alpha first'], ['beta second'], ['alpha third']], [['gamma']]);
  assert.deepEqual(found(index, 'alpha', { currentSession: 'session-0' }), []);
  assert.deepEqual(found(index, 'alpha', { currentSession: 'session-0', self: true }), ['session-0']);
  index.segments[0][1].chunks.push({ field: 'summary', text: 'This session is being continued from a previous conversation that ran out of context. Alpha.' });
  index.segments[0][1].chunks.push({ field: 'answer', text: 'delta' });
  const hit = first(index, 'alpha', { currentSession: 'session-0' });
  assert.deepEqual([hit.session, hit.turn], ['session-0', 1]);
  assert.deepEqual(found(index, 'beta', { currentSession: 'session-0' }), ['session-0']);
  assert.deepEqual(found(index, 'delta third', { currentSession: 'session-0' }), []);
  assert.deepEqual(found(index, 'third', { currentSession: 'session-0', sessions: ['session-0'] }), ['session-0']);
  index.segments[0].push({ session: 0, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: 'Gatekeeper' }] });
  assert.deepEqual(found(index, 'gatekeeper', { currentSession: 'session-0' }), []);
});

test('search() shows copied text under the newest session that the filters admit', () => {
  const key: Key = { hi: 7, lo: 8 };
  const index = history([['shared prompt', 'shared answer', 'only in the first']], [['own words']], [['later words']]);
  index.segments[0][0].key = key;
  index.copies = [
    { session: 1, turn: 4, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 2 },
    { session: 2, turn: 2, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 1 },
  ];
  const answer = first(index, 'shared answer');
  assert.deepEqual([answer.session, answer.turn, answer.copies, answer.prompt], ['session-1', 4, ['session-0'], 'shared prompt']);
  const prompt = first(index, 'prompt');
  assert.deepEqual([prompt.session, prompt.turn, prompt.copies], ['session-2', 2, ['session-1', 'session-0']]);
  assert.equal(prompt.hit, 'session-2:2:0');
  assert.deepEqual([first(index, 'only').session, ask(index, 'shared').total], ['session-0', 2]);
  assert.deepEqual(first(index, 'prompt', { exclude: ['session-2'] }).session, 'session-1');
  assert.deepEqual(first(index, 'prompt', { currentSession: 'session-2' }).session, 'session-1');
  assert.deepEqual(found(index, 'prompt', { sessions: ['session-0'] }), ['session-0']);
});

test('search() shows the title of a session under the newer one that contains all of it', () => {
  const key: Key = { hi: 7, lo: 8 };
  const index = history([['shared prompt']], [['own words']]);
  index.segments[0][0].key = key;
  index.segments[0].push({ session: 0, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: 'Gatekeeper' }] });
  index.copies = [{ session: 1, turn: 2, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 1 }];
  assert.deepEqual(found(index, 'gatekeeper'), ['session-1']);
  assert.deepEqual(found(index, 'gatekeeper', { exclude: ['session-1'] }), ['session-0']);
  index.segments[0].push({ session: 0, turn: 2, chunks: [{ field: 'prompt', text: 'went on' }] });
  assert.deepEqual(found(index, 'gatekeeper'), ['session-0']);
});

test('search() shows the prompt of a turn even if it was indexed after the text that is found', () => {
  const index = history([['other turn', 'other answer'], ['the prompt of it', 'first answer']]);
  index.segments[0].unshift({ session: 0, turn: 2, flags: 0, firstOrdinal: 2, chunks: [{ field: 'answer', text: 'needle found later' }] });
  assert.deepEqual([first(index, 'needle').turn, first(index, 'needle').prompt], [2, 'the prompt of it']);
});

test('search() notices a posting list whose length differs from what the dictionary says', () => {
  const snapshot = snapshotOf(history([['alpha beta']]));
  const segments = snapshot.segments.map((segment) => ({ ...segment, list: (ordinal: number) => ({ ...segment.list(ordinal), end: segment.list(ordinal).end + 1 }) }));
  assert.throws(() => search({ ...snapshot, segments }, requestFor('alpha'), contextAt(null)), /seg-0: a posting list has the wrong length/);
});

test('search() orders equal chunks of several sub-agents by their text, not by when they were indexed', () => {
  const agentRow = (text: string): PlainRow => ({ session: 0, turn: 1, flags: ROW_FLAG.agent, chunks: [{ field: 'output', text }] });
  // More equal chunks than closeness looks at; only the first by text have the words side by side.
  const rows = [...Array(200).keys()].map((at) => agentRow(at < 5 ? `a${at} tide gate b c d` : `z${at} tide b c d gate`));
  const snippets = [rows, [...rows].reverse()].map((order) => {
    const index = history([['main prompt']]);
    index.segments = order.map((row) => [row]);
    const hit = first(index, 'tide gate');
    return [hit.snippet, hit.score];
  });
  assert.deepEqual(snippets[0], snippets[1]);
  assert.equal(snippets[0][0], 'a0 tide gate b c d');
});

test('search() shows sub-agent text under its session, or as a row of its own', () => {
  const index = history([['main prompt', 'main answer']], [['other']]);
  index.segments[0].push({ session: 0, turn: 1, flags: ROW_FLAG.agent, chunks: [{ field: 'output', text: 'agentword result' }] });
  const hit = first(index, 'agentword');
  assert.deepEqual([hit.session, hit.turn, hit.agent, hit.prompt], ['session-0', 1, true, 'main prompt']);
  assert.equal(ask(index, 'agentword main').total, 1);
  const rows = ask(index, 'agentword main', { agents: true });
  assert.deepEqual(rows.hits.map(({ session, agent, turn }) => [session, agent, turn]).sort(), [['session-0', false, 1], ['session-0', true, 1]]);
  const turns = ask(index, 'agentword main', { agents: true, group: 'turn' });
  assert.equal(turns.total, 2);
});

test('search() groups by turn', () => {
  const index = history([['alpha one'], ['alpha two'], ['beta']], [['alpha three']]);
  const hits = ask(index, 'alpha', { group: 'turn' }).hits.map(({ session, turn }) => [session, turn]);
  assert.deepEqual(hits, [['session-1', 1], ['session-0', 2], ['session-0', 1]]);
});

test('search() gives a title to its own session, however hits are grouped and filtered', () => {
  const index = history([['about lemons']], [['about oranges']]);
  index.segments[0].push({ session: 1, turn: 0, flags: ROW_FLAG.title, timeMs: Date.UTC(2026, 0, 2), chunks: [{ field: 'title', text: 'marmalade' }] });
  const ways: Partial<SearchRequest>[] = [{}, { group: 'turn' }, { agents: true }, { sinceMs: Date.UTC(2026, 0, 2) }];
  for (const way of ways) assert.deepEqual(found(index, 'marmalade', way), ['session-1'], JSON.stringify(way));
});

test('search() ignores dead rows as if they had never been', () => {
  const index = history([['alpha beta']], [['alpha']], [['betamax']]);
  const clean = ask(index, 'alpha beta');
  const dead = structuredClone(index);
  dead.segments[0].splice(1, 0, { session: 0, turn: 9, isDead: true, chunks: [{ field: 'prompt', text: 'alpha alpha beta betting' }] });
  dead.segments.push([{ session: 1, turn: 8, isDead: true, chunks: [{ field: 'answer', text: 'beta' }] }]);
  assert.deepEqual(ask(dead, 'alpha beta'), clean);
});

test('search() gives every fact of a hit', () => {
  const index = history([['fix the retry loop', 'The retry loop waits too long.'], ['thanks']]);
  index.sessions[0].title = 'Retry loop';
  index.sessions[0].branch = 'main';
  const { score, ...hit } = first(index, 'retry waits', { all: false });
  assert.ok(score > 0);
  assert.deepEqual(hit, {
    weak: false, coverage: 1, words: '2 of 2', session: 'session-0', title: 'Retry loop', project: 'project-0', cwd: '/work/project-0', branch: 'main',
    when: '2026-01-01T00:00:00.000Z', first: '2026-01-01T00:00:00.000Z', last: '2026-01-01T23:00:00.000Z', turns: 2, turn: 1, prompt: 'fix the retry loop',
    opening: 'fix the retry loop', hit: 'session-0:1:1', field: 'answer', snippet: 'The retry loop waits too long.', highlights: [[4, 9], [15, 20]], agent: false,
    passages: [],
    copies: [], archived: false, deletedInDays: null, open: '/resume session-0', resume: 'claude --resume session-0', dir: '/work/project-0',
  });
  index.sessions[0].path = '/config/projects/-elsewhere/session-0.jsonl';
  assert.equal(first(index, 'retry').open, null);
});

test('search() shows the title only if the session says nothing nearly as good', () => {
  const index = history([['fix the gatekeeper', 'done']], [['hello']]);
  for (const session of [0, 1]) index.segments[0].push({ session, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: 'Gatekeeper work' }] });
  const hits = ask(index, 'gatekeeper').hits.map(({ session, field, turn }) => [session, field, turn]);
  assert.deepEqual(hits.sort(), [['session-0', 'prompt', 1], ['session-1', 'title', 0]]);
});

test('search() answers an empty query and an empty index', () => {
  assert.equal(ask(history([['x']]), '  ').total, 0);
  assert.equal(ask({ sessions: [], segments: [] }, 'x').total, 0);
  assert.equal(ask({ sessions: [{ id: 'a' }], segments: [[]] }, '"x y" -z').total, 0);
});

test('search() never throws, whatever the text', () => {
  const index = history([['alpha "quoted" -dash prompt:x 数据 миграция', 'getUserById(7) => 🎉 café']], [['beta', 'gamma -1']]);
  const snapshot = snapshotOf(index);
  const seed = 4711;
  const random = seededRandom(seed);
  const parts = ['"', '-', ':', 'prompt:', ' ', 'al', 'alpha', '数', 'М', '\ud800', '\0', '\u200d', '🎉', "'s", '“', '\\', '.', '_', '\n', 'é', '(', '[', '*', '9', 'x'.repeat(300)];
  for (let run = 0; run < 1500; run++) {
    const query = Array.from({ length: random(10) }, () => parts[random(parts.length)]).join('');
    const more: Partial<SearchRequest> = { group: random(2) === 0 ? 'turn' : 'session', agents: random(2) === 0, fields: random(3) === 0 ? ['answer'] : null };
    assert.doesNotThrow(() => search(snapshot, requestFor(query, more), contextAt(null)), `seed ${seed}, run ${run}: ${JSON.stringify(query)}`);
  }
});

test('search() scores the rarest words of a pasted text', () => {
  const noise = Array.from({ length: 300 }, (_, at) => `common${at % 20}word${at}`).join(' ');
  const index = history([[`${noise} needleword`]], [[noise]]);
  const answer = ask(index, `${noise} needleword`);
  assert.equal(answer.hits[0].session, 'session-0');
  assert.equal(answer.terms.length, 301);
});
