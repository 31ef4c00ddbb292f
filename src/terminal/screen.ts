/**
 * Draws rows in one write: the difference between the last frame and this one.
 *
 * A frame is a synchronised update (terminals that do not know it ignore it) with each changed row placed by its
 * address and erased before it is written: erasing after a row that fills the screen would take its last column.
 * Rows that did not change are not sent, which makes it quick over a slow line; if nothing changed, nothing is
 * written. The cursor is hidden unless somebody types. Knows no sizes: the caller hands in exactly as many rows as the screen has, none
 * wider than it.
 * Source of the synchronised update: "Terminal spec for synchronized output" (mode 2026).
 */

/** A place on the screen, counted from 0. */
export interface Cell {
  readonly col: number;
  readonly row: number;
}

/** What is on the screen. */
export interface Screen {
  /** Shows these rows, styles included, and the cursor while somebody types. Calls write at most once. */
  draw(rows: readonly string[], cursor?: Cell | null): void;
  /** Forgets what is on the screen: the next draw sends every row. */
  forget(): void;
}

/** A screen that is drawn by calling `write`. */
export function createScreen(write: (text: string) => void): Screen {
  let shown: readonly string[] | null = null;
  let shownCursor: Cell | null = null;
  return {
    draw(rows, cursor = null) {
      const before = shown;
      let changes = before === null ? '\x1b[0m\x1b[2J' : '';
      for (const [index, row] of rows.entries()) {
        if (before !== null && before[index] === row) continue;
        changes += `\x1b[${index + 1};1H\x1b[0m\x1b[K${row}\x1b[0m`;
      }
      shown = [...rows];
      const isSameCursor = cursor === shownCursor || (cursor !== null && cursor.col === shownCursor?.col && cursor.row === shownCursor.row);
      if (changes === '' && isSameCursor) return;
      const hide = shownCursor === null ? '' : '\x1b[?25l';
      const show = cursor === null ? '' : `\x1b[${cursor.row + 1};${cursor.col + 1}H\x1b[?25h`;
      shownCursor = cursor;
      write(`\x1b[?2026h${hide}${changes}${show}\x1b[?2026l`);
    },
    forget() {
      shown = null;
      shownCursor = null;
    },
  };
}
