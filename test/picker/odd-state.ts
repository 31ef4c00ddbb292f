/**
 * Any state that the picker can be in, from random events: every key, the mouse, sizes, answers early and late, previews, places, messages.
 *
 * Every string that comes from outside (sessions, folders, branches, flags, keys, messages) is one that has broken other lists.
 */
import type { Hit, Passage, SearchAnswer } from '../../src/contract.ts';
import { KEY_BINDINGS } from '../../src/picker/keymap.ts';
import { buildPreview } from '../../src/picker/preview-text.ts';
import { placesKey, wantedPlace } from '../../src/picker/reading.ts';
import type { PickerEvent, PickerState } from '../../src/picker/state.ts';
import { nextState, openingState } from '../../src/picker/state.ts';
import { FIELDS } from '../../src/schema.ts';
import { sanitize } from '../../src/terminal/sanitize.ts';
import { NOW_MS, sampleAnswer, sampleHit } from './sample-answer.ts';

/** Text that has broken other lists. */
const ODD = [
  'plain', '', 'два слова', '日本語のタイトル', '👩‍👩‍👧‍👦 family 👍🏽', 'e\u0301\u0302 combining', '\x1b[31mred\x1b[0m \x1b]0;title\x07', 'a\tb\nc\r\nd',
  '\u202eright to left', 'שלום עולם', 'zero\u200bwidth', '\ud800 lone', '🇩🇪🇫🇷', 'x'.repeat(500), '한국어 '.repeat(80), '\u0000\u0007\u009b31m',
  '\x1b[2J\x1b[1;1H', '\x1b[', '\x1bP+q\x1b\\', '\u2066isolate\u2069', 'tag\u{e0041}\u{e007f}', '    indented\n\n\n  lines\n'.repeat(30), '\u3000 \u2028', '❤\ufe0f 1\ufe0f\u20e3',
];

const COLS = [1, 19, 20, 21, 40, 59, 60, 80, 99, 100, 133, 200, 400];
const ROWS = [1, 3, 4, 5, 7, 8, 16, 24, 60, 100];
const ACTIONS = KEY_BINDINGS.flatMap(({ keys }) => Object.values(keys)).concat('left', 'right', 'line-start', 'line-end');

/** A state. random: numbers in [0, 1). */
export function oddState(random: () => number): PickerState {
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = <T>(choices: readonly T[]): T => choices[below(choices.length)];
  const some = <T>(make: () => T, limit = 3): T[] => Array.from({ length: below(limit) }, make);
  const odd = (): string => one(ODD) + (below(3) === 0 ? one(ODD) : '');
  const field = () => one(FIELDS).name;

  function oddPassage(): Passage {
    const snippet = odd() + odd() + odd();
    const from = below(snippet.length + 1);
    return { field: field(), turn: below(5), agent: below(2) === 0, snippet, highlights: [[from, from + below(6)], [from + 3, from + 8], [below(300), below(300)]] };
  }

  function oddHit(): Hit {
    const texts = { title: odd(), opening: odd(), prompt: odd(), project: odd(), words: odd(), session: odd(), branch: odd(), cwd: odd(), dir: odd(), resume: odd() };
    const when = one([null, odd(), '2026-06-12T12:00:00.000Z', '2026-06-16T12:00:00.000Z']);
    return sampleHit({ ...oddPassage(), ...texts, passages: some(oddPassage), weak: below(2) === 0, when, last: when, turns: below(2000), hit: `${odd()}:1:${below(9)}` });
  }

  function oddAnswer(query: string): SearchAnswer {
    const pattern = { pattern: odd(), flags: odd(), bytes: 1, ms: 1, chunks: 1, ruledOut: 1, unread: below(2), givenUp: below(2), cut: 1 };
    return sampleAnswer(some(oddHit, 9), {
      query,
      total: below(99),
      leftOut: some(() => ({ typed: odd(), kind: 'middle' as const, count: one([null, 9]) })),
      excluded: { words: some(odd), count: below(9) },
      expanded: some(() => ({ typed: odd(), used: odd(), kind: 'form' as const })),
      index: { sessions: below(2), files: 9, skipped: some(() => ({ reason: odd(), count: below(3) })), truncated: below(2), pending: below(9) },
      ...(below(3) === 0 ? { regex: pattern } : {}),
    });
  }

  function oddEvent(state: PickerState): PickerEvent {
    const wanted = wantedPlace(state);
    const events: readonly (() => PickerEvent)[] = [
      () => ({ kind: 'action', action: one(ACTIONS) }),
      () => ({ kind: 'action', action: one(['preview', 'preview', 'place-next', 'here', 'branch', 'field-next', 'weak', 'help', 'query', 'leave'] as const) }),
      () => ({ kind: 'typed', text: odd() }),
      () => ({ kind: 'mouse', mouse: { kind: 'mouse', did: one(['press', 'release', 'wheel-up', 'wheel-down'] as const), col: below(400), row: below(60) }, atMs: below(1000) }),
      () => ({ kind: 'resize', cols: one([one(COLS), 1 + below(400)]), rows: one([one(ROWS), 1 + below(100)]) }),
      () => ({ kind: 'answer', number: below(state.number + 2), answer: oddAnswer(one([odd(), state.question.query.trim()])) }),
      () => ({ kind: 'unanswered', number: state.number }),
      () => ({ kind: 'grown' }),
      () => ({ kind: 'message', text: odd() }),
      () => ({ kind: 'progress', text: odd() }),
    ];
    if (wanted === null || below(3) > 0) return one(events)();
    const { place, key } = wanted;
    if (below(3) === 0) return { kind: 'places', key: placesKey(state), places: [place, ...some(oddHit)] };
    const parts = some(() => ({ field: field(), agent: below(2) === 0, text: odd() + one(['', place.snippet]) + odd() }), 6);
    return { kind: 'preview', key, preview: buildPreview({ turn: below(9), when: null, parts }, place) };
  }

  const query = sanitize(odd());
  let state = openingState({
    setting: { nowMs: NOW_MS, hasColor: below(2) === 0, project: odd(), branch: one([null, odd()]), filters: some(() => `--project ${odd()}`), mostHits: 2000 },
    question: { query, isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 25 },
    answer: oddAnswer(query),
    cols: one(COLS),
    rows: one(ROWS),
  });
  for (let step = below(16); step > 0; step--) {
    const next = nextState(state, oddEvent(state));
    // Whoever has left sees nothing any more.
    if (next.outcome === null) state = next;
  }
  return state;
}
