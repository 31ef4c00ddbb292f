/**
 * An engine that holds a few invented sessions, and a command line around it: what the front end asks and prints can
 * be tested without an index.
 */
import type { Backlog, Engine, EngineOptions, Hit, ListedSession, LockHolder, ResumePlan, SearchAnswer, SearchRequest, SessionPage, SessionRequest } from '../../src/contract.ts';
import type { AnswerExplanation, HitExplanation } from '../../src/explanation.ts';
import type { DoctorReport, EvaluationReport, RefreshCosts, Stats } from '../../src/reports.ts';
import type { CliContext } from '../../src/cli/context.ts';
import { describeError } from '../../src/cli/describe-error.ts';
import { runCli } from '../../src/cli/run.ts';

export const CART = 'd3e35d23-e1df-4c12-8b91-0eea8f6c2595';
export const RETRY = 'd3f01f82-7e2b-49f2-bdd7-2f0393d2146b';

export function sampleHit(changes: Partial<Hit> = {}): Hit {
  return {
    score: 12.5,
    weak: false,
    coverage: 0.8,
    words: '4 of 5',
    session: CART,
    title: 'Checkout rounding fix',
    project: 'shop',
    cwd: '/home/dev/work/shop',
    branch: 'main',
    when: '2026-03-14T10:32:00.000Z',
    first: '2026-03-14T10:00:00.000Z',
    last: '2026-03-14T11:05:00.000Z',
    turns: 12,
    turn: 4,
    prompt: 'why is the checkout total one cent short?',
    opening: 'look at the cart',
    hit: `${CART}:4:2`,
    field: 'answer',
    snippet: 'The total is computed in floating point and then floored, so a cent is lost.',
    highlights: [[4, 9], [71, 75]],
    passages: [],
    agent: false,
    copies: [],
    archived: false,
    deletedInDays: null,
    open: null,
    resume: `claude --resume ${CART}`,
    dir: '/home/dev/work/shop',
    ...changes,
  };
}

export function sampleAnswer(changes: Partial<SearchAnswer> = {}): SearchAnswer {
  const hits = changes.hits ?? [sampleHit()];
  const weak = hits.filter((hit) => hit.weak).length;
  return {
    schema: 1,
    query: 'total cent lost',
    terms: ['total', 'cent', 'lost'],
    expanded: [],
    group: 'session',
    total: hits.length,
    relevant: hits.length - weak,
    weak,
    hits,
    index: { sessions: 412, files: 1203, skipped: [], truncated: 0, pending: 0 },
    ...changes,
  };
}

/** Of the query `total cents "is lost"` on the sample hit. */
export const EXPLAINED_QUERY: AnswerExplanation = {
  words: [
    { typed: 'the', kind: 'plain', role: 'stop', field: null, required: false, terms: [0] },
    { typed: 'total', kind: 'plain', role: 'content', field: 'answer', required: true, terms: [1] },
    { typed: 'cart.sum', kind: 'identifier', role: 'content', field: null, required: false, terms: [2, 3] },
    { typed: 'is lost', kind: 'literal', role: 'content', field: null, required: true, terms: [4] },
  ],
  terms: [
    { term: 'the', importance: 0.15, idf: 0.7, chunks: 60_000, most: 0.23, members: [{ term: 'the', way: 'exact', tier: 1, chunks: 60_000 }] },
    {
      term: 'total', importance: 1, idf: 4, chunks: 900, most: 8.8,
      members: [
        { term: 'total', way: 'exact', tier: 1, chunks: 800 },
        { term: 'totals', way: 'form', tier: 0.9, chunks: 120 },
        ...['totally', 'totalled', 'totality', 'totalprice', 'totaltax', 'totalcount', 'totalsum', 'totalrows'].map((term, at) => ({ term, way: 'start', tier: 0.4, chunks: 30 - at })),
      ],
    },
    { term: 'cart.sum', importance: 2.5, idf: 10.5, chunks: 0, most: 57.75, members: [] },
    { term: 'sum', importance: 1, idf: 5, chunks: 400, most: 11, members: [{ term: 'sum', way: 'exact', tier: 1, chunks: 400 }] },
    { term: 'is lost', importance: 1, idf: 9, chunks: 3, most: 19.8, members: [] },
  ],
  chunks: 90_210,
  averageTokens: 118.4,
  reachable: 97.58,
  best: 12.5,
  gate: { ratio: 0.7, share: 0.25 },
};

