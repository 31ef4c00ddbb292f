/**
 * The matching text of a hit, laid out in rows with the matches marked. Pure.
 *
 * Stored text is sanitized piece by piece, so that ranges survive: a highlight never moves because
 * something invisible before it was removed. With colour the match is coloured and underlined; without, it
 * stands in brackets, so that a pipe and a terminal without colour say the same.
 */
import type { Hit, Passage } from '../contract.ts';
import { joinedHighlights } from '../picker/hit-text.ts';
import { graphemes } from '../terminal/graphemes.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { truncate, width } from '../terminal/width.ts';
import { wrap } from '../terminal/wrap.ts';
import type { Row } from '../terminal/wrap.ts';

/** Most rows of a snippet; its first match is among them. */
const MAX_ROWS = 4;

/** The snippet of a hit. label: plain text in front of it. Returns rows no wider than columns, styled. */
export function snippetRows(hit: Hit, label: string, style: Style, columns: number): string[] {
  let marked = markedText(hit, label, '', 0, style.hasColor);
  let rows = wrap(marked.text, columns);
  if (rows.length > MAX_ROWS) {
    marked = markedText(hit, label, '…', startOfWindow(marked, rows, label), style.hasColor);
    // Room for the dots that say that something was cut.
    rows = wrap(marked.text, columns - 2);
  }
  const { text, marks } = marked;
  return rows.slice(0, MAX_ROWS).map((row, index) => {
    const isCut = index === MAX_ROWS - 1 && rows.length > MAX_ROWS;
    return paintRow(text, row, marks, style) + (isCut ? ' …' : '');
  });
}

/** In fewer columns a passage does not say where it comes from. */
const LABEL_COLUMNS = 40;

/** A further passage in one row, cut around its first match. turn: that of the hit. Not wider than columns, styled. */
export function passageRow(passage: Passage, turn: number, style: Style, columns: number): string {
  const source = [passage.turn !== turn && passage.turn > 0 ? `turn ${passage.turn}` : '', passage.agent ? 'sub-agent' : '', passage.field];
  const label = columns < LABEL_COLUMNS ? 'also: ' : `also ${source.filter((part) => part !== '').join(', ')}: `;
  const room = columns - width(label);
  let marked = markedText(passage, '', '', 0, style.hasColor);
  const from = startOfRow(marked, room);
  if (from > 0) marked = markedText(passage, '', '…', from, style.hasColor);
  const { text, marks } = marked;
  const shown = truncate(text, room);
  const end = shown === text ? text.length : shown.length - 1;
  return label + paintRow(text, { start: 0, end }, marks, style) + shown.slice(end);
}

/** Where a row of that many columns must begin to show the first match, and the others if they fit: at a word, or between two characters. */
function startOfRow({ text, marks }: MarkedText, columns: number): number {
  if (marks.length === 0) return 0;
  const [first] = marks;
  const last = marks[marks.length - 1];
  // A column for the dots at each end.
  const room = columns - 2;
  if (width(text.slice(0, last.end)) <= room) return 0;
  const all = width(text.slice(first.start, last.end));
  let lead = Math.max(0, Math.min(Math.floor(columns / 3), room - (all <= room ? all : width(text.slice(first.start, first.end)))));
  if (width(text.slice(0, first.start)) <= lead) return 0;
  let start = first.start;
  for (const cluster of [...graphemes(text.slice(0, first.start))].reverse()) {
    lead -= width(cluster);
    if (lead < 0) break;
    start -= cluster.length;
  }
  const blank = text.indexOf(' ', start);
  return blank >= 0 && blank < first.start ? blank + 1 : start;
}

interface MarkedText {
  readonly text: string;
  /** Ranges of the text that matched, brackets included. */
  readonly marks: readonly Row[];
}

/** The snippet, with a label in front; `from` is the offset in its sanitized text at which it begins, after `dots`. */
function markedText(hit: Pick<Hit, 'snippet' | 'highlights'>, label: string, dots: string, from: number, hasColor: boolean): MarkedText {
  let text = '';
  const ranges: Row[] = [];
  let at = 0;
  for (const [start, end] of joinedHighlights(hit)) {
    text += harmless(hit.snippet.slice(at, start));
    const markStart = text.length;
    const match = harmless(hit.snippet.slice(start, end));
    text += hasColor ? match : `[${match}]`;
    ranges.push({ start: markStart, end: text.length });
    at = end;
  }
  text += harmless(hit.snippet.slice(at));
  const before = label + (from > 0 ? dots : '');
  const moved = before.length - from;
  const marks = ranges.filter((range) => range.start >= from).map(({ start, end }) => ({ start: start + moved, end: end + moved }));
  return { text: before + text.slice(from), marks };
}

function harmless(text: string): string {
  return sanitize(text).replace(/ {2,}/g, ' ');
}

/** Where a window of MAX_ROWS that shows the first match begins: one row before it. */
function startOfWindow({ marks }: MarkedText, rows: readonly Row[], label: string): number {
  if (marks.length === 0) return 0;
  const matchIndex = rows.findIndex((row) => row.end > marks[0].start);
  return matchIndex < MAX_ROWS - 1 ? 0 : Math.max(0, rows[matchIndex - 1].start - label.length);
}

function paintRow(text: string, row: Row, marks: readonly Row[], style: Style): string {
  let painted = '';
  let at = row.start;
  for (const mark of marks) {
    const start = Math.max(at, mark.start);
    const end = Math.min(row.end, mark.end);
    if (end <= start) continue;
    painted += text.slice(at, start) + (style.hasColor ? style.mark(text.slice(start, end)) : text.slice(start, end));
    at = end;
  }
  return painted + text.slice(at, row.end);
}
