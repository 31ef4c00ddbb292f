import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Postings, Snapshot } from '../../src/index/reader-types.ts';
import { createLiteral } from '../../src/search/literal.ts';
import { chunksToRead, literalPostings, lookUpLiterals } from '../../src/search/literal-chunks.ts';
import { createLookups } from '../../src/search/lookups.ts';
import { history, snapshotOf } from './memory-index.ts';
import { seededRandom } from './random-history.ts';

function find(texts: readonly string[], literal: string): number[] {
  const { chunks, count } = postingsOf(snapshotOf(history([texts])), literal);
  return [...chunks.subarray(0, count)];
}

function postingsOf(snapshot: Snapshot, literal: string): Postings {
  const known = lookUpLiterals(snapshot, [literal], createLookups()(snapshot)).get(literal);
  assert.ok(known !== undefined);
  return literalPostings(known, 0, snapshot.segments[0], () => 0, -1);
}

test('literalPostings() finds what stands inside longer words, names and hashes', () => {
  const cases: [string, string][] = [
    ['See getUserById now', 'tUserB'],
    ['HTTPServer started', 'TPS'],
    ['x fooABc', 'x fooAB'],
    ['commit 3f2a9c1d7 done', 'f2'],
    ['commit 3f2a9c1d7 done', 'commit 3f2a9'],
    ['refresh_token rotation', '_token rot'],
    ["the author's fix", "s fix"],
    ["the author's fix", "author's f"],
    ["the author's fix", "'s fix"],
    ["the author's fix", "the author's\u00a0fix"],
    ["in c++'s way", "++'s way"],
    ['x XMLÉcole here', 'x XMLE\u0301cole here'],
    ['/etc/certs.d/hosts.toml', 'certs.d/host'],
    ['数据库迁移计划', '据库迁'],
    ['用iPhone数据', 'Phone数'],
    ['ฐานข้อมูลใหม่', 'ข้อมูล'],
    ['naïve café', 'ïve caf'],
    ['line one\n  line two', 'one line two'],
    ['a C++ class', 'C++ cl'],
    ['price: $5 (net)', '$5 (ne'],
  ];
  for (const [text, literal] of cases) assert.deepEqual(find(['other', text], literal), [1], `${literal} in ${text}`);
});

test('literalPostings() tells case and punctuation apart', () => {
  assert.deepEqual(find(['Foo bar', 'foo bar', 'foo, bar'], 'foo bar'), [1]);
  assert.deepEqual(find(['a.b', 'a-b', 'a b'], 'a-b'), [1]);
});

test('literalPostings() counts occurrences', () => {
  assert.deepEqual([...postingsOf(snapshotOf(history([['tick tock tick tock tick']])), 'tick').frequencies], [3]);
});

test('literalPostings() finds what a plain scan finds', () => {
  const seed = 77;
  const random = seededRandom(seed);
  const parts = ['foo', 'Bar', 'HTTP', 'Server', '12', 'x', '_', '-', '.', '/', ' ', ' ', '\u00a0', ', ', '—', 'ü', 'É', 'Ж', 'й', '数据', '库', 'ข้อ', "'s", '🎉', '(', '$', 'token'];
  const form = (text: string): string => text.normalize(random(2) === 0 ? 'NFC' : 'NFD');
  const random_text = (length: number): string => form(Array.from({ length }, () => parts[random(parts.length)]).join('').trim() || 'x');
  const flat = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ');
  for (let run = 0; run < 300; run++) {
    const texts = Array.from({ length: 12 }, () => random_text(3 + random(20)));
    const source = flat(texts[random(texts.length)]);
    const from = random(source.length);
    const literal = form(source.slice(from, from + 1 + random(12)).trim());
    if (literal === '' || literal !== Buffer.from(literal).toString()) continue;
    const plain = texts.flatMap((text, index) => (flat(text).includes(flat(literal)) ? [index] : []));
    assert.deepEqual(find(texts, literal), plain, `seed ${seed}, run ${run}: ${JSON.stringify(literal)} in ${JSON.stringify(texts)}`);
  }
});

test('literalPostings() finds what a plain scan finds among many chunks with the same words', () => {
  const seed = 78;
  const random = seededRandom(seed);
  const parts = ['foo', 'Bar', 'fooBar', 'barfoo', 'HTTP', 'HTTPFoo', 'f2a', '3f2a', '12', 'x', '_', '-', '.', ' ', ' ', ' ', 'ü', '数据', '库'];
  const random_text = (length: number): string => Array.from({ length }, () => parts[random(parts.length)]).join('').trim() || 'x';
  // Of a run of more than 64 bytes the index keeps the head only.
  const texts = Array.from({ length: 400 }, () => random_text(30)).filter((text) => text.split(/\s+/).every((word) => Buffer.byteLength(word) <= 64));
  for (let run = 0; run < 200; run++) {
    const source = texts[random(texts.length)];
    const from = random(source.length);
    const literal = source.slice(from, from + 2 + random(14)).trim();
    if (literal === '') continue;
    const plain = texts.flatMap((text, index) => (text.split(/\s+/).join(' ').includes(literal.split(/\s+/).join(' ')) ? [index] : []));
    assert.deepEqual(find(texts, literal), plain, `seed ${seed}, run ${run}: ${JSON.stringify(literal)}`);
  }
});

