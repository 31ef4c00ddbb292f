/**
 * A measurement of an invented history: everything is found by a search that works, and what is broken on purpose is seen.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { SearchAnswer, SearchRequest } from '../../../src/contract.ts';
import { openEngine } from '../../../src/engine.ts';
import { evaluateSearch } from '../../../src/inspect/evaluate/evaluate.ts';
import type { EvaluationReport, EvaluationRequest, Measure } from '../../../src/reports.ts';
import { History } from '../../fixture-history.ts';
import type { Line } from '../../fixture-history.ts';

const SESSIONS = 30;
const FOLDER = '-home-ada-tide';

/** A word of nine letters that is like no other. */
function word(session: number, number: number): string {
  let rest = session * 97 + number * 7919 + 100_003;
  let text = '';
  for (let i = 0; i < 4; i++) {
    text += 'bdfgklmnprst'[rest % 12] + 'aeiou'[Math.floor(rest / 12) % 5];
    rest = Math.floor(rest / 60) * 31 + session + 7 * number;
  }
  return `${text}n`;
}

function sessionId(session: number): string {
  return `5e551011-0000-4000-8000-${String(session).padStart(12, '0')}`;
}

interface Broken {
  /** A client that keeps the words of its answers under another key. */
  readonly textKey?: string;
  /** What is to be left out. */
  readonly without?: 'thinking' | 'agents';
}

function writeHistory(history: History, { textKey = 'text', without }: Broken = {}): void {
  for (let i = 0; i < SESSIONS; i++) {
    const w = (number: number): string => word(i, number);
    const said = (block: Line, extra: Line = {}): Line => {
      const line = history.answer('', { version: '2.1.300', ...extra });
      return { ...line, message: { ...(line.message as Line), content: [block] } };
    };
    const lines = [
      history.prompt(`please look at ${w(1)} and ${w(2)} near the ${w(3)} beacon`),
      ...(without === 'thinking' ? [] : [said({ type: 'thinking', thinking: `perhaps ${w(4)} hides ${w(5)}` })]),
      said({ type: 'text', [textKey]: `the beacon holds ${w(6)} in open_${w(7)}_gate` }),
      history.call(`t${i}`, 'Bash', { command: `ls ${w(8)}` }),
      history.result(`t${i}`, `${w(9)} beacon ${w(10)}`),
      history.prompt(`then mend ${w(11)} of the ${w(12)} too`),
      said({ type: 'text', [textKey]: `mended ${w(13)}` }),
      { type: 'ai-title', aiTitle: `Mending ${w(1)} and ${w(11)}`, sessionId: sessionId(i) },
    ];
    history.write(`${FOLDER}/${sessionId(i)}.jsonl`, lines);
    if (without === 'agents') continue;
    history.write(`${FOLDER}/${sessionId(i)}/subagents/agent-a${i}.jsonl`, [
      history.prompt(`count every ${w(14)}`, { isSidechain: true }),
      history.answer(`there are nine ${w(15)}`, { isSidechain: true }),
    ]);
  }
}

interface Setup {
  readonly more?: (history: History) => void;
  readonly shown?: Broken;
  /** Instead of what is shown. */
  readonly indexed?: Broken;
  readonly search?: (request: SearchRequest, search: (request: SearchRequest) => SearchAnswer) => SearchAnswer;
}

function evaluate(t: TestContext, request: EvaluationRequest, { shown = {}, indexed, search, more = () => {} }: Setup = {}): EvaluationReport {
  const [history, other] = [new History(), new History()];
  writeHistory(history, shown);
  writeHistory(other, indexed ?? shown);
  more(history);
  more(other);
  const engine = openEngine({ roots: [other.root], indexDir: join(other.root, 'index') });
  t.after(() => {
    engine.close();
    history.remove();
    other.remove();
  });
  const asked = (question: SearchRequest): SearchAnswer => engine.search({ ...question, roots: null });
  return evaluateSearch({
    roots: [history.root],
    refresh: () => void engine.refresh(),
    search: (question) => (search === undefined ? asked(question) : search(question, asked)),
    onProgress: () => {},
  }, { seed: 3, queries: 25, ...request });
}

function measureOf({ measures }: EvaluationReport, kind: string): Measure {
  const found = measures.find((measure) => measure.kind === kind);
  assert.ok(found, kind);
  return found;
}

const FOUND = ['word', 'start', 'middle', 'two', 'output', 'agent', 'identifier', 'sentence', 'title', 'shuffled'];

