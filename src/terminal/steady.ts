/**
 * Pictographs as every terminal draws them: in pieces. Pure.
 *
 * Two of them with a joiner between, or one with a skin tone behind it, are one picture of two columns to some terminals, two pictures
 * to others, and to a few (tmux 3.3) a column less than either: what follows them in a row of known columns would stand wrong, or be lost at the
 * border. Without joiners and tones the columns are the same everywhere; which pictures they were is still seen.
 */

/** Joiner, emoji style, skin tones. */
const UNSTEADY = /[\u200d\ufe0f]|\ud83c[\udffb-\udfff]/g;

/** Sanitized text for a row of known columns. */
export function steady(text: string): string {
  return text.replace(UNSTEADY, '');
}