export const EXPLAINED_HIT: HitExplanation = {
  parts: [
    { part: 'chunk', value: 13, share: 0.5, points: 6.5 },
    { part: 'turn', value: 13.5, share: 0.2, points: 2.7 },
    { part: 'spread', value: 10, share: 0.15, points: 1.5 },
    { part: 'count', value: 4, share: 0.15, points: 0.6 },
    { part: 'closeness', value: 0, share: 0.25, points: 0 },
    { part: 'exact', value: 1.2, share: 1, points: 1.2 },
  ],
  terms: [
    { term: 1, exact: true, points: { chunk: 3, turn: 1.2, spread: 0.7, count: 0.4 }, inChunk: { members: [{ term: 'total', way: 'exact', tier: 1, times: 1 }, { term: 'totals', way: 'form', tier: 0.9, times: 2 }], tier: 0.9, weighted: 4.5, saturation: 0.68 }, fields: [{ field: 'answer', chunks: 2, times: 5 }, { field: 'output', chunks: 40, times: 61 }] },
    { term: 3, exact: false, points: { chunk: 0, turn: 0.3, spread: 0.4, count: 0.1 }, inChunk: null, fields: [{ field: 'tool', chunks: 1, times: 2 }] },
    { term: 4, exact: true, points: { chunk: 3.5, turn: 1.2, spread: 0.4, count: 0.1 }, inChunk: { members: [{ term: 'is lost', way: 'exact', tier: 1, times: 1 }], tier: 1, weighted: 1.5, saturation: 0.35 }, fields: [{ field: 'answer', chunks: 1, times: 0 }] },
  ],
  chunk: { field: 'answer', turn: 4, tokens: 16, weight: 1.5 },
  turn: 4,
  length: { chunks: 210, average: 95.2, divisor: 1.36 },
  closeness: null,
  exact: [{ typed: 'total', points: 0.4 }, { typed: 'is lost', points: 0.8 }],
  gate: { ratio: 1, share: 0.13, verdict: 'known item', knownBy: ['is lost'] },
};

export function samplePage(changes: Partial<SessionPage> = {}): SessionPage {
  return {
    schema: 1,
    session: CART,
    title: 'Checkout rounding fix',
    project: 'shop',
    cwd: '/home/dev/work/shop',
    branch: 'main',
    first: '2026-03-14T10:00:00.000Z',
    last: '2026-03-14T11:05:00.000Z',
    opening: 'look at the cart',
    lastPrompt: 'and which rounding mode did we keep?',
    lastAnswer: 'Half up, in integer cents.',
    turns: [
      {
        turn: 1,
        when: '2026-03-14T10:00:00.000Z',
        parts: [
          { field: 'prompt', text: 'look at the cart', agent: false },
          { field: 'tool', text: 'Read src/cart.ts', agent: false },
          { field: 'output', text: 'one\ntwo\nthree\nfour\nfive', agent: false },
          { field: 'answer', text: 'It adds prices.\n\n\tfloor(sum * 100) / 100', agent: true },
        ],
      },
    ],
    total: 12,
    next: 2,
    ...changes,
  };
}

export const STATS: Stats = {
  sessions: 412,
  turns: 5210,
  chunks: 90210,
  terms: 120345,
  files: 1203,
  transcriptBytes: 314_000_000,
  indexBytes: 48_200_000,
  segments: 7,
  skipped: [{ reason: 'unreadable file', count: 2 }],
  truncated: 1_071_513,
  absent: 0,
  pending: 0,
  roots: ['/home/dev/.claude'],
  indexDir: '/home/dev/.claude/ccfind',
  deadChunks: 1200,
  published: '2026-03-20T11:58:00.000Z',
  space: [{ part: 'text', bytes: 21_000_000 }, { part: 'postings', bytes: 11_000_000 }, { part: 'positions', bytes: 9_000_000 }, { part: 'marks', bytes: 4200 }],
  largestSessions: [{ session: CART, title: 'Checkout rounding fix', project: 'shop', chunks: 4200, textBytes: 3_900_000 }],
  largestProjects: [{ project: 'shop', dir: '/home/dev/work/shop', sessions: 31, chunks: 20_100, textBytes: 18_000_000 }],
};

/** A build with something in every part. */
export const EVALUATION: EvaluationReport = { schema: 1, status: 'met', seed: 7, queries: 60, sessions: 2, files: 2, bytes: 3_000_000, texts: 40, elapsedMs: 1500, measures: [], misses: [], kinds: [] };

