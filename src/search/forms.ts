/**
 * Which words are forms of a word: its plural or singular, and what has the same stem.
 *
 * Forms are found at query time and never indexed, so that an exact search stays exact. Words that share a stem begin alike: they
 * form a range of the sorted dictionary, from which isSameStem picks. The few that do not begin alike, and those of words too short
 * for a range, are looked up one by one. English rules apply to all words in Latin letters, since names and prompts mix it in; the
 * endings of another language apply too when the query is in it.
 */
import { isCyrillic, type Languages } from './words.ts';
import type { Language } from './languages.ts';
import { commonStart, irregularForms, stemEnglish } from './stem-english.ts';

/** How the forms of a word are found. */
export interface Forms {
  /** How the word as typed and its forms of the same stem begin; '' when there are no forms to look for. */
  readonly start: string;
  /** Whether a word that is longer by this many letters has the same stem. */
  readonly isSameStem: (word: string) => boolean;
  /** Forms to be looked up one by one, including the start itself if it is one. */
  readonly others: readonly string[];
}

/** The range of terms that begin with fewer letters is too wide. */
const LEAST_START = 3;

interface Rule {
  readonly start: string;
  readonly stem: string;
  readonly stemOf: (word: string) => string;
}

/** How to find the forms of a word in folded letters. */
export function formsOf(word: string, { latin, cyrillic }: Languages): Forms {
  const rules: Rule[] = [];
  const isEnglish = /^[a-z]+$/.test(word);
  if (isEnglish) {
    const stem = stemEnglish(word);
    rules.push({ start: commonStart(stem), stem, stemOf: stemEnglish });
  }
  const { endings } = isCyrillic(word) ? cyrillic : latin;
  if ((isEnglish || isCyrillic(word)) && endings.length > 0) {
    const stemOf = (other: string): string => withoutEnding(other, endings);
    const stem = stemOf(word);
    rules.push({ start: stem, stem, stemOf });
  }
  const wide = rules.filter(({ start }) => start.length >= LEAST_START && word.length > LEAST_START);
  const start = wide.reduce((shortest, rule) => (shortest === '' || rule.start.length < shortest.length ? rule.start : shortest), '');
  const [first, second] = wide;
  const isSameStem = (other: string): boolean => (first !== undefined && first.stemOf(other) === first.stem) || (second !== undefined && second.stemOf(other) === second.stem);
  const others = isEnglish ? [...irregularForms(word), ...shortForms(word)] : [];
  if (start !== '' && start !== word && isSameStem(start)) others.push(start);
  return { start, isSameStem, others: [...new Set(others)] };
}

/** True when one is the English plural of the other. */
export function isPlural(a: string, b: string): boolean {
  const [one, many] = a.length < b.length ? [a, b] : [b, a];
  return many === `${one}s` || (many === `${one}es` && /[sxzo]$|[cs]h$/.test(one)) || (one.endsWith('y') && many === `${one.slice(0, -1)}ies`);
}

/** Forms of words of two and three letters: "bug" and "bugs", "logged", "logging". */
function shortForms(word: string): string[] {
  if (word.length > LEAST_START || word.length < 2) return [];
  if (word.endsWith('s')) return word.length === LEAST_START ? [word.slice(0, -1)] : [];
  if (word.length === 2) return [`${word}s`];
  const last = word[word.length - 1];
  return [`${word}s`, `${word}ed`, `${word}ing`, `${word}${last}ed`, `${word}${last}ing`];
}

/** The word without the longest ending that leaves three letters; repeated while one fits. */
function withoutEnding(word: string, endings: Language['endings']): string {
  for (const ending of endings) {
    const length = word.length - ending.length;
    if (length >= LEAST_START && length >= ending.length && word.endsWith(ending)) return word.slice(0, length);
  }
  return word;
}
