import { test } from 'node:test';
import { checkGolden } from '../golden/golden.ts';
import { configFolder } from './config-folder.ts';
import { CART, EXPLAINED_HIT, EXPLAINED_QUERY, RETRY, runFake, sampleAnswer, sampleHit } from './fake-engine.ts';
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
  passages: [
    { field: 'tool', turn: 1, agent: false, snippet: '…grep -rn "lost cents" src/cart.ts src/checkout.ts | grep -v test, then the totals of the last…', highlights: [[11, 15]] },
    { field: 'answer', turn: 0, agent: true, snippet: '…カートの合計が一円足りない理由は端数処理です。切り捨てが早すぎます。', highlights: [[17, 21]] },
  ],
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

/** Two that are explained, the second with words that stand close. */
const EXPLAINED = sampleAnswer({
  query: 'the answer:total cart.sum "is lost"',
  hits: [
    sampleHit({ explain: EXPLAINED_HIT }),
    sampleHit({
      session: RETRY,
      score: 6,
      weak: true,
      explain: {
        ...EXPLAINED_HIT,
        parts: [{ part: 'chunk', value: 11, share: 0.5, points: 5.5 }, { part: 'closeness', value: 2, share: 0.25, points: 0.5 }],
        terms: EXPLAINED_HIT.terms.slice(0, 1),
        closeness: { field: 'prompt', turn: 0, pairs: [{ terms: [1, 3], distance: 2, worth: 2 }] },
        gate: { ratio: 0.48, share: 0.06, verdict: 'ratio and share', knownBy: [] },
      },
    }),
  ],
  expanded: [{ typed: 'total', used: 'totals', kind: 'form' }],
  explain: EXPLAINED_QUERY,
});

const LEFT_OUT = sampleAnswer({
  hits: [sampleHit()],
  excluded: { words: ['m', 'in place'], count: 2 },
  leftOut: [
    { typed: '', kind: 'word', count: 3 },
    { typed: 'lost and found in the house of the lord, ', kind: 'quotation', count: 12_000 },
    { typed: 'the same once more, and once more, and on', kind: 'exclusion', count: 10_400 },
    { typed: 'total', kind: 'form', count: 2 },
    { typed: 'total', kind: 'start', count: 280 },
    { typed: 'cart', kind: 'start', count: 1 },
    { typed: 'roundng', kind: 'spelling', count: null },
  ],
});

const CASES: readonly (readonly [name: string, argv: readonly string[], setup: FakeSetup])[] = [
  ['search', ['total', 'cent', 'lost'], { answer: MIXED }],
  ['search-color', ['total', 'cent', 'lost', '--color', 'always'], { answer: MIXED }],
  ['search-30-columns', ['total', 'cent', 'lost'], { answer: MIXED, columns: 30 }],
  ['search-explain', ['total', '--explain', '--all'], { answer: EXPLAINED }],
  ['search-explain-color', ['total', '--explain', '--all', '--color', 'always'], { answer: EXPLAINED }],
  ['search-explain-34-columns', ['total', '--explain', '--all'], { answer: EXPLAINED, columns: 34 }],
  ['search-left-out', ['total'], { answer: LEFT_OUT }],
  ['search-weak', ['total'], { answer: sampleAnswer({ hits: [sampleHit({ weak: true }), sampleHit({ weak: true, session: RETRY })], total: 9, weak: 9 }) }],
  ['search-beyond', ['total', '--offset', '50'], { answer: sampleAnswer({ hits: [], total: 9, relevant: 9 }) }],
  ['recent', [], { recent: sampleAnswer({ query: '', hits: [sampleHit({ words: '', turn: 0, highlights: [], snippet: '', prompt: '' })], total: 412, relevant: 412 }) }],
  ['show', ['show', 'd3e'], {}],
  ['show-turn', ['show', 'd3e', '--turn', '1', '--color', 'always'], {}],
  ['stats', ['stats'], {}],
];

for (const [name, argv, setup] of CASES) {
  test(`the text of ${name} equals its golden file`, async (t) => {
    const folder = configFolder(t);
    const run = await runFake(folder, argv, setup);
    checkGolden(name, run.out.replaceAll(folder, '/home/dev/.claude'));
  });
}
