/**
 * A row of the screen as spans: pieces of harmless text, each with a role. Pure.
 *
 * The view speaks of roles, not of colours, so that its tests read as words and a terminal without colour gets
 * the same rows. Widths are columns, never string lengths; no function here makes a line wider than it was told to.
 */
import { graphemes } from '../terminal/graphemes.ts';
import type { Style } from '../terminal/style.ts';
import { truncate, width } from '../terminal/width.ts';

/** The role of a piece of text: `plain`, or the name of a Style. */
export type Role = 'plain' | 'bold' | 'dim' | 'mark' | 'accent';

/** A piece of a row. text: sanitised. */
export interface Span {
  readonly text: string;
  readonly role: Role;
  /** Column in which it begins, wherever the piece before it has ended: terminals disagree on the width of some characters. */
  readonly at?: number;
}

/** A row, left to right. */
export type Line = readonly Span[];

/** One span. */
export function span(text: string, role: Role = 'plain'): Span {
  return { text, role };
}

/** Columns of a line. */
export function lineWidth(line: Line): number {
  return line.reduce((columns, part) => Math.max(columns, part.at ?? 0) + width(part.text), 0);
}

/** A line, and beside it another one that begins in that column, behind a border. left: not wider than column - 2. */
export function besideLine(left: Line, right: Line, column: number): Line {
  const border: Span = { text: '│ ', role: 'dim', at: column - 2 };
  return [...left, border, ...startingAt(right, column)];
}

function startingAt(line: Line, column: number): Line {
  return line.map((part, index) => (index === 0 ? { ...part, at: column } : part));
}

/** The line when it fits in that many columns, else its beginning with an ellipsis. */
export function fitLine(line: Line, columns: number): Line {
  if (lineWidth(line) <= columns) return line;
  const fitted: Span[] = [];
  let left = columns;
  for (const part of line) {
    const columnsOfPart = width(part.text);
    // A part that just fits leaves no room for the ellipsis that says that more follows.
    if (columnsOfPart < left) {
      fitted.push(part);
      left -= columnsOfPart;
      continue;
    }
    fitted.push(span(truncate(`${part.text}……`, left), part.role));
    break;
  }
  return fitted;
}

/** left and right at the two borders of a row; left is cut to what right leaves, with two columns between. */
export function spreadLine(left: Line, right: Line, columns: number): Line {
  const rightWidth = lineWidth(right);
  if (rightWidth === 0 || rightWidth + 2 >= columns) return fitLine(left, columns);
  return [...fitLine(left, columns - rightWidth - 2), ...startingAt(right, columns - rightWidth)];
}

/** The end of a text in at most that many columns, with an ellipsis before it when something is cut. */
export function truncateStart(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < 1) return '';
  let used = 1;
  let kept = '';
  for (const cluster of [...graphemes(text)].reverse()) {
    used += width(cluster);
    if (used > columns) break;
    kept = cluster + kept;
  }
  return `…${kept}`;
}

/** The row as the terminal gets it. */
export function paintLine(line: Line, style: Style): string {
  return line.map(({ text, role, at }) => (at === undefined ? '' : `\x1b[${at + 1}G`) + (role === 'plain' ? text : style[role](text))).join('');
}
