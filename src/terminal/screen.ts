/**
 * Lines to one write: the difference between the last frame and this one.
 *
 * A frame is a synchronised update (terminals that do not know it ignore it) with each changed row placed by its
 * address and erased before it is written: erasing after a row that fills the screen would take its last column.
 * Rows that did not change are not sent, which is what makes it quick over a slow line. Nothing changed: nothing is
 * written. Knows no sizes: the caller hands in exactly as many rows as the screen has, none wider than it is.
 * Source of the synchronised update: "Terminal spec for synchronized output" (mode 2026).
 */

/** What is on the screen. */
export interface Screen {
  /** Shows these rows, styles included. One call of write at most. */
  draw(rows: readonly string[]): void;
  /** Forgets what is on the screen: the next draw sends every row. */
  forget(): void;
}

/** A screen that is drawn through that function. */
export function createScreen(write: (text: string) => void): Screen {
  let shown: readonly string[] | null = null;
  return {
    draw(rows) {
      const before = shown;
      let changes = before === null ? '\x1b[0m\x1b[2J' : '';
      for (const [index, row] of rows.entries()) {
        if (before !== null && before[index] === row) continue;
        changes += `\x1b[${index + 1};1H\x1b[0m\x1b[K${row}\x1b[0m`;
      }
      shown = [...rows];
      if (changes !== '') write(`\x1b[?2026h${changes}\x1b[?2026l`);
    },
    forget() {
      shown = null;
    },
  };
}
