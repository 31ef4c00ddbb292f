/**
 * The passage that is shown of a hit: the densest one, with the rarest words, cut around the matches. Pure.
 *
 * One line of limited width out of one chunk. A window is worth the weights of the different words in it, each by the best of its
 * matches there, and a little more for repeats. It always holds a matched word if the chunk does. Of unreadable runs
 * (base64, hashes) at its ends little is shown.
 */
import { SNIPPET } from './constants.ts';
import { findMatches, findMatchesOf, type Match } from './highlight.ts';
import { endOfColumns, flatten, isClusterBorder, measure, startOfColumns, wordEnd, type MeasuredText } from './one-line.ts';
import type { Terms } from './terms.ts';

/** Text to show of a hit. */
export interface Snippet {
  readonly text: string;
  /** UTF-16 ranges in text: ascending, apart, not empty. */
  readonly highlights: [number, number][];
  /** Groups that are marked in it. */
  readonly groups: ReadonlySet<number>;
}

/** Room for a snippet. */
export interface SnippetSize {
  readonly columns: number;
  /** Columns of context in front of the first match. */
  readonly lead: number;
}

/** What a repeated word adds to a window, as a share of its weight. */
const REPEAT = 0.05;

/** Most matches considered in one chunk. */
const MATCH_LIMIT = 400;

/** Base64 and the like: longer than any hash, and with a long stretch of letters and digits, unlike paths. */
const OPAQUE_LETTER = /[A-Za-z0-9+/=_-]/;
const OPAQUE_LENGTH = 72;
const OPAQUE_STRETCH = /[A-Za-z0-9+]{40}/;

/** Cuts a snippet. stored: text of the chunk; weights: how much each group says (its weight times idf); only: the groups to look for, or null for all. */
export function cutSnippet(stored: string, terms: Terms, weights: readonly number[], size: SnippetSize = SNIPPET, only: ReadonlySet<number> | null = null): Snippet {
  const text = flatten(stored);
  const matches = only === null ? findMatches(text, terms) : findMatchesOf(text, terms, only);
  return cutAround(text, matches.slice(0, MATCH_LIMIT), weights, size);
}

/** The same around given matches, ascending by start. text: flat. */
export function cutAround(text: string, matches: readonly Match[], weights: readonly number[], size: SnippetSize = SNIPPET): Snippet {
  const { start, end } = withoutOpaque(text, windowOf(text, matches, weights, size), matches);
  const before = start > 0 ? '…' : '';
  const after = end < text.length ? '…' : '';
  const shift = before.length - start;
  const highlights: [number, number][] = [];
  const groups = new Set<number>();
  for (const match of matches) {
    const from = Math.max(match.start, start) + shift;
    const to = Math.min(match.end, end) + shift;
    if (to <= from) continue;
    groups.add(match.group);
    const last = highlights[highlights.length - 1];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else highlights.push([from, to]);
  }
  return { text: before + text.slice(start, end) + after, highlights, groups };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function windowOf(text: string, matches: readonly Match[], weights: readonly number[], size: SnippetSize): Range {
  const measured = measure(text);
  if (endOfColumns(measured, 0, size.columns) === text.length) return { start: 0, end: text.length };
  const first = densest(measured, matches, weights, size);
  if (first < 0) return { start: 0, end: wordEnd(text, 0, endOfColumns(measured, 0, size.columns)) };
  const { start: matchStart, end: matchEnd } = matches[first];
  let start = wordStart(text, startOfColumns(measured, matchStart, size.lead), matchStart);
  // Near the end of the text the room after the match is given to what comes before.
  if (endOfColumns(measured, start, size.columns) === text.length) start = wordStart(text, startOfColumns(measured, text.length, size.columns), start);
  const full = endOfColumns(measured, start, size.columns);
  const end = wordEnd(text, start, full);
  return { start, end: end < matchEnd ? full : end };
}

/** The window; if it begins or ends in an opaque run, with only as much of that as makes it recognisable. Matches stay in it. */
function withoutOpaque(text: string, window: Range, matches: readonly Match[]): Range {
  let { start, end } = window;
  for (const [index, runEnd] of runsAt(text, start, Math.max(start, end - 1))) {
    if (index >= end || runEnd <= start || runEnd - index < OPAQUE_LENGTH || !OPAQUE_STRETCH.test(text.slice(index, runEnd))) continue;
    const inside = matches.filter((match) => match.end > start && match.start < end);
    const first = Math.min(...inside.map((match) => match.start));
    const last = Math.max(...inside.map((match) => match.end));
    if (runEnd >= end && last > start) end = Math.min(end, Math.max(index, last) + SNIPPET.opaqueColumns);
    else if (index <= start && first < end) start = Math.max(start, Math.min(runEnd, first) - SNIPPET.opaqueColumns);
  }
  return { start, end };
}

/** The runs in which the places are, ascending. */
function runsAt(text: string, ...places: number[]): (readonly [start: number, end: number])[] {
  const runs: (readonly [number, number])[] = [];
  for (const at of places) {
    const last = runs.at(-1);
    if (last !== undefined && at < last[1]) continue;
    let start = at;
    while (start > 0 && OPAQUE_LETTER.test(text[start - 1])) start--;
    let end = at;
    while (end < text.length && OPAQUE_LETTER.test(text[end])) end++;
    if (end > at) runs.push([start, end]);
  }
  return runs;
}

/** Index of the match with which the best window begins; -1 when there is none. */
function densest(measured: MeasuredText, matches: readonly Match[], weights: readonly number[], { columns, lead }: SnippetSize): number {
  let best = -1;
  let bestWorth = -1;
  for (let i = 0; i < matches.length; i++) {
    // Columns from the first match on, without the lead.
    const end = endOfColumns(measured, matches[i].start, columns - lead);
    const seen = new Map<number, number>();
    let worth = 0;
    for (let j = i; j < matches.length && matches[j].start < end; j++) {
      const { group, tier } = matches[j];
      if (matches[j].end > end && j > i) continue;
      const known = seen.get(group);
      worth += known === undefined ? tier * weights[group] : (REPEAT + Math.max(0, tier - known)) * weights[group];
      seen.set(group, Math.max(tier, known ?? 0));
    }
    if (worth > bestWorth * (1 + 1e-9)) {
      best = i;
      bestWorth = worth;
    }
  }
  return best;
}

/** The first word that begins at or after `from`, before `limit`; `from` when there is none. */
function wordStart(text: string, from: number, limit: number): number {
  if (from <= 0 || text[from - 1] === ' ') return from;
  const blank = text.indexOf(' ', from);
  return blank >= 0 && blank < limit && isClusterBorder(text, blank + 1) ? blank + 1 : from;
}
