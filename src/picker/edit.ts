/**
 * A line that is being typed: its text, and where the cursor is. Pure.
 *
 * The cursor is always between two grapheme clusters. What is typed or pasted comes from outside and is made harmless here, so that
 * the line can be shown as it is.
 */
import { graphemes } from '../terminal/graphemes.ts';
import { sanitize } from '../terminal/sanitize.ts';

/** A text, and the offset of the cursor in it. */
export interface Edited {
  readonly text: string;
  readonly cursor: number;
}

/** What a key can do to the line. */
export type Edit = 'left' | 'right' | 'line-start' | 'line-end' | 'erase-back' | 'erase-next' | 'erase-word' | 'erase-line';

/** Most UTF-16 units of the line: nothing longer is a question, and the rest is not taken. */
export const MAX_TYPED = 2000;

/** Inserts a text at the cursor; if not all of it fits, its beginning. */
export function insert({ text, cursor }: Edited, added: string): Edited {
  let fitting = sanitize(added);
  const room = Math.max(0, MAX_TYPED - text.length);
  if (fitting.length > room) fitting = wholeUpTo(fitting.slice(0, room + 64), room);
  return { text: text.slice(0, cursor) + fitting + text.slice(cursor), cursor: cursor + fitting.length };
}

/** The line after that key. */
export function edit(line: Edited, how: Edit): Edited {
  const { text, cursor } = line;
  switch (how) {
    case 'left':
      return { text, cursor: before(line) };
    case 'right':
      return { text, cursor: behind(line) };
    case 'line-start':
      return { text, cursor: 0 };
    case 'line-end':
      return { text, cursor: text.length };
    case 'erase-back':
      return cut(text, before(line), cursor);
    case 'erase-next':
      return cut(text, cursor, behind(line));
    case 'erase-word':
      return cut(text, cursor - (/\S*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0), cursor);
    case 'erase-line':
      return { text: '', cursor: 0 };
  }
}

function cut(text: string, start: number, end: number): Edited {
  return { text: text.slice(0, start) + text.slice(end), cursor: start };
}

function before({ text, cursor }: Edited): number {
  const clusters = graphemes(text.slice(0, cursor));
  return cursor - (clusters[clusters.length - 1]?.length ?? 0);
}

function behind({ text, cursor }: Edited): number {
  return cursor + (graphemes(text.slice(cursor))[0]?.length ?? 0);
}

/** Whole clusters of a text, in at most that many code units. */
function wholeUpTo(text: string, limit: number): string {
  let kept = '';
  for (const cluster of graphemes(text)) {
    if (kept.length + cluster.length > limit) break;
    kept += cluster;
  }
  return kept;
}