test('literalPostings() uses positions where many chunks hold all words', () => {
  const texts = Array.from({ length: 60 }, (_, at) => (at === 41 ? 'a alpha beta gamma z' : 'a gamma beta alpha z beta'));
  assert.deepEqual(find(texts, 'a alpha beta gamma z'), [41]);
});

test('a literal of more words than fit one pattern is found whole or not at all', () => {
  const words = Array.from({ length: 450 }, (_, at) => `wort${at}!`);
  const literal = createLiteral(words.join(' '));
  assert.equal(literal.count(Buffer.from(`über ${words.join('\n  ')} end`)), 1);
  assert.equal(literal.count(Buffer.from(`über ${words.slice(0, -1).join(' ')} other`)), 0);
});

test('literalPostings() finds any part of a run of which the index knows only the head', () => {
  const integrity = 'sha512-zKp4Q0+Ab9xYw27Lr/T5ue8HcD1mNqB3sVf6JgXo0Z+iUkW2ytRaE7/PnQvMhC5dGlS8bOx4FjY1wTzIrK9uA==';
  const hash = '9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043';
  const key = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1vW2xY3z';
  const text = `first ${integrity} then ${hash} and ${key}, last`;
  const parts = [
    integrity, integrity.slice(0, 20), integrity.slice(20, 50), integrity.slice(-12), '9uA== then 9b71', hash, hash.slice(80, 100), hash.slice(-12), 'c043 and aB3',
    key, key.slice(50), '2xY3z, last', key.slice(40, 60),
  ];
  for (const part of parts) assert.deepEqual(find(['other', text], part), [1], part);
});

test('literalPostings() finds any part of a long name, and of a long word, of which no other text has anything', () => {
  const name = 'testShouldReturnTheCorrectResponseWhenTheUserIsNotAuthenticatedAndTheTokenIsExpired';
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const text = `fun ${name}() { ${word} }`;
  const parts = [
    'ShouldReturn', 'orrectRespon', 'NotAuthenticatedAnd', 'UserIsNotAuthenticatedAndTheToken', 'TokenIsExpired', 'TokenIsExpired() {', 'isExpire',
    'bauunterbeamten', 'gesellschaft', 'beamtengesellschaft }', 'NotAuthenticatedAndNothing', 'gesellschaftlich',
  ];
  const found = parts.filter((part) => find(['other', text], part).join() === '1');
  assert.deepEqual(found, [
    'ShouldReturn', 'orrectRespon', 'NotAuthenticatedAnd', 'UserIsNotAuthenticatedAndTheToken', 'TokenIsExpired', 'TokenIsExpired() {',
    'bauunterbeamten', 'gesellschaft', 'beamtengesellschaft }',
  ]);
});

test('literalPostings() finds any part of a word of many bytes, whatever script it begins in', () => {
  // Of 66 bytes, 90 and 74; of the last one the index keeps 63.
  const words = ['человеконенавистничествоиглупость', 'மொழிபெயர்ப்புமொழிபெயர்ப்புமொழி', `${'abcdefghij'.repeat(6)}xyz${'ə'.repeat(4)}end`];
  const parts = ['глупость', 'ப்புமொழிபெயர்ப்புமொழி', 'əend'];
  assert.deepEqual(parts.filter((part, at) => find(['other', words[at]], part).join() === '1'), parts);
});

test('literalPostings() finds a part of a long name however it is cut out of it', () => {
  const cases: [string, string][] = [
    ['x HTTPCacheV2V2GrosseResponseTheHTTPCacheAV2ResponseV2TokenIsExpiredUserDonauFahrt', 'acheV2V2GrosseRespo'],
    ['x UserTokenIsExpiredAuthResponseTheUserDonauFahrtExpiredADonauExpiredIsDonauFahrtTheCache', 'piredAD'],
    ['x UserTokenIsExpiredAuthResponseTheUserDonauFahrtExpiredIsDonauFahrtHTTPResponseCacheAuth', 'HTTPR'],
    ["x TokenFahrtFahrtResponseUserDonauCacheDampfTheExpiredAuthCacheResponseUserResponse's ATheXTheFahrtDampf", "Response's AThe"],
    ["user's DampfCacheResponseAuthUserExpiredAUserXUserFahrtTokenDampfFahrtTheExpiredIsDonauFahrtTheCache", "'s DampfCacheR"],
    ["x's HTTPIDAuthUserTheThe's IsGrosseIDAuthGrosseXGrosseDampfIsExpiredV2ResponseUserIsDonauIDAuthXAuth's Is", "thUserTheThe's IsGro"],
    ['x donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft ADampfTheUser', 'schaft AD'],
  ];
  for (const [text, literal] of cases) assert.deepEqual(find(['other', text], literal), [1], literal);
});

test('chunksToRead() proposes what is inside a long name also where others hold the text', () => {
  const snapshot = snapshotOf(history([['TokenIsExpired', 'testShouldReturnTheCorrectResponseWhenTheUserIsNotAuthenticatedAndTheTokenIsExpired', 'other']]));
  assert.deepEqual(chunksToRead(snapshot, ['TokenIsExpired']), [[Uint32Array.of(0, 1)]]);
});
