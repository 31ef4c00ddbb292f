/**
 * How the screen is divided: what the state (paging, clicks) and the view (drawing) must agree on. Pure.
 *
 *     header     the query and the counts
 *     notes      what the list is limited to, and what is missing (where there is room)
 *     list       two rows a hit: title with the facts, matching line; three where it is narrow     │ preview
 *     hint line  the keys
 *
 * Below 100 columns the preview takes the place of the list.
 */

/** A rectangle of the screen, counted from 0. */
export interface Area {
  readonly col: number;
  readonly row: number;
  readonly cols: number;
  readonly rows: number;
}

/** The screen, divided. */
export interface Layout {
  /** Below 20 by 4 there is only one line instead of a list. */
  readonly isTiny: boolean;
  readonly hasNotes: boolean;
  /** null where the preview has the whole screen. */
  readonly list: Area | null;
  /** null where no preview is shown. */
  readonly preview: Area | null;
  /** The list is too narrow for two columns of text. */
  readonly isNarrow: boolean;
  /** Rows of one hit. */
  readonly hitRows: number;
  /** Hits that fit; at least 1. */
  readonly hitCount: number;
  /** Rows between the header and the hint line; the help has as many. */
  readonly bodyRows: number;
}

/** Whether a person wants to see the preview: beside the list where there is room, and in place of the list where there is not. */
export interface PreviewWish {
  readonly isBeside: boolean;
  readonly isInstead: boolean;
}

const MIN_COLS = 20;
const MIN_ROWS = 4;
/** From this width on the preview stands beside the list. */
const BESIDE_COLS = 100;
/** On a lower screen every row is worth more to the list than to the notes. */
const NOTES_ROWS = 8;
/** In fewer columns the facts do not fit beside a telling title, and get a row of their own. */
const NARROW_COLS = 60;
/** The share of the columns that the list gets beside a preview, in percent, and the most columns that are of use to it. */
const LIST_PERCENT = 45;
const MOST_LIST_COLS = 90;

/** The layout of a screen of that size; of any size, down to nothing. */
export function layoutOf(cols: number, rows: number, wish: PreviewWish): Layout {
  if (cols < MIN_COLS || rows < MIN_ROWS) {
    const all: Area = { col: 0, row: 0, cols, rows };
    return { isTiny: true, hasNotes: false, list: all, preview: null, isNarrow: true, hitRows: 1, hitCount: 1, bodyRows: 1 };
  }
  const hasNotes = rows >= NOTES_ROWS;
  const row = hasNotes ? 2 : 1;
  const bodyRows = rows - row - 1;
  const isWide = cols >= BESIDE_COLS;
  const hasBoth = isWide && wish.isBeside;
  const listCols = hasBoth ? Math.min(MOST_LIST_COLS, Math.floor((cols * LIST_PERCENT) / 100)) : cols;
  const list: Area = { col: 0, row, cols: listCols, rows: bodyRows };
  // The preview begins behind a border and a blank.
  const beside: Area = { col: listCols + 2, row, cols: cols - listCols - 2, rows: bodyRows };
  const isAlone = !isWide && wish.isInstead;
  const isNarrow = listCols < NARROW_COLS;
  const hitRows = isNarrow && bodyRows >= 3 ? 3 : 2;
  const hitCount = Math.max(1, Math.floor(bodyRows / hitRows));
  const preview = isAlone ? { col: 0, row, cols, rows: bodyRows } : hasBoth ? beside : null;
  return { isTiny: false, hasNotes, list: isAlone ? null : list, preview, isNarrow, hitRows, hitCount, bodyRows };
}
