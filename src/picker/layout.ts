/**
 * How the screen is shared out: what both the state (paging) and the view (drawing) must agree on. Pure.
 *
 *     header     the query and the counts
 *     hits       two rows each: title with the facts, matching line; three where it is narrow
 *     hint line  the keys
 */

/** The screen, shared out. */
export interface Layout {
  /** Under 20 by 4 there is no list, only one line. */
  readonly isTiny: boolean;
  /** Too narrow for two columns of text. */
  readonly isNarrow: boolean;
  /** Rows of one hit. */
  readonly hitRows: number;
  /** Hits that fit; at least 1. */
  readonly hitCount: number;
  /** Rows between header and hint line; also the rows of the help. */
  readonly bodyRows: number;
}

const MIN_COLS = 20;
const MIN_ROWS = 4;

/** Below this the facts do not fit beside a title that says something; they get a row of their own. */
const NARROW_COLS = 60;

/** The layout of a screen of that size; of any size, down to nothing. */
export function layoutOf(cols: number, rows: number): Layout {
  if (cols < MIN_COLS || rows < MIN_ROWS) return { isTiny: true, isNarrow: true, hitRows: 1, hitCount: 1, bodyRows: 1 };
  const bodyRows = rows - 2;
  const isNarrow = cols < NARROW_COLS;
  const hitRows = isNarrow && bodyRows >= 3 ? 3 : 2;
  return { isTiny: false, isNarrow, hitRows, hitCount: Math.max(1, Math.floor(bodyRows / hitRows)), bodyRows };
}
