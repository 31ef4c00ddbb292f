/**
 * Words that say little about a topic, by the language that the query is in.
 *
 * None is ever dropped; they only weigh less (constants.ts), so a query made of nothing else still finds. A query in Latin
 * letters is taken for English; for another language when it holds more of that language's function words than of English
 * ones, and at least two, or one and a letter that English lacks: one "die", "des" or "con" among English or code proves nothing.
 */
import { CYRILLIC, ENGLISH, LATIN, type Language } from './languages.ts';

/** The languages of a query, by script. */
export interface Languages {
  readonly latin: Language;
  readonly cyrillic: Language;
}

/** Function words needed for a language other than English. */
const LEAST_SIGNS = 2;

/** Guesses the languages of a query. words: folded, without repeats; text: as typed. */
export function guessLanguages(words: readonly string[], text: string): Languages {
  let latin = ENGLISH;
  let most = Math.max(LEAST_SIGNS - 1, words.filter((word) => isFiller(word, ENGLISH)).length);
  for (const language of LATIN) {
    const fillers = words.filter((word) => isFiller(word, language)).length;
    const signs = fillers + (hasOneOf(text, language.letters) ? 1 : 0);
    if (fillers > 0 && signs > most) {
      latin = language;
      most = signs;
    }
  }
  return { latin, cyrillic: CYRILLIC.find(({ letters }) => hasOneOf(text, letters)) ?? CYRILLIC[0] };
}

/** How much a word says, as its role. Takes the folded form. A word of both lists is a stop word. */
export function roleOf(word: string, { latin }: Languages): 'content' | 'framing' | 'stop' {
  const lists = isCyrillic(word) ? CYRILLIC : [latin];
  if (lists.some(({ stop }) => stop.includes(` ${word} `))) return 'stop';
  return lists.some(({ framing }) => framing.includes(` ${word} `)) ? 'framing' : 'content';
}

/** True for words that begin with a Cyrillic letter. */
export function isCyrillic(word: string): boolean {
  return word >= '\u0400' && word < '\u0530';
}

function isFiller(word: string, { stop, framing }: Language): boolean {
  return stop.includes(` ${word} `) || framing.includes(` ${word} `);
}

function hasOneOf(text: string, letters: string): boolean {
  for (const letter of letters) if (text.includes(letter)) return true;
  return false;
}
