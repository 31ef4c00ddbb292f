import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolesInRun } from '../../src/search/gram-fillers.ts';
import { parseQuery } from '../../src/search/query.ts';

/** Pairs and characters of the query that say something. */
function contentOf(query: string): string[] {
  return parseQuery(query).words.flatMap((word) => word.parts.slice(0, word.longPartCount).filter((_, at) => rolesInRun(word)[at] === 'content'));
}

test('rolesInRun() keeps the pairs that say something, in Chinese, Japanese and Korean', () => {
  assert.deepEqual(contentOf('我们上次讨论的数据库迁移'), ['数据', '据库', '库迁', '迁移']);
  assert.deepEqual(contentOf('先週話した移行について'), ['移行']);
  assert.deepEqual(contentOf('지난주 이야기한 마이그레이션'), ['마이', '이그', '그레', '레이', '이션']);
});

test('rolesInRun() keeps a pair that stands outside a filler too, and weighs a run of fillers evenly', () => {
  const [word] = parseQuery('目的的').words;
  assert.deepEqual(word.parts.map((part, at) => [part, rolesInRun(word)[at]]), [['目的', 'framing'], ['的的', 'stop'], ['目', 'content'], ['的', 'stop']]);
  const [filler] = parseQuery('我们讨论').words;
  assert.deepEqual([...new Set(filler.parts.filter((part) => part !== '们讨').map((part) => rolesInRun(filler)[filler.parts.indexOf(part)]))], ['stop']);
});
