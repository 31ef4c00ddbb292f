/**
 * What is shown of a hit, in words: title, facts, matching line. Shared by the picker, its plain list and the answers of the
 * command line.
 *
 * All text of a session goes through `sanitize` here, piece by piece, before anything else is done with it. Without
 * colour the matches stand in brackets, since colour must never be the only sign. Pure.
 */
import type { Hit } from '../contract.ts';
import { counted } from '../sizes.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { steady } from '../terminal/steady.ts';
import { truncate } from '../terminal/width.ts';
import type { Span } from './line.ts';
import { span } from './line.ts';

/** Most columns of a project's name. */
const MAX_PROJECT_COLS = 24;

/** Units of age, largest first, in minutes: `unit` is used from `from` on and is `size` long. Months and years are averages. */
const AGE_STEPS: readonly { readonly from: number; readonly size: number; readonly unit: string }[] = [
  { from: 525_960, size: 525_960, unit: 'y' },
  { from: 87_660, size: 43_830, unit: 'mo' },
  { from: 20_160, size: 10_080, unit: 'w' },
  { from: 1440, size: 1440, unit: 'd' },
  { from: 60, size: 60, unit: 'h' },
  { from: 1, size: 1, unit: 'm' },
];

/** The title of a hit's session, else its opening prompt, else the hit's own prompt; one harmless line. */
export function titleOf(hit: Hit): string {
  const shown = [hit.title, hit.opening, hit.prompt].map((text) => oneLine(text).trim());
  return shown.find((text) => text !== '') ?? '(no prompt)';
}

/** The facts beside the title, most telling first: project, age, turns, words found. */
export function factsOf(hit: Hit, nowMs: number): string[] {
  const facts = [truncate(oneLine(hit.project), MAX_PROJECT_COLS), ageOf(hit.when ?? hit.last, nowMs), counted(hit.turns, 'turn')];
  if (hit.words !== '') facts.push(wordsOf(hit));
  return facts.filter((fact) => fact !== '');
}

/** `4 of 5 words`, `1 of 1 word`; for a hit that says how many it holds. */
export function wordsOf({ words }: Hit): string {
  return `${oneLine(words)} ${/\bof 1$/.test(words) ? 'word' : 'words'}`;
}

/** The matching line in pieces, each match a piece of its own; in brackets where there is no colour. */
export function snippetOf(hit: Pick<Hit, 'snippet' | 'highlights'>, hasColor: boolean): Span[] {
  const pieces: Span[] = [];
  let at = 0;
  for (const [start, end] of joinedHighlights(hit)) {
    const match = oneLine(hit.snippet.slice(start, end));
    if (match === '') continue;
    pieces.push(span(oneLine(hit.snippet.slice(at, start))));
    pieces.push(span(hasColor ? match : `[${match}]`, 'mark'));
    at = end;
  }
  pieces.push(span(oneLine(hit.snippet.slice(at))));
  return pieces.filter((piece) => piece.text !== '');
}

/** The highlights of a hit or passage in order, none overlapping or empty; those that only blanks separate are joined: `[payment retry]`. */
export function joinedHighlights({ snippet, highlights }: Pick<Hit, 'snippet' | 'highlights'>): [number, number][] {
  const joined: [number, number][] = [];
  for (const [start, end] of [...highlights].sort((a, b) => a[0] - b[0])) {
    if (end <= start || end > snippet.length) continue;
    const last = joined[joined.length - 1];
    if (last !== undefined && snippet.slice(last[1], start).trim() === '') last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** The time since then in one short word, such as 5m, 3h, 2d, 6w, 8mo, 2y; '' when it is unknown. */
export function ageOf(when: string | null, nowMs: number): string {
  const minutes = when === null ? NaN : Math.floor((nowMs - Date.parse(when)) / 60_000);
  if (Number.isNaN(minutes)) return '';
  const step = AGE_STEPS.find(({ from }) => minutes >= from);
  return step === undefined ? 'now' : `${Math.floor(minutes / step.size)}${step.unit}`;
}

/** Harmless, on one line, as wide as measured, white space squeezed. */
export function oneLine(text: string): string {
  return steady(sanitize(text)).replace(/\s+/g, ' ');
}
