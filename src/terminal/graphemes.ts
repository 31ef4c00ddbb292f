/**
 * Splits text into grapheme clusters: what a person takes for one character. Pure.
 *
 * Why not Intl.Segmenter: the first one costs a process 5 to 15 ms, a quarter of a whole search, and
 * each Node brings other rules. This follows UAX #29 with two simplifications that only ever join
 * more, never cut: a Hangul vowel or final joins whatever precedes it, and an Indic virama joins
 * every following letter (rule GB9c without its consonant table). A test compares with
 * Intl.Segmenter: each border found here is a border there, but for prepended marks (GB9b), which
 * are rare and not looked at. transcript/grapheme.ts answers the same question for stored bytes, without making strings of
 * them.
 */
import { lazy } from '../lazy.ts';

/** Code units that are a cluster and a column each: Latin, Greek, Cyrillic, punctuation, arrows, lines and blocks. */
const ONE_COLUMN = String.raw`\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2713`;
/** A cluster and two columns each: kana, Han, fullwidth forms. */
const TWO_COLUMNS = String.raw`\u3000-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60`;

const SIMPLE = new RegExp(`^[${ONE_COLUMN}]*$`);
const wide = lazy(() => new RegExp(`^[${TWO_COLUMNS}]*$`));
const single = lazy(() => new RegExp(`^[${ONE_COLUMN}${TWO_COLUMNS}]*$`));

const extend = lazy(() => /[\p{M}\p{Emoji_Modifier}\u200c\u200d\uff9e\uff9f\u{e0020}-\u{e007f}]/u);
const pictograph = lazy(() => /\p{Extended_Pictographic}/u);
const letter = lazy(() => /\p{L}/u);
const VIRAMA = '\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1bab\ua9c0\uaaf6';

/** True when every UTF-16 unit is a grapheme of its own (and one column wide). */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/** True when every UTF-16 unit is a grapheme of its own, two columns wide. */
export function isWideSimple(text: string): boolean {
  return wide().test(text);
}

/**
 * True when every UTF-16 unit is a visible grapheme of its own (or a line feed). Text in Japanese or Chinese passes, so that a search that
 * shows it need not compile Unicode's classes, which takes 2 ms.
 */
export function isSingle(text: string): boolean {
  return SIMPLE.test(text) || single().test(text);
}

/** The clusters of the text in order; joined they are the text. Lone surrogates are clusters of their own. */
export function graphemes(text: string): string[] {
  if (isSingle(text)) return text.split('');
  const clusters: string[] = [];
  let cluster = '';
  let last = '';
  let regionalCount = 0;
  for (const char of text) {
    if (cluster !== '' && joins(cluster, last, char, regionalCount)) cluster += char;
    else {
      if (cluster !== '') clusters.push(cluster);
      cluster = char;
      regionalCount = 0;
    }
    if (isRegional(char)) regionalCount++;
    last = char;
  }
  if (cluster !== '') clusters.push(cluster);
  return clusters;
}

function joins(cluster: string, last: string, char: string, regionalCount: number): boolean {
  if (char < '\u0300') return last === '\r' && char === '\n';
  if (last === '\r' || last === '\n') return false;
  if (extend().test(char) || isJamoTail(char)) return true;
  if (last === '\u200d' && pictograph().test(char)) return pictograph().test(cluster);
  if (isRegional(char)) return regionalCount === 1 && isRegional(last);
  if (isJamoLead(last)) return isJamoLead(char) || (char >= '\uac00' && char <= '\ud7a3' && char.length === 1);
  return endsInVirama(cluster) && letter().test(char);
}

function isRegional(char: string): boolean {
  return char.length === 2 && char >= '\u{1f1e6}' && char <= '\u{1f1ff}';
}

function isJamoLead(char: string): boolean {
  return (char >= '\u1100' && char <= '\u115f') || (char >= '\ua960' && char <= '\ua97c');
}

function isJamoTail(char: string): boolean {
  return char.length === 1 && ((char >= '\u1160' && char <= '\u11ff') || (char >= '\ud7b0' && char <= '\ud7fb'));
}

/** A virama, possibly followed by joiners or further marks: the consonant after it belongs to it. */
function endsInVirama(cluster: string): boolean {
  for (let i = cluster.length - 1; i > 0; i--) {
    if (VIRAMA.includes(cluster[i])) return true;
    if (!extend().test(cluster[i])) return false;
  }
  return false;
}