test('evaluateSearch() finds everything that a sound index holds', (t) => {
  const report = evaluate(t, { kinds: FOUND });
  assert.deepEqual([report.sessions, report.files, report.status, report.kinds], [30, 60, 'met', []]);
  for (const kind of FOUND) {
    const { n, figures, isMet, halves } = measureOf(report, kind);
    assert.deepEqual([kind, n >= 20, isMet, figures], [kind, true, true, { p1: 1, p3: 1, inTen: 1, atAll: 1, mrr: 1 }]);
    assert.equal((halves?.even.n ?? 0) + (halves?.odd.n ?? 0), n);
  }
  assert.deepEqual(report.misses, []);
});

test('evaluateSearch() asks the same questions with the same seed, and measures no kind with too few', (t) => {
  const shape = ({ measures, misses }: EvaluationReport): unknown => [measures, misses];
  const broken: Setup = { search: (request, search) => search({ ...request, query: request.query.slice(0, -1) }) };
  const [one, again, other] = [4, 4, 5].map((seed) => shape(evaluate(t, { seed, kinds: ['word'] }, broken)));
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
  const few = evaluate(t, { queries: 19, kinds: ['word'] });
  assert.deepEqual([measureOf(few, 'word').n, measureOf(few, 'word').isMet, measureOf(few, 'word').figures, few.status], [19, null, {}, 'met']);
});

test('evaluateSearch() notices an index without sub-agents, and names what is lost', (t) => {
  const report = evaluate(t, { kinds: ['agent', 'output'] }, { indexed: { without: 'agents' } });
  const { figures, isMet } = measureOf(report, 'agent');
  assert.deepEqual([report.status, isMet, figures.atAll < 0.6, measureOf(report, 'output').isMet], ['missed', false, true, true]);
  const [miss] = report.misses;
  assert.deepEqual([miss.kind, miss.rank, miss.missing, miss.missingCount], ['agent', null, [miss.session], 1]);
});

test('evaluateSearch() notices an index without thinking, by words of all kinds', (t) => {
  const { figures, isMet } = measureOf(evaluate(t, { kinds: ['word'] }, { indexed: { without: 'thinking' } }), 'word');
  assert.deepEqual([isMet, figures.atAll < 0.9], [false, true]);
});

test('evaluateSearch() notices a search that drops a word, or hides a session', (t) => {
  const dropped = evaluate(t, { kinds: ['title', 'two'] }, { search: (request, search) => search({ ...request, query: request.query.split(' ').slice(2).join(' ') }) });
  assert.equal(measureOf(dropped, 'two').isMet, false);
  const hidden = evaluate(t, { kinds: ['word'], queries: 60 }, {
    search: (request, search) => {
      const answer = search(request);
      return { ...answer, hits: answer.hits.filter(({ session }) => session !== sessionId(7)) };
    },
  });
  assert.equal(measureOf(hidden, 'word').isMet, false);
  assert.deepEqual([...new Set(hidden.misses.flatMap(({ missing }) => missing))], [sessionId(7)]);
});

test('evaluateSearch() notices a client that keeps its words elsewhere, though nothing can be asked of them', (t) => {
  const report = evaluate(t, { kinds: ['output'] }, { shown: { textKey: 'body' } });
  assert.deepEqual([report.status, measureOf(report, 'output').isMet, report.kinds], ['missed', true, [{ kind: 'block text', version: '2.1.300', count: 60, isKnown: true }]]);
});

test('evaluateSearch() accepts another run of the same task for a title, and for nothing else', (t) => {
  const task = (history: History): void => {
    for (let i = 0; i < 12; i++) {
      history.write(`${FOLDER}/${sessionId(100 + i)}.jsonl`, [
        history.prompt(`<scheduled-task> run number ${i} of the nightly sweep over all berths of the harbour </scheduled-task>`),
        history.answer(`swept berth number ${i}, nothing found but ${word(100 + i, 1)}`),
        { type: 'ai-title', aiTitle: `Nightly sweep ${word(100 + i, 2)} of the berths`, sessionId: sessionId(100 + i) },
      ]);
    }
  };
  const { figures, isMet } = measureOf(evaluate(t, { kinds: ['title'], queries: 60 }, { more: task }), 'title');
  assert.deepEqual([figures.p1, isMet], [1, true]);
});

test('evaluateSearch() refuses an unknown kind with a usage error', (t) => {
  assert.throws(() => evaluate(t, { kinds: ['wrod'] }), /^CcfindError: --kind wrod: expected one of word, common, start, /);
});
