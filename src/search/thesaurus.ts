/**
 * Synonyms: the thesaurus of the trade that comes with the program (synonyms.txt), and the person's own lines.
 *
 * A line lists words that may stand for each other: `repository, repo`; words of an entry are separated by a space. Nothing is parsed
 * in advance: a word is looked for in the text as it is, by the common beginning of its forms, so that "deploying" finds the line of
 * "deploy". Pure.
 */
import { commonStart, stemEnglish } from './stem-english.ts';
import BUILT_IN from './synonyms.txt';

/** Finds synonyms. */
export interface Thesaurus {
  /** word: folded; several words separated by a space. Synonyms as they are in the lines, each once; none when the word is in no line. */
  synonymsOf(word: string): readonly string[];
}

/** Of a line that only says something about others. */
export const SIGN_OF_COMMENT = '#';
/** Separates the entries of a line. */
export const BETWEEN = ', ';

/** own: the person's own lines, as readSynonyms() gives them. */
export function createThesaurus(own: string): Thesaurus {
  // A person's own lines come first: if there are many synonyms, the first are taken.
  const text = `\n${own}${BUILT_IN}\n`;
  return { synonymsOf: (word) => synonymsIn(text, word) };
}

function synonymsIn(text: string, word: string): readonly string[] {
  if (word === '') return [];
  const isEnglish = /^[a-z]{4,}$/.test(word);
  const stem = isEnglish ? stemEnglish(word) : word;
  const start = isEnglish ? commonStart(stem) : word;
  const found = new Set<string>();
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (text[at - 1] !== '\n' && !text.startsWith(BETWEEN, at - BETWEEN.length)) continue;
    const entry = text.slice(at, endOfEntry(text, at));
    if (entry !== word && (!isEnglish || entry.includes(' ') || stemEnglish(entry) !== stem)) continue;
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    if (text[lineStart] === SIGN_OF_COMMENT) continue;
    for (const other of text.slice(lineStart, text.indexOf('\n', at)).split(BETWEEN)) if (other !== entry) found.add(other);
  }
  found.delete(word);
  return [...found];
}

function endOfEntry(text: string, from: number): number {
  let end = from;
  while (text[end] !== ',' && text[end] !== '\n') end++;
  return end;
}
