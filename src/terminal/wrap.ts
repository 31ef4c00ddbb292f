/**
 * Breaks one line of sanitized text into rows of a given width. Pure.
 *
 * Rows are ranges of the text, so that what is known about positions in it (what matched) stays valid.
 * A row ends at a space where there is one, else between two graphemes: Chinese and Japanese have no
 * spaces, and a path may be longer than any terminal.
 */
import { graphemes } from './graphemes.ts';
import { width } from './width.ts';

/** Half-open range of UTF-16 offsets. */
export interface Row {
  readonly start: number;
  readonly end: number;
}

/** The rows, without the spaces at their ends; none wider than columns, unless a single cluster is. Empty text has no rows. */
export function wrap(text: string, columns: number): Row[] {
  const rows: Row[] = [];
  let start = 0;
  let used = 0;
  let offset = 0;
  /** After the last space of this row, and the columns up to there; or -1. */
  let afterSpace = -1;
  let usedAtSpace = 0;
  for (const cluster of graphemes(text)) {
    const clusterColumns = width(cluster);
    while (used + clusterColumns > columns && cluster !== ' ' && offset > start) {
      const cut = afterSpace > start ? afterSpace : offset;
      addRow(start, cut);
      used = afterSpace > start ? used - usedAtSpace : 0;
      start = cut;
      afterSpace = -1;
    }
    offset += cluster.length;
    if (cluster === ' ' && offset === start + 1) {
      // A row does not begin with a space.
      start = offset;
      continue;
    }
    used += clusterColumns;
    if (cluster === ' ') {
      afterSpace = offset;
      usedAtSpace = used;
    }
  }
  addRow(start, text.length);
  return rows;

  function addRow(from: number, to: number): void {
    let end = to;
    while (end > from && text[end - 1] === ' ') end--;
    if (end > from) rows.push({ start: from, end });
  }
}
