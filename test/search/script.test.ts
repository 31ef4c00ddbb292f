import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptVariants } from '../../src/search/script.ts';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf } from './memory-index.ts';

test('scriptVariants() writes a gram in the other script, each character separately', () => {
  const cases: [string, string[]][] = [
    ['数据', ['数據', '數据', '數據']], ['數據', ['數据', '数據', '数据']], ['迁移', ['遷移']], ['中文', []], ['发', ['發', '髮']], ['發', ['发']],
    ['データ', []], ['서버', []], ['ab', []],
  ];
  for (const [gram, variants] of cases) assert.deepEqual(scriptVariants(gram).sort(), [...variants].sort(), gram);
  assert.equal(scriptVariants('复台').length, 12);
});

test('search() finds simplified by traditional and the reverse, ranked below the same script, and says so', () => {
  const snapshot = snapshotOf(history([['请迁移数据库到新服务器']], [['請遷移資料庫'], ['遷移數據庫到新伺服器']], [['无关内容']]));
  const cases: [string, string[], string, string][] = [
    ['数据库', ['session-0', 'session-1'], '数据', '數據'], ['數據庫', ['session-1', 'session-0'], '數據', '数据'],
  ];
  for (const [query, sessions, , used] of cases) {
    const answer = search(snapshot, requestFor(query), contextAt(null));
    assert.deepEqual(answer.hits.map((hit) => hit.session), sessions, query);
    assert.ok(answer.expanded.some((one) => one.kind === 'script' && one.used === used), query);
    const [start, end] = answer.hits[1].highlights[0];
    assert.equal(answer.hits[1].snippet.slice(start, end), query === '数据库' ? '數據庫' : '数据库');
  }
});

test('search() finds full and half width by each other, because they are folded alike', () => {
  const snapshot = snapshotOf(history([['ｶﾞｲﾄﾞとＡＰＩ１２３の設定']], [['ガイドとapi123']]));
  for (const query of ['ガイド', 'ｶﾞｲﾄﾞ', 'API123', 'ＡＰＩ１２３']) {
    const answer = search(snapshot, requestFor(query), contextAt(null));
    assert.deepEqual(answer.hits.map((hit) => hit.session).sort(), ['session-0', 'session-1'], query);
    assert.deepEqual(answer.expanded.filter(({ kind }) => kind === 'script'), [], query);
  }
});
