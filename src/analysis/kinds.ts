/**
 * What bytes and code points are to the tokenizer, by number: the words that its tables and its loops share.
 */

/** Class of a byte. What begins a word comes first, then joiners by strength, then separators. */
export const CLASS = { lower: 0, upper: 1, digit: 2, high: 3, name: 4, dot: 5, slash: 6, colon: 7, separator: 8, apostrophe: 9 } as const;

/** Kinds of code points. Greater than `ignored` = part of a word. */
export const KIND = {
  /** Ends a word: space, punctuation, symbols, emoji, anything invalid. */
  separator: 0,
  /** Neither ends a word nor belongs to it: soft hyphen, joiners of width zero, accents that are dropped. */
  ignored: 1,
  /** A letter that is not upper case. */
  lower: 2,
  upper: 3,
  digit: 4,
  /** A combining sign that is kept (vowel signs of the Indic scripts); belongs to the letter before it. */
  mark: 5,
  /** Letters of scripts without spaces that are indexed by pairs: Han, kana, Hangul, Bopomofo. */
  pair: 6,
  /** The same, by triples: Thai, Lao, Burmese, Khmer and their neighbours. */
  triple: 7,
  /** A combining sign inside a triple script: no term begins with it. */
  tripleMark: 8,
} as const;

/** Script groups: two letters of different groups side by side belong to different words. Below 16: scripts with case and accents. */
export const SCRIPT = { none: 0, latin: 1, greek: 2, cyrillic: 3, armenian: 4, hebrew: 5, arabic: 6, han: 16, hiragana: 17, katakana: 18, hangul: 19, bopomofo: 20 } as const;

/** What the automaton does at a byte beside appending it (word.ts). */
export const ACT = { append: 0, splitAtDigit: 1, splitAtHump: 2, splitAcronym: 3, readJoiners: 4, readHigh: 5, stop: 6 } as const;

/** What stood before, in a word: nothing, a digit, a letter in lower case, one or more capitals, letters of a script other than Latin. Shifted so that a class can be added. */
export const STATE = { start: 0, digit: 16, lower: 32, capital: 48, capitals: 64, foreign: 80, foreignCapital: 96 } as const;
