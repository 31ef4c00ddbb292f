/**
 * A pile that was laid down is read by the engine as what it is: each part in its field, a sub-agent under its session.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { layDown, sessionIdOf } from '../../../bench/quality/lay-down.ts';
import type { SearchRequest } from '../../../src/contract.ts';
import { openEngine } from '../../../src/engine.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-lay-down-')));
after(() => rmSync(root, { recursive: true, force: true }));

const REQUEST: Omit<SearchRequest, 'query'> = {
  limit: 9, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [], currentSession: null,
  self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/',
};

const PILE = {
  name: 'pile',
  sessions: [
    {
      name: 'whole', title: 'marigold', parts: [
        { kind: 'prompt', text: 'plant the tulips', atMs: Date.UTC(2025, 4, 1) }, { kind: 'thinking', text: 'perhaps a dahlia' },
        { kind: 'tool', text: 'water the fuchsia', tool: 'Garden' }, { kind: 'output', text: 'a hyacinth grew' }, { kind: 'answer', text: 'the peony is in' },
        { kind: 'prompt', text: 'look for a crocus', isAgent: true },
      ],
    },
    { name: 'output alone', title: '', parts: [{ kind: 'output', text: 'a lone snowdrop' }] },
  ],
} as const;

test('layDown() writes transcripts in which each part is found in its field', () => {
  layDown(PILE, join(root, 'history'));
  const engine = openEngine({ roots: [join(root, 'history')], indexDir: join(root, 'index') });
  engine.refresh();
  const found = ['marigold', 'tulips', 'dahlia', 'fuchsia', 'hyacinth', 'peony', 'crocus', 'snowdrop'].map((query) => {
    return engine.search({ ...REQUEST, query }).hits.map(({ session, field }) => [query, field, session]);
  });
  engine.close();
  const [whole, alone] = PILE.sessions.map(({ name }) => sessionIdOf('pile', name));
  assert.deepEqual(found, [
    [['marigold', 'title', whole]], [['tulips', 'prompt', whole]], [['dahlia', 'thinking', whole]], [['fuchsia', 'tool', whole]],
    [['hyacinth', 'output', whole]], [['peony', 'answer', whole]], [['crocus', 'tool', whole]], [['snowdrop', 'output', alone]],
  ]);
});
