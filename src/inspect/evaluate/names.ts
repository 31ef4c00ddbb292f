/**
 * Text to words for the literal scan, in another way than the analyzer's: regular expressions over strings.
 *
 * A run is what stands without a space or bracket inside; a name is a run up to the next slash, colon or the like; a word is a
 * name up to the next sign; a part is a word up to the next capital or digit. Not asked for are runs of more than 256 units and
 * long ones in which letters and digits alternate: base64, hashes, minified code. Pure.
 */

/** Coarse first, since classes of Unicode take five times as long: everything beyond ASCII counts. */
const COARSE_RUN = /[\w$.\-/:@+#~=\u0080-\uffff]+/g;
const RUN = /[\p{L}\p{N}\p{M}_$.\-/:@+#~=]+/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;
const MAX_RUN = 256;
/** From so many units on a run may be base64. */
const LONG_RUN = 64;
const BETWEEN_NAMES = /[/:@+#~=]+/;
const BETWEEN_WORDS = /[_$.\-]+/;
const BETWEEN_PARTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const MAY_HAVE_PARTS = /[\p{L}\p{N}](?:\p{Lu}|\p{N})|\p{N}\p{L}/u;
/** Words of scripts without spaces are asked for by pieces of them. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN_WORD = /^\p{L}[\p{L}\p{N}]{2,29}$/u;
const IDENTIFIER = /^[A-Za-z_$][\w$.-]{4,38}[\w$]$/;
const HAS_BORDER = /[a-z][A-Z]|[A-Za-z0-9][_.-]+[A-Za-z0-9]|[A-Z]{2}[a-z]/;
/** A word that a number ends is still a name; more digits make an id, a hash or a time. */
const MAX_DIGITS = 4;

/** The names of a text. */
export function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const run of text.match(COARSE_RUN) ?? []) addNames(run, (name) => names.push(name));
  return names;
}

/** Gathers the distinct names of many texts: what was seen before is not looked at again. */
export function gatherNames(): { readonly see: (text: string) => void; readonly names: ReadonlySet<string> } {
  const seen = new Set<string>();
  const names = new Set<string>();
  const add = (name: string): void => void names.add(name);
  const see = (text: string): void => {
    for (const run of text.match(COARSE_RUN) ?? []) {
      if (seen.has(run)) continue;
      seen.add(run);
      addNames(run, add);
    }
  };
  return { see, names };
}

function addNames(coarseRun: string, add: (name: string) => void): void {
  for (const run of BEYOND_ASCII.test(coarseRun) ? (coarseRun.match(RUN) ?? []) : [coarseRun]) {
    if (run.length > MAX_RUN || (run.length > LONG_RUN && isOpaque(run))) continue;
    for (const name of run.split(BETWEEN_NAMES)) if (name !== '') add(name);
  }
}

function isOpaque(run: string): boolean {
  let changes = 0;
  for (let i = 1; i < run.length; i++) if (isDigit(run.charCodeAt(i)) !== isDigit(run.charCodeAt(i - 1))) changes++;
  return changes * 8 > run.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The words of a name. */
export function wordsOfName(name: string): string[] {
  return name.split(BETWEEN_WORDS).filter((word) => word !== '');
}

/** The parts of a word; none where it has no border inside. */
export function partsOfWord(word: string): string[] {
  if (!MAY_HAVE_PARTS.test(word)) return [];
  const parts = word.split(BETWEEN_PARTS);
  return parts.length > 1 ? parts : [];
}

/** Letters, perhaps digits behind the first, as a person might type it; of a script that has spaces. */
export function isPlainWord(word: string): boolean {
  return PLAIN_WORD.test(word) && !UNSPACED.test(word) && digitsIn(word) <= MAX_DIGITS;
}

/** Camel case, or parts with signs between them, 6 to 40 characters; no hash, no time, no version. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && HAS_BORDER.test(name) && digitsIn(name) <= MAX_DIGITS;
}

function digitsIn(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (isDigit(text.charCodeAt(i))) count++;
  return count;
}
