/**
 * The passage that is shown of a hit: the densest one, with the rarest words, cut around the matches. Pure.
 *
 * One line of about SNIPPET.columns columns out of one chunk. A window is as good as the weights of the
 * different words in it, and a little better for repeats. Always holds a matched word, if the chunk does.
 */
import { SNIPPET } from './constants.ts';
import { findMatches, type Match } from './highlight.ts';
import { endOfColumns, flatten, isClusterBorder, measure, startOfColumns, wordEnd, type MeasuredText } from './one-line.ts';
import type { Terms } from './terms.ts';

/** Text to show of a hit. */
export interface Snippet {
  readonly text: string;
  /** UTF-16 ranges in text: ascending, apart, not empty. */
  readonly highlights: [number, number][];
}

/** Matches looked at in one chunk. */
const MATCH_LIMIT = 400;

/** Cuts a snippet. stored: text of the chunk; weights: what each group says (its weight times idf). */
export function cutSnippet(stored: string, terms: Terms, weights: readonly number[]): Snippet {
  const text = flatten(stored);
  const matches = findMatches(text, terms).slice(0, MATCH_LIMIT);
  const { start, end } = windowOf(text, matches, weights);
  const before = start > 0 ? '…' : '';
  const after = end < text.length ? '…' : '';
  const shift = before.length - start;
  const highlights: [number, number][] = [];
  for (const match of matches) {
    const from = Math.max(match.start, start) + shift;
    const to = Math.min(match.end, end) + shift;
    if (to <= from) continue;
    const last = highlights[highlights.length - 1];
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else highlights.push([from, to]);
  }
  return { text: before + text.slice(start, end) + after, highlights };
}

function windowOf(text: string, matches: readonly Match[], weights: readonly number[]): { start: number; end: number } {
  const measured = measure(text);
  if (endOfColumns(measured, 0, SNIPPET.columns) === text.length) return { start: 0, end: text.length };
  const first = densest(measured, matches, weights);
  if (first < 0) return { start: 0, end: wordEnd(text, 0, endOfColumns(measured, 0, SNIPPET.columns)) };
  const { start: matchStart, end: matchEnd } = matches[first];
  let start = wordStart(text, startOfColumns(measured, matchStart, SNIPPET.lead), matchStart);
  // Near the end of the text the room behind is given to what stands before.
  if (endOfColumns(measured, start, SNIPPET.columns) === text.length) start = wordStart(text, startOfColumns(measured, text.length, SNIPPET.columns), start);
  const full = endOfColumns(measured, start, SNIPPET.columns);
  const end = wordEnd(text, start, full);
  return { start, end: end < matchEnd ? full : end };
}

/** Index of the match with which the best window begins; -1 when there is none. */
function densest(measured: MeasuredText, matches: readonly Match[], weights: readonly number[]): number {
  let best = -1;
  let bestWorth = -1;
  for (let i = 0; i < matches.length; i++) {
    // From the first match on, what is left of the columns behind its lead.
    const end = endOfColumns(measured, matches[i].start, SNIPPET.columns - SNIPPET.lead);
    const seen = new Set<number>();
    let worth = 0;
    for (let j = i; j < matches.length && matches[j].start < end; j++) {
      if (matches[j].end > end && j > i) continue;
      worth += seen.has(matches[j].group) ? 0.05 * weights[matches[j].group] : weights[matches[j].group];
      seen.add(matches[j].group);
    }
    if (worth > bestWorth * (1 + 1e-9)) {
      best = i;
      bestWorth = worth;
    }
  }
  return best;
}

/** The first word that begins at `from` or behind it, before `limit`; `from` when there is none. */
function wordStart(text: string, from: number, limit: number): number {
  if (from <= 0 || text[from - 1] === ' ') return from;
  const blank = text.indexOf(' ', from);
  return blank >= 0 && blank < limit && isClusterBorder(text, blank + 1) ? blank + 1 : from;
}
