/**
 * Makes a preview from a turn as it was said: a window around the matching text, harmless, with everything that matched marked. Pure.
 *
 * A snippet is text on one line, cut out of what was said. Here it is found again in the turn, so that exactly its matches are marked;
 * the matching words are also marked wherever else they stand as words. Only the window is sanitized and searched: a turn may
 * have megabytes of output.
 */
import type { SessionTurn } from '../contract.ts';
import { sanitizeLines } from '../terminal/sanitize.ts';
import { steady } from '../terminal/steady.ts';
import { joinedHighlights } from './hit-text.ts';
import type { Preview, PreviewPart } from './preview.ts';
import type { Place } from './question.ts';

/** UTF-16 units kept before and after the match: some hundred rows, which nobody scrolls through without a reason. */
const BEFORE = 24_000;
const BEHIND = 40_000;

/** Most words that are marked wherever they stand, and most marks in one part. */
const MAX_WORDS = 40;
const MAX_MARKS = 2000;
const MAX_WORD_LENGTH = 80;

/** Scripts written without spaces: what stands next to a word there does not tell whether it is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

type Range = readonly [start: number, end: number];

/** The preview of a place. turn: as it was read; undefined where it no longer exists. */
export function buildPreview(turn: SessionTurn | undefined, place: Place): Preview {
  const texts = (turn?.parts ?? []).map((part) => ({ ...part, text: part.text.normalize('NFC') }));
  const found = locate(texts, place);
  const words = wordPattern(place);
  const parts: PreviewPart[] = [];
  let target: Preview['target'] = null;
  /** Where the present part begins, in units from the match. */
  let at = -texts.slice(0, found.part).reduce((sum, part) => sum + part.text.length, 0) - found.start;
  let before = 0;
  let behind = 0;
  for (const [index, { text, field, agent }] of texts.entries()) {
    const start = clamp(-BEFORE - at, 0, text.length);
    const end = clamp(BEHIND - at, 0, text.length);
    at += text.length;
    const isFound = index === found.part;
    const part = end <= start ? null : markPart(text, [start, end], isFound ? found.marks : [], words);
    before += part?.start ?? start;
    behind += text.length - (part?.end ?? Math.max(start, end));
    if (part === null) continue;
    if (isFound) target = { part: parts.length, offset: part.first };
    parts.push({ field, agent, text: part.text, marks: part.marks });
  }
  return { turn: turn?.turn ?? place.turn, turns: place.turns, when: turn?.when ?? place.when, parts, target, before, behind };
}

interface Found {
  readonly part: number;
  /** Offset of the first match. */
  readonly start: number;
  readonly marks: readonly Range[];
}

/** Where the snippet stands in the turn; the beginning of the likeliest part where it is not found. */
function locate(parts: SessionTurn['parts'], place: Place): Found {
  const core = place.snippet.replace(/^…|…$/g, '');
  const shift = place.snippet.startsWith('…') ? 1 : 0;
  const isLikely = (part: SessionTurn['parts'][number]): boolean => part.field === place.field && part.agent === place.agent;
  const order = parts.map((_, index) => index).sort((a, b) => Number(isLikely(parts[b])) - Number(isLikely(parts[a])) || a - b);
  for (const part of core === '' ? [] : order) {
    const { text } = parts[part];
    const flatAt = text.replace(/\s+/g, ' ').indexOf(core);
    if (flatAt < 0) continue;
    const offsets = offsetsIn(text, joinedHighlights(place).flatMap(([start, end]) => [flatAt + start - shift, flatAt + end - shift]).concat(flatAt));
    const start = offsets[offsets.length - 1];
    const marks = joinedHighlights(place).map((_, index): Range => [offsets[2 * index], offsets[2 * index + 1]]);
    return { part, start: marks[0]?.[0] ?? start, marks };
  }
  return { part: Math.max(0, parts.findIndex(isLikely)), start: 0, marks: [] };
}

/** The offsets in the text of offsets in the same text with its white space squeezed. One pass, whatever their order. */
function offsetsIn(text: string, flat: readonly number[]): number[] {
  const order = flat.map((_, index) => index).sort((a, b) => flat[a] - flat[b]);
  const offsets = new Array<number>(flat.length).fill(text.length);
  let next = 0;
  let at = 0;
  for (let flatAt = 0; next < order.length && at <= text.length; flatAt++) {
    while (next < order.length && flat[order[next]] <= flatAt) offsets[order[next++]] = at;
    if (isBlank(text[at])) while (isBlank(text[at])) at++;
    else at++;
  }
  return offsets;
}

function isBlank(unit: string | undefined): boolean {
  return unit !== undefined && /\s/.test(unit);
}

interface MarkedPart {
  readonly text: string;
  readonly marks: Range[];
  /** The range of the whole text that is shown. */
  readonly start: number;
  readonly end: number;
  /** Offset of the first of the given marks, 0 without any. */
  readonly first: number;
}

/** The window of a text, harmless, cut at a line where one begins nearby. marks: ranges of the whole text, in order, not overlapping. */
function markPart(text: string, window: Range, marks: readonly Range[], words: RegExp | null): MarkedPart {
  let [start, end] = window;
  if (start > 0) start = cutPlace(text, text.indexOf('\n', start) + 1, start);
  if (end < text.length) end = cutPlace(text, text.lastIndexOf('\n', end), end);
  let shown = '';
  const exact: Range[] = [];
  let at = start;
  for (const [from, to] of marks) {
    if (from < at || to > end) continue;
    shown += harmless(text.slice(at, from));
    const markStart = shown.length;
    shown += harmless(text.slice(from, to));
    exact.push([markStart, shown.length]);
    at = to;
  }
  shown += harmless(text.slice(at, end));
  return { text: shown, marks: joined([...exact, ...wordsIn(shown, words)]), start, end, first: exact[0]?.[0] ?? 0 };
}

function harmless(text: string): string {
  return steady(sanitizeLines(text));
}

/** The border of a line if it is not far off, else the place itself, moved between two characters. */
function cutPlace(text: string, line: number, place: number): number {
  if (line > 0 && Math.abs(line - place) < 2000) return line;
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place + 1 : place;
}

/** The words that matched, as a pattern; null when there are none. */
function wordPattern(place: Place): RegExp | null {
  const sources = [place, ...place.passages];
  const words = new Set(sources.flatMap(({ snippet, highlights }) => highlights.map(([start, end]) => harmless(snippet.slice(start, end)).toLowerCase())));
  const wanted = [...words].filter((word) => word.length > 1 && word.length <= MAX_WORD_LENGTH).slice(0, MAX_WORDS);
  if (wanted.length === 0) return null;
  const literals = (isUnspaced: boolean): string[] =>
    wanted.filter((word) => UNSPACED.test(word) === isUnspaced).sort((a, b) => b.length - a.length).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const spaced = literals(false);
  // One look around for all words: V8 takes 6 ms to compile it.
  const branches = spaced.length === 0 ? [] : [`(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`];
  return new RegExp([...branches, ...literals(true)].join('|'), 'giu');
}

function wordsIn(text: string, words: RegExp | null): Range[] {
  if (words === null) return [];
  const marks: Range[] = [];
  for (const { index, 0: word } of text.matchAll(words)) {
    marks.push([index, index + word.length]);
    if (marks.length === MAX_MARKS) break;
  }
  return marks;
}

/** The marks in order, overlapping ones joined. */
function joined(marks: readonly Range[]): Range[] {
  const apart: [number, number][] = [];
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = apart[apart.length - 1];
    if (end <= start) continue;
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
