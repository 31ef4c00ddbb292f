import { test } from 'node:test';
import { checkGolden } from '../golden/golden.ts';
import { configFolder } from './config-folder.ts';
import { CART, RETRY, runFake, sampleAnswer, sampleHit } from './fake-engine.ts';
import type { FakeSetup } from './fake-engine.ts';

process.env.TZ = 'UTC';

const SPEC = sampleHit({
  session: RETRY,
  open: `/resume ${RETRY}`,
  title: '',
  opening: 'カートの合計が一円足りない理由を調べてください。端数処理のせいだと思いますが、どこで切り捨てているのか分かりません。',
  prompt: 'look once more',
  field: 'output',
  agent: true,
  branch: null,
  turn: 0,
  turns: 1,
  words: '1 of 5',
  snippet: `${'tests passed\n'.repeat(20)}AssertionError: 59.96 !== 59.97, the total is a cent short\n    at total (src/cart.ts:12:3)${' and so on'.repeat(20)}`,
  highlights: [[297, 302], [308, 312]],
  dir: "/home/dev/it's here",
  copies: [CART],
});

const MIXED = sampleAnswer({
  hits: [sampleHit(), SPEC],
  total: 31,
  relevant: 6,
  weak: 25,
  expanded: [
    { typed: 'roundng', used: 'rounding', kind: 'spelling' },
    { typed: 'cents', used: 'cent', kind: 'form' },
    ...['totals', 'totally', 'totalled', 'totality', 'totalPrice', 'totalTax'].map((used) => ({ typed: 'total', used, kind: 'start' as const })),
  ],
  index: { sessions: 412, files: 1203, skipped: [{ reason: 'unreadable file', count: 2 }, { reason: 'broken line', count: 0 }], truncated: 4200, pending: 4 },
});

const CASES: readonly (readonly [name: string, argv: readonly string[], setup: FakeSetup])[] = [
  ['search', ['total', 'cent', 'lost'], { answer: MIXED }],
  ['search-color', ['total', 'cent', 'lost', '--color', 'always'], { answer: MIXED }],
  ['search-30-columns', ['total', 'cent', 'lost'], { answer: MIXED, columns: 30 }],
  ['search-weak', ['total'], { answer: sampleAnswer({ hits: [sampleHit({ weak: true }), sampleHit({ weak: true, session: RETRY })], total: 9, weak: 9 }) }],
  ['search-beyond', ['total', '--offset', '50'], { answer: sampleAnswer({ hits: [], total: 9, relevant: 9 }) }],
  ['recent', [], { recent: sampleAnswer({ query: '', hits: [sampleHit({ words: '', turn: 0, highlights: [], snippet: '', prompt: '' })], total: 412, relevant: 412 }) }],
  ['show', ['show', 'd3e'], {}],
  ['show-turn', ['show', 'd3e', '--turn', '1', '--color', 'always'], {}],
  ['stats', ['stats'], {}],
];

for (const [name, argv, setup] of CASES) {
  test(`the text of ${name} is the golden one`, async (t) => {
    const folder = configFolder(t);
    const run = await runFake(folder, argv, setup);
    checkGolden(name, run.out.replaceAll(folder, '/home/dev/.claude'));
  });
}