export const COSTS: RefreshCosts = {
  phases: [{ phase: 'listing', ms: 12 }, { phase: 'reading', ms: 700 }, { phase: 'analysing', ms: 900 }, { phase: 'writing', ms: 88 }],
  phasesBeside: [{ phase: 'encoding', ms: 1200 }],
  read: [{ kind: 'sessions', files: 2, bytes: 1_000_000 }, { kind: 'sub-agents', files: 1, bytes: 200_000 }],
  textBytes: 240_000,
  segmentsWritten: 2,
  segmentsMerged: 0,
  bytesWritten: 150_000,
  peakMemoryBytes: 121_000_000,
  slowest: [{ path: '/home/dev/.claude/projects/-shop/a.jsonl', bytes: 900_000, ms: 600 }],
};

export interface FakeSetup {
  readonly answer?: SearchAnswer;
  readonly recent?: SearchAnswer;
  readonly page?: SessionPage;
  readonly sessions?: readonly string[];
  readonly plan?: ResumePlan;
  readonly listed?: readonly ListedSession[];
  readonly doctor?: DoctorReport;
  readonly evaluation?: EvaluationReport;
  readonly backlog?: Backlog;
  readonly env?: Record<string, string>;
  readonly input?: string;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** Called by refresh, as an engine would. */
  readonly whileRefreshing?: (options: EngineOptions) => void;
  /** Who keeps the engine from refreshing; undefined: nobody. */
  readonly lockedBy?: LockHolder | null;
}

export interface FakeRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What the engine was asked, in order. */
  readonly calls: readonly string[];
  readonly request: SearchRequest | null;
  readonly sessionRequest: SessionRequest | null;
}

/** Runs a command line against the fake engine. `folder` is the config folder; it must exist. */
export async function runFake(folder: string, argv: readonly string[], setup: FakeSetup = {}): Promise<FakeRun> {
  const calls: string[] = [];
  let request: SearchRequest | null = null;
  let sessionRequest: SessionRequest | null = null;
  let out = '';
  let err = '';
  const openEngine = (options: EngineOptions): Engine => ({
    refresh: ({ full, waitMs } = {}) => {
      calls.push(`refresh full=${full} waitMs=${waitMs}`);
      setup.whileRefreshing?.(options);
      return { filesRead: 3, bytesRead: 1_200_000, filesPending: 0, sessions: 412, locked: setup.lockedBy !== undefined, lockedBy: setup.lockedBy ?? null, refused: false, costs: COSTS };
    },
    search: (asked) => {
      calls.push('search');
      request = asked;
      return setup.answer ?? sampleAnswer();
    },
    recent: (asked) => {
      calls.push('recent');
      request ??= asked;
      return setup.recent ?? sampleAnswer({ query: '' });
    },
    readSession: (asked) => {
      sessionRequest = asked;
      return setup.page ?? samplePage();
    },
    findSessions: (start) => (setup.sessions ?? [CART, RETRY]).filter((id) => id.startsWith(start)),
    resumePlan: (session) => setup.plan ?? { session, path: `/nowhere/${session}.jsonl`, dir: '/home/dev/work/shop' },
    listSessions: (idStart, limit) => (setup.listed ?? []).filter(({ session }) => session.startsWith(idStart)).slice(0, limit),
    stats: () => STATS,
    backlog: () => setup.backlog ?? { transcripts: 0, isBeingWritten: false, writer: null },
    doctor: ({ seed = 7 } = {}) => {
      calls.push(`doctor ${seed}`);
      return setup.doctor ?? { schema: 1, status: 'ok', seed, checks: [] };
    },
    evaluate: ({ seed, queries, kinds } = {}) => {
      calls.push(`evaluate ${seed} ${queries} ${kinds?.join(',')}`);
      return setup.evaluation ?? EVALUATION;
    },
    close: () => calls.push('close'),
  });
  const context: CliContext = {
    env: { CLAUDE_CONFIG_DIR: folder, TERM: 'xterm', ...setup.env },
    cwd: folder,
    program: 'ccfind',
    demoDir: folder,
    output: { write: (text) => (out += text), isTerminal: () => setup.isTerminal ?? false, columns: () => setup.columns ?? 80 },
    messages: { write: (text) => (err += text), isTerminal: () => setup.isTerminal ?? false, columns: () => setup.columns ?? 80 },
    nowMs: () => Date.UTC(2026, 2, 20, 12),
    readInput: () => setup.input ?? '',
    openEngine,
    serveMcp: () => Promise.resolve(0),
  };
  let code: number;
  try {
    code = await runCli(argv, context);
  } catch (error) {
    const report = describeError(error);
    err += report.text;
    code = report.exitCode;
  }
  return { code, out, err, calls, request, sessionRequest };
}
