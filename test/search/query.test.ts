import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery, type TypedWord } from '../../src/search/query.ts';

const typed = (text: string): string[] => parseQuery(text).words.map((word) => word.typed);
const excluded = (text: string): string[] => parseQuery(text).excluded.map((word) => word.typed);
const only = (text: string): TypedWord => {
  const { words } = parseQuery(text);
  assert.equal(words.length, 1, `${text}: ${words.map((word) => word.typed).join(' | ')}`);
  return words[0];
};

test('parseQuery() takes words as typed, each once', () => {
  assert.deepEqual(typed('Why did the Redis cache fail? why?'), ['Why', 'did', 'the', 'Redis', 'cache', 'fail']);
});

test('parseQuery() reads everything but the three forms as text', () => {
  const cases: [string, string[]][] = [
    ['--dry-run', ['--dry-run']],
    ['src/app/', ['src/app/']],
    ['host:8080', ['host:8080']],
    ['TODO: fix', ['TODO', 'fix']],
    ['a/b', ['a/b']],
    ['foo,bar', ['foo', 'bar']],
    ['print("hello world")', ['print', 'hello', 'world']],
    ['say "hello', ['say', 'hello']],
    ['answer: 42', ['answer', '42']],
    ['Prompt:word', ['Prompt:word']],
    ['部署 OR 回滚', ['部署', 'OR', '回滚']],
    ['iPhone数据', ['iPhone', '数据']],
    ["the author's don't", ['the', 'author', 'don', 't']],
    ['c++', ['c++']],
  ];
  for (const [text, words] of cases) {
    assert.deepEqual(typed(text), words, text);
    assert.deepEqual(excluded(text), [], text);
  }
});

test('parseQuery() takes quoted text literally', () => {
  const word = only('"Exact  Text, as typed"');
  assert.equal(word.kind, 'literal');
  assert.equal(word.typed, 'Exact  Text, as typed');
  assert.equal(word.isRequired, true);
  assert.deepEqual(typed('“smart quotes” too'), ['smart quotes', 'too']);
  assert.deepEqual(typed('"one" "two'), ['one', 'two']);
});

test('parseQuery() excludes a word with a dash that follows a word', () => {
  assert.deepEqual(typed('redis -cluster'), ['redis']);
  assert.deepEqual(excluded('redis -cluster'), ['cluster']);
  assert.deepEqual(excluded('redis -"in a cluster" -prompt:x'), ['in a cluster', 'x']);
  assert.equal(parseQuery('redis -prompt:x').excluded[0].field, 1);
  assert.deepEqual(excluded('multi-agent - x --flag'), []);
  assert.deepEqual(excluded('echo "some path"-backup'), []);
});

test('parseQuery() takes flags of commands in a sentence as text', () => {
  const cases: [string, string[]][] = [
    ['When -vv is given on the command line', []],
    ['not respected if -vv is used', []],
    ['show all with -vv.', []],
    ['pip install -e . requires a version', []],
    ['options such as -k', []],
    ['pytest -k and pytest -m match names', []],
    ['loaded through -p, or a plugin', []],
    ['how did we fix the redis timeout -cluster', ['cluster']],
    ['the redis -cluster timeout', ['cluster']],
    ['redis -猫', ['猫']],
    ['redis -"the" -cluster', ['the', 'cluster']],
  ];
  for (const [text, words] of cases) assert.deepEqual(excluded(text), words, text);
  assert.deepEqual(typed('When -vv is given'), ['When', '-vv', 'is', 'given']);
});

test('parseQuery() reads a query of exclusions only as words', () => {
  assert.deepEqual(typed('-redis -cluster'), ['-redis', '-cluster']);
  assert.deepEqual(typed('!!! -redis'), ['-redis']);
});

test('parseQuery() limits a word to a known field', () => {
  const word = only('prompt:retry');
  assert.deepEqual([word.typed, word.field, word.isRequired], ['retry', 1, true]);
  const literal = only('title:"Fix it"');
  assert.deepEqual([literal.typed, literal.kind, literal.field], ['Fix it', 'literal', 0]);
});

test('parseQuery() tells identifiers from words', () => {
  const snake = only('refresh_token_rotation');
  assert.deepEqual([snake.kind, snake.term, snake.parts, snake.isKebab], ['identifier', 'refresh_token_rotation', ['refresh', 'token', 'rotation'], false]);
  const camel = only('getUserById');
  assert.deepEqual([camel.kind, camel.term, camel.parts], ['identifier', 'getuserbyid', ['get', 'user', 'by', 'id']]);
  assert.equal(only('multi-agent').isKebab, true);
  assert.equal(only('kube-v2').isKebab, false);
  assert.equal(only('1.0.21').kind, 'identifier');
  assert.equal(only('retry').kind, 'plain');
});

test('parseQuery() searches a run without spaces by pairs, then by characters', () => {
  const word = only('数据库迁移');
  assert.equal(word.kind, 'grams');
  assert.deepEqual(word.parts, ['数据', '据库', '库迁', '迁移', '数', '据', '库', '迁', '移']);
  assert.equal(word.longPartCount, 4);
  assert.equal(only('库').kind, 'plain');
});

test('parseQuery() says which words carry the topic', () => {
  const roles = parseQuery('which session talked about redis').words.map((word) => word.role);
  assert.deepEqual(roles, ['stop', 'framing', 'framing', 'stop', 'content']);
});

test('parseQuery() takes a query of punctuation literally', () => {
  const word = only(' => ');
  assert.deepEqual([word.kind, word.typed], ['literal', '=>']);
  assert.deepEqual(typed('   '), []);
});

test('parseQuery() never throws', () => {
  let seed = 20260201;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 4294967296) * below);
  };
  const alphabet = ['"', '-', ':', 'prompt:', ' ', 'a', 'Ж', '数', '\ud800', '\udfff', '\0', '\u200d', '🎉', "'s", '“', '\\', '.', '_', '\n', 'é'];
  for (let run = 0; run < 3000; run++) {
    const text = Array.from({ length: next(12) }, () => alphabet[next(alphabet.length)]).join('');
    assert.doesNotThrow(() => parseQuery(text), `seed 20260201, run ${run}: ${JSON.stringify(text)}`);
  }
});

test('parseQuery() reads a quoted file as words, and excludes nothing by it', () => {
  const long = 'alpha beta '.repeat(1000).trim();
  assert.deepEqual(parseQuery(`"${long}"`).words.map(({ kind, term }) => [kind, term]), [['plain', 'alpha'], ['plain', 'beta']]);
  const { words, excluded } = parseQuery(`gamma -"${long}"`);
  assert.deepEqual([words.map(({ term }) => term), excluded], [['gamma'], []]);
  assert.equal(parseQuery('! '.repeat(50_000)).words[0].typed.length, 9999);
});
