/**
 * Colours: whether to use them, and the few that ccfind uses. Pure.
 *
 * Colour is never the only sign of anything: callers write a mark or a word as well, and ask
 * `hasColor` which of the two to use. Styles do not nest.
 */

/** Values of --color. */
export type ColorWhen = 'auto' | 'always' | 'never';

/** The styles; without colour each returns the text unchanged. */
export interface Style {
  readonly hasColor: boolean;
  /** Titles. */
  bold(text: string): string;
  /** What may be overlooked: dates, counts. */
  dim(text: string): string;
  /** The words that matched. */
  mark(text: string): string;
  /** Numbers and commands to type. */
  accent(text: string): string;
}

/** What decides about colour. */
export interface ColorQuestion {
  /** Value of --color; null when it was not given. */
  readonly when: ColorWhen | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the stream that will be written to is a terminal. */
  readonly isTerminal: boolean;
}

/** --color, then FORCE_COLOR, then NO_COLOR (non-empty), then TERM=dumb, then terminal or not. */
export function wantsColor({ when, env, isTerminal }: ColorQuestion): boolean {
  if (when === 'always') return true;
  if (when === 'never') return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.TERM === 'dumb') return false;
  return isTerminal;
}

/** The styles, or with `hasColor` false the same functions doing nothing. */
export function createStyle(hasColor: boolean): Style {
  const sgr = (on: string, off: string) => (text: string) =>
    hasColor && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    hasColor,
    bold: sgr('1', '22'),
    dim: sgr('2', '22'),
    mark: sgr('1;4;33', '22;24;39'),
    accent: sgr('36', '39'),
  };
}
