/**
 * Other words for a word: the thesaurus of the trade that comes with the program (synonyms.txt), and lines of the person's own.
 *
 * A line lists what may stand for each other: `repository, repo`; words of an entry are parted by a space. Nothing is parsed before
 * a question: a word is looked for in the text as it is, by what its forms begin with, so that "deploying" finds the line of
 * "deploy". Pure.
 */
import { commonStart, stemEnglish } from './stem-english.ts';
import BUILT_IN from './synonyms.txt';

/** Other words for a word. */
export interface Thesaurus {
  /** word: folded; of several words parted by a space. As they stand in the lines, each once; none when it is in no line. */
  synonymsOf(word: string): readonly string[];
}

/** Of a line that only says something about others. */
export const SIGN_OF_COMMENT = '#';
/** Stands between the entries of a line. */
export const BETWEEN = ', ';

/** own: lines of the person's own, as readSynonyms() gives them. */
export function createThesaurus(own: string): Thesaurus {
  // A person's own lines stand first: where there are many, the first ones are taken.
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
