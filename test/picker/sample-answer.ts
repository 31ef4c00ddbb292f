/**
 * Invented hits for the picker's tests: a plain one, changed by what a test is about.
 */
import type { Hit, SearchAnswer } from '../../src/contract.ts';
import type { Action } from '../../src/picker/keymap.ts';
import type { Question } from '../../src/picker/question.ts';
import type { PickerState } from '../../src/picker/state.ts';
import { nextState, openingState } from '../../src/picker/state.ts';

/** Noon of the day from which the samples' ages are counted. */
export const NOW_MS = Date.UTC(2026, 5, 15, 12);

export function sampleHit(changes: Partial<Hit> = {}): Hit {
  return {
    score: 1,
    weak: false,
    coverage: 1,
    words: '2 of 2',
    session: '11111111-2222-4333-8444-555555555555',
    title: 'Retry of failed payments',
    project: 'shop',
    cwd: '/home/dev/shop',
    branch: 'main',
    when: '2026-06-12T12:00:00.000Z',
    first: '2026-06-12T11:00:00.000Z',
    last: '2026-06-12T13:00:00.000Z',
    turns: 12,
    turn: 3,
    prompt: 'make the payment retry wait longer',
    opening: 'the payment job fails at night',
    hit: '11111111-2222-4333-8444-555555555555:3:0',
    field: 'prompt',
    snippet: 'make the payment retry wait longer',
    highlights: [[9, 16], [17, 22]],
    passages: [],
    agent: false,
    copies: [],
    archived: false,
    deletedInDays: null,
    open: null,
    resume: 'claude --resume 11111111-2222-4333-8444-555555555555',
    dir: '/home/dev/shop',
    ...changes,
  };
}

export function sampleAnswer(hits: Hit[], changes: Partial<SearchAnswer> = {}): SearchAnswer {
  const weak = hits.filter((hit) => hit.weak).length;
  return {
    schema: 1,
    query: 'payment retry',
    terms: ['payment', 'retry'],
    expanded: [],
    group: 'session',
    total: hits.length,
    relevant: hits.length - weak,
    weak,
    hits,
    index: { sessions: 40, files: 60, skipped: [], truncated: 0, pending: 0 },
    ...changes,
  };
}

/** That many hits, titled `hit 1`, `hit 2`, … */
export function numberedAnswer(count: number): SearchAnswer {
  return sampleAnswer(Array.from({ length: count }, (_, index) => sampleHit({ title: `hit ${index + 1}`, hit: `${index}:3:0` })));
}

/** A picker that has just opened with that answer. */
export function opened(answer: SearchAnswer, cols: number, rows: number, { hasColor = false, ...question }: { hasColor?: boolean } & Partial<Question> = {}): PickerState {
  return openingState({
    setting: { nowMs: NOW_MS, hasColor, project: 'shop', branch: 'main', filters: [], mostHits: 2000 },
    question: { query: answer.query, isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 25, ...question },
    answer,
    cols,
    rows,
  });
}

export function after(state: PickerState, ...actions: Action[]): PickerState {
  return actions.reduce((now, action) => nextState(now, { kind: 'action', action }), state);
}

export function typed(state: PickerState, text: string): PickerState {
  return nextState(state, { kind: 'typed', text });
}
