/**
 * Where the words of a query occur in a text: for marking them in a snippet. Pure.
 *
 * Letters are those that the analyzer sees (its fold table), and so are the borders (camel case, digits, scripts).
 * Typed words match whole words; a start marks the whole word that begins with it; the middle of a word and an
 * identifier inside a longer one mark the typed letters; pairs of a run without spaces join into one mark. Whatever else
 * stands for a word (a form of it, a close spelling, a synonym) is marked where it occurs as a whole word.
 */
import { KIND } from '../analysis/kinds.ts';
import { RANKING } from './constants.ts';
import { foldedAt, isGramKind, isPlainWide, isWordKind, kindAt, scriptAt, unitsAt } from './letters.ts';
import { literalRanges } from './literal.ts';
import { isClusterBorder, isPlain } from './one-line.ts';
import type { Group, Terms } from './terms.ts';
import type { Way } from './vocabulary.ts';

/** A range that matches the word of one group. */
export interface Match {
  /** UTF-16 range. */
  readonly start: number;
  readonly end: number;
  readonly group: number;
  /** Tier of the way in which it stands for the word. */
  readonly tier: number;
}

/** Ways whose terms contain what was typed, so that the typed text itself is looked for. */
const HOLDING: readonly Way[] = ['exact', 'compound', 'start', 'middle'];

/** A folded text: letters as in terms, everything else as it is; `from` tells where each unit came from. */
interface FoldedText {
  readonly text: string;
  readonly folded: string;
  /** Offset in text by offset in folded; one more than folded.length. */
  readonly from: Int32Array | null;
}

/**
 * Matches of every word, ascending by start. Parts of an identifier and single characters of a run match only where the
 * whole or the pairs do not; stop words only where nothing else does.
 */
export function findMatches(text: string, terms: Terms): Match[] {
  const folded = fold(text);
  const byGroup: Match[][] = [];
  const has = (group: number): boolean => (byGroup[group] ??= matchesOf(folded, terms.groups[group], group)).length > 0;
  const shown = new Set<number>();
  for (const isStop of [false, true]) {
    if (shown.size > 0) break;
    for (const { word, groups } of terms.words) {
      if ((word.role === 'stop') !== isStop) continue;
      const mainCount = word.kind === 'grams' ? word.longPartCount : 1;
      const main = groups.slice(0, mainCount).filter(has);
      for (const group of main.length > 0 ? main : groups) if (has(group)) shown.add(group);
    }
  }
  return inOrder([...shown].flatMap((group) => byGroup[group]));
}

/** Matches of those groups, whatever else matches there, ascending by start. Cost: that of these groups only. */
export function findMatchesOf(text: string, terms: Terms, groups: ReadonlySet<number>): Match[] {
  const folded = fold(text);
  return inOrder([...groups].flatMap((group) => matchesOf(folded, terms.groups[group], group)));
}

function inOrder(matches: Match[]): Match[] {
  return matches.sort((a, b) => a.start - b.start || b.end - a.end);
}

function fold(text: string): FoldedText {
  if (isPlain(text)) return { text, folded: text.toLowerCase(), from: null };
  let folded = '';
  const from: number[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    for (let unit = text.charCodeAt(at); unit < 0x80 || isPlainWide(unit); unit = text.charCodeAt(at)) from.push(at++);
    if (at > start) {
      folded += text.slice(start, at).toLowerCase();
      continue;
    }
    const units = unitsAt(text, at);
    const piece = kindAt(text, at) === KIND.separator ? text.slice(at, at + units) : foldedAt(text, at);
    for (let unit = 0; unit < piece.length; unit++) from.push(at);
    folded += piece;
    at += units;
  }
  from.push(text.length);
  return { text, folded, from: Int32Array.from(from) };
}

function matchesOf(folded: FoldedText, group: Group, index: number): Match[] {
  if (group.literal !== null) {
    return literalRanges(group.literal)(folded.text).map((range) => ({ ...range, group: index, tier: RANKING.tierExact }));
  }
  const matches: Match[] = [];
  const inside: Match[] = [];
  const ranges = rangesOf(folded, group.term);
  const tiers = new Map(ranges.length === 0 ? [] : group.members.map(({ way, tier }) => [way, tier]));
  const tierOf = (way: Way): number => tiers.get(way) ?? RANKING.tierStart;
  for (const { start, end } of ranges) {
    const opens = isBorder(folded.text, start);
    if (opens && isBorder(folded.text, end)) matches.push({ start, end, group: index, tier: RANKING.tierExact });
    else if (opens && tiers.has('start')) matches.push({ start, end: wordEnd(folded.text, end), group: index, tier: tierOf('start') });
    else inside.push({ start, end, group: index, tier: tierOf(tiers.has('compound') ? 'compound' : 'middle') });
  }
  for (const { term, way, tier } of group.members) {
    if (HOLDING.includes(way)) continue;
    for (const { start, end } of rangesOf(folded, term)) {
      if (isBorder(folded.text, start) && isBorder(folded.text, end)) matches.push({ start, end, group: index, tier });
    }
  }
  // A hash or a long run is one word to the analyzer but has borders here: take what there is.
  return tiers.has('middle') || tiers.has('compound') || matches.length === 0 ? [...matches, ...inside] : matches;
}

/** Where a term occurs, as ranges of the text itself: whole characters with their marks, though a folded one may be several letters. */
function rangesOf({ text, folded, from }: FoldedText, term: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let at = folded.indexOf(term); at >= 0 && term !== ''; at = folded.indexOf(term, at + 1)) {
    if (from === null) {
      ranges.push({ start: at, end: at + term.length });
      continue;
    }
    let last = at + term.length;
    while (last < folded.length && from[last] === from[last - 1]) last++;
    let end = from[last];
    while (!isClusterBorder(text, end)) end++;
    ranges.push({ start: from[at], end });
  }
  return ranges;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isBorder(text, end)) end += unitsAt(text, end);
  return end;
}

/** True where the analyzer sees a border between two words or parts, or between a word and something else. */
function isBorder(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  let before = at - 1;
  if (before > 0 && (text.charCodeAt(before) & 0xfc00) === 0xdc00) before--;
  const left = kindAt(text, before);
  const right = kindAt(text, at);
  if (right === KIND.ignored || right === KIND.mark) return false;
  if (!isWordKind(left) || !isWordKind(right) || isGramKind(left) || isGramKind(right)) return left !== KIND.ignored;
  if ((left === KIND.digit) !== (right === KIND.digit) || scriptAt(text, before) !== scriptAt(text, at)) return true;
  if (right !== KIND.upper) return false;
  return left === KIND.lower || (at + 1 < text.length && kindAt(text, at + 1) === KIND.lower);
}
