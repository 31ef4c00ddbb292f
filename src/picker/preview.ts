/**
 * A preview as rows: the text of a turn, wrapped to the pane, with the matches marked. Pure.
 *
 * Each part of the turn stands under the name of its field. Lines keep their indentation: often people look for code. Rows
 * are made once for each width and kept with the preview, since scrolling asks for them at every key.
 */
import type { FieldName } from '../schema.ts';
import { truncate, width } from '../terminal/width.ts';
import { wrap } from '../terminal/wrap.ts';
import type { Line, Span } from './line.ts';
import { span } from './line.ts';

/** A text of a turn. */
export interface PreviewPart {
  readonly field: FieldName;
  /** True for the text of a sub-agent. */
  readonly agent: boolean;
  /** Harmless, with its line feeds. */
  readonly text: string;
  /** What matched: UTF-16 ranges of text, in order, not overlapping. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** A turn, or what is shown of it around its match. */
export interface Preview {
  readonly turn: number;
  readonly turns: number;
  readonly when: string | null;
  readonly parts: readonly PreviewPart[];
  /** The match; null when there is no text. */
  readonly target: { readonly part: number; readonly offset: number } | null;
  /** UTF-16 units left out before and after the parts. */
  readonly before: number;
  readonly behind: number;
}

/** A preview laid out. */
export interface PreviewRows {
  readonly lines: readonly Line[];
  /** The row of the match. */
  readonly target: number;
}

interface Laid {
  readonly cols: number;
  readonly hasColor: boolean;
  readonly rows: PreviewRows;
}

const laidOut = new WeakMap<Preview, Laid>();

/** The rows of a preview, none wider than cols (at least 4). */
export function previewRows(preview: Preview, cols: number, hasColor: boolean): PreviewRows {
  const known = laidOut.get(preview);
  if (known !== undefined && known.cols === cols && known.hasColor === hasColor) return known.rows;
  const rows = layOut(preview, Math.max(4, cols), hasColor);
  laidOut.set(preview, { cols, hasColor, rows });
  return rows;
}

function layOut({ parts, target, before, behind }: Preview, cols: number, hasColor: boolean): PreviewRows {
  const lines: Line[] = [];
  let targetRow = 0;
  const leftOut = (count: number, where: string): void => {
    if (count > 0) lines.push([span(truncate(`… ${count.toLocaleString('en')} characters ${where}`, cols), 'dim')]);
  };
  leftOut(before, 'before');
  for (const [index, part] of parts.entries()) {
    if (lines.length > 0) lines.push([]);
    lines.push([span(truncate(part.agent ? `sub-agent, ${part.field}` : part.field, cols), 'accent')]);
    const first = lines.length;
    const { rows, rowAt } = partRows(part, cols, hasColor);
    lines.push(...rows);
    if (target?.part === index) targetRow = first + rowAt(target.offset);
  }
  if (parts.length === 0) lines.push([span(truncate('no text', cols), 'dim')]);
  leftOut(behind, 'behind');
  return { lines, target: targetRow };
}

/** The rows of one part. rowAt: the row that holds an offset of its text. */
function partRows(part: PreviewPart, cols: number, hasColor: boolean): { rows: Line[]; rowAt: (offset: number) => number } {
  const { text, marks, moved } = hasColor ? { text: part.text, marks: part.marks, moved: (offset: number) => offset } : inBrackets(part);
  const rows: Line[] = [];
  const ends: number[] = [];
  let at = 0;
  let mark = 0;
  for (const line of text.split('\n')) {
    const indent = Math.min(/^ */.exec(line)?.[0].length ?? 0, cols >> 1);
    const wrapped = wrap(line.slice(indent), Math.max(2, cols - indent));
    // Blank lines are left out at the beginning, and all but one of several in a row.
    if (wrapped.length === 0 && rows.length > 0 && rows[rows.length - 1].length > 0) {
      rows.push([]);
      ends.push(at);
    }
    for (const { start, end } of wrapped) {
      const from = at + indent + start;
      const to = at + indent + end;
      while (mark < marks.length && marks[mark][1] <= from) mark++;
      rows.push([...(indent > 0 ? [span(' '.repeat(indent))] : []), ...spansOf(text, from, to, marks, mark)]);
      ends.push(to);
    }
    at += line.length + 1;
  }
  while (rows.length > 0 && rows[rows.length - 1].length === 0) rows.pop();
  return {
    rows,
    rowAt: (offset) => {
      const found = ends.findIndex((end) => end > moved(offset));
      return Math.min(rows.length - 1, found < 0 ? rows.length - 1 : found);
    },
  };
}

function spansOf(text: string, from: number, to: number, marks: PreviewPart['marks'], firstMark: number): Span[] {
  const spans: Span[] = [];
  let at = from;
  for (let mark = firstMark; mark < marks.length && marks[mark][0] < to; mark++) {
    const start = Math.max(from, marks[mark][0]);
    const end = Math.min(to, marks[mark][1]);
    if (start > at) spans.push(span(text.slice(at, start)));
    spans.push(span(text.slice(start, end), 'mark'));
    at = end;
  }
  if (at < to) spans.push(span(text.slice(at, to)));
  return spans.filter((one) => width(one.text) > 0);
}

/** Where there is no colour, matches stand in brackets. */
function inBrackets({ text, marks }: PreviewPart): { text: string; marks: [number, number][]; moved: (offset: number) => number } {
  let marked = '';
  const ranges: [number, number][] = [];
  let at = 0;
  for (const [start, end] of marks) {
    marked += text.slice(at, start);
    ranges.push([marked.length, marked.length + 2 + end - start]);
    marked += `[${text.slice(start, end)}]`;
    at = end;
  }
  return { text: marked + text.slice(at), marks: ranges, moved: (offset) => offset + 2 * marks.filter(([, end]) => end <= offset).length };
}
