/**
 * The stem of an English word: what "migrate", "migrated", "migrating" and "migration" have in common.
 *
 * After Porter 1980, written as tables: each step replaces one ending if enough of a word is left before it. What differs:
 * y becomes i only behind a consonant (deploy, deployment); -ly goes; a stem never begins otherwise than its word
 * (commonStart), so that all words of a stem are one range of a sorted dictionary; words that change within (broke,
 * children) are in a list.
 */

/** Ending, what takes its place. Of several that fit the first decides, so longer ones stand first. */
type Endings = readonly (readonly [string, string])[];

const DOUBLE_SUFFIXES: Endings = [
  ['ational', 'ate'], ['ization', 'ize'], ['iveness', 'ive'], ['fulness', 'ful'], ['ousness', 'ous'], ['tional', 'tion'], ['biliti', 'b'], ['entli', 'ent'],
  ['ousli', 'ous'], ['ation', 'ate'], ['alism', 'al'], ['aliti', 'al'], ['iviti', 'ive'], ['enci', 'ence'], ['anci', 'ance'], ['izer', 'ize'],
  ['alli', 'al'], ['ator', 'ate'], ['bli', 'b'], ['eli', 'e'],
];
const SUFFIXES: Endings = [['icate', 'ic'], ['ative', ''], ['alize', 'al'], ['iciti', 'ic'], ['ical', 'ic'], ['ness', ''], ['ful', '']];
const LAST_SUFFIXES: readonly string[] = ['ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize', 'ion', 'al', 'er', 'ic', 'ou'];

/** Shorter words are their own stems. */
const LEAST_LETTERS = 3;

/** What a word ends in that some step takes away or replaces: its last letter, or the last two. Most terms of a dictionary end in none of them. */
const LAST_LETTERS = 'seiy';
const LAST_PAIRS = ' ed ng al ll ul er or on nt sm ic ou ';

/** The stem of a word of ASCII lower case letters. */
export function stemEnglish(word: string): string {
  if (word.length < LEAST_LETTERS || !(LAST_LETTERS.includes(word[word.length - 1]) || LAST_PAIRS.includes(word.slice(-2)))) return word;
  let stem = withoutPast(withoutPlural(word));
  if (/[^aeiou]y$/.test(stem) && stem.length > 2) stem = `${stem.slice(0, -1)}i`;
  stem = withoutAdverb(replaced(stem, DOUBLE_SUFFIXES));
  stem = replaced(stem, SUFFIXES);
  stem = withoutLastSuffix(stem);
  return withoutLastLetter(stem);
}

/** What every word with that stem begins with. */
export function commonStart(stem: string): string {
  return /[eiy]$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** Words that English changes within, each line one word; a blank on both sides of each form, so that one search finds it. */
const IRREGULAR = ` ${[
  'begin began begun', 'bind bound', 'break broke broken', 'bring brought', 'build built', 'buy bought', 'catch caught', 'child children', 'choose chose chosen',
  'deal dealt', 'draw drew drawn', 'feed fed', 'find found', 'fall fell fallen', 'forget forgot forgotten', 'freeze froze frozen', 'get got gotten', 'give gave given', 'grow grew grown',
  'die died dies dying', 'hang hung', 'hide hid hidden', 'hold held', 'index indices', 'keep kept', 'know knew known', 'leave left', 'lose lost', 'make made', 'matrix matrices', 'mean meant', 'rebuild rebuilt',
  'rewrite rewrote rewritten', 'run ran', 'rerun reran', 'see saw seen', 'seek sought', 'send sent', 'shrink shrank shrunk', 'sleep slept', 'speak spoke spoken', 'spend spent', 'spin spun', 'stick stuck',
  'take took taken', 'tear tore torn', 'think thought', 'throw threw thrown', 'understand understood', 'use used uses using', 'vertex vertices', 'wake woke woken', 'write wrote written', 'override overrode overridden',
  'overwrite overwrote overwritten', 'person people', 'analysis analyses', 'basis bases', 'criterion criteria', 'appendix appendices',
].join(' \n ')} `;

/** The words of the list that are forms of it, also of "writing" and "writes"; seldom any. */
export function irregularForms(word: string): readonly string[] {
  const bases = [word];
  if (word.endsWith('s')) bases.push(word.slice(0, -1));
  if (word.endsWith('ing')) {
    const base = word.slice(0, -3);
    bases.push(base, `${base}e`);
    if (isDouble(base)) bases.push(base.slice(0, -1));
  }
  // The first line that has any of them.
  const places = bases.map((base) => IRREGULAR.indexOf(` ${base} `)).filter((at) => at >= 0);
  if (places.length === 0) return [];
  const start = IRREGULAR.lastIndexOf('\n', Math.min(...places)) + 1;
  const end = IRREGULAR.indexOf('\n', start);
  return IRREGULAR.slice(start, end < 0 ? undefined : end).trim().split(' ').filter((other) => other !== word);
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (/(sses|ies)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = /(ed|ing)$/.exec(word);
  if (ending === null) return word;
  const stem = word.slice(0, ending.index);
  if (!hasVowel(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (isDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function withoutAdverb(word: string): string {
  return /[cdghkmnrtw]li$/.test(word) && measure(word.slice(0, -2)) > 0 ? word.slice(0, -2) : word;
}

function replaced(word: string, endings: Endings): string {
  for (const [ending, other] of endings) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    return measure(stem) > 0 ? stem + other : word;
  }
  return word;
}

function withoutLastSuffix(word: string): string {
  for (const ending of LAST_SUFFIXES) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    if (ending === 'ion' && !/[st]$/.test(stem)) return word;
    return measure(stem) > 1 ? stem : word;
  }
  return word;
}

function withoutLastLetter(word: string): string {
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    const count = measure(stem);
    // "possible" and "possibility" begin alike up to their b.
    if (count > 1) return stem.endsWith('bl') ? stem.slice(0, -1) : stem;
    return count === 1 && !endsShort(stem) ? stem : word;
  }
  return word.endsWith('ll') && measure(word) > 1 ? word.slice(0, -1) : word;
}

function isVowel(word: string, at: number): boolean {
  if ('aeiou'.includes(word[at])) return true;
  return word[at] === 'y' && at > 0 && !isVowel(word, at - 1);
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** How often a vowel is followed by a consonant: about the number of syllables before the ending. */
function measure(word: string): number {
  let count = 0;
  for (let at = 1; at < word.length; at++) if (!isVowel(word, at) && isVowel(word, at - 1)) count++;
  return count;
}

function isDouble(word: string): boolean {
  const at = word.length - 1;
  return at > 0 && word[at] === word[at - 1] && !isVowel(word, at);
}

/** Consonant, vowel, consonant other than w, x, y: "hop", "fil". */
function endsShort(word: string): boolean {
  const at = word.length - 1;
  return at >= 2 && !isVowel(word, at) && isVowel(word, at - 1) && !isVowel(word, at - 2) && !'wxy'.includes(word[at]);
}
