import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../../src/search/searcher.ts';
import { contextAt, history, requestFor, snapshotOf } from './memory-index.ts';

test('-word, -"text", -field:word and -field:"text" exclude what they say, and nothing else', () => {
  const index = history(
    [['redis cluster', 'see src/app.ts, then a Cluster mode']],
    [['redis', 'the cluster mode']],
    [['redis 数据库迁移', 'fine']],
    [['redis clusters', 'see src/app.tsx']],
  );
  const cases: [query: string, left: number[]][] = [
    ['redis', [0, 1, 2, 3]],
    ['redis -cluster', [2, 3]],
    ['redis -prompt:cluster', [1, 2, 3]],
    ['redis -answer:cluster', [2, 3]],
    ['redis -answer:"cluster mode"', [0, 2, 3]],
    ['redis -"Cluster mode"', [1, 2, 3]],
    ['redis -"luster m"', [2, 3]],
    ['redis -src/app.ts', [1, 2, 3]],
    ['redis -库迁', [0, 1, 3]],
    ['redis -prompt:库迁 -answer:"src/app.tsx"', [0, 1]],
    ['redis -"no such text" -nosuchword', [0, 1, 2, 3]],
    ['redis -output:cluster', [0, 1, 2, 3]],
    ['prompt:redis -"redis"', []],
    // A field that there is none of is text, and so is a dash alone.
    ['redis -nosuch:cluster', [0, 1, 2, 3]],
    ['redis - cluster', [0, 1, 2, 3]],
  ];
  for (const [query, left] of cases) {
    const { hits } = search(snapshotOf(index), requestFor(query), contextAt(null));
    assert.deepEqual(hits.map((hit) => hit.session).sort(), left.map((at) => `session-${at}`), query);
  }
});
