/**
 * The stem of an English word: what "migrate", "migrated", "migrating" and "migration" have in common.
 *
 * After Porter 1980, written as tables: each step replaces one ending if enough of a word is left before it. Differences:
 * y becomes i only after a consonant (deploy, deployment); -ly goes; a stem always begins like its word
 * (commonStart), so that all words of a stem are one range of a sorted dictionary; words that change inside (broke,
 * children) are in a list.
 */

/** Endings by their last letter, so that a word is compared only with those of its own. The first that fits is taken, so longer ones come first. */
type Endings<Ending> = Readonly<Record<string, readonly Ending[]>>;

/** An ending, and what replaces it. */
type Replacement = readonly [string, string];

const DOUBLE_SUFFIXES: Endings<Replacement> = {
  i: [
    ['biliti', 'b'], ['entli', 'ent'], ['ousli', 'ous'], ['aliti', 'al'], ['iviti', 'ive'], ['enci', 'ence'], ['anci', 'ance'], ['alli', 'al'], ['bli', 'b'], ['eli', 'e'],
  ],
  l: [['ational', 'ate'], ['tional', 'tion']],
  m: [['alism', 'al']],
  n: [['ization', 'ize'], ['ation', 'ate']],
  r: [['izer', 'ize'], ['ator', 'ate']],
  s: [['iveness', 'ive'], ['fulness', 'ful'], ['ousness', 'ous']],
};
const SUFFIXES: Endings<Replacement> = {
  e: [['icate', 'ic'], ['ative', ''], ['alize', 'al']],
  i: [['iciti', 'ic']],
  l: [['ical', 'ic'], ['ful', '']],
  s: [['ness', '']],
};
const LAST_SUFFIXES: Endings<string> = {
  c: ['ic'],
  e: ['ance', 'ence', 'able', 'ible', 'ate', 'ive', 'ize'],
  i: ['iti'],
  l: ['al'],
  m: ['ism'],
  n: ['ion'],
  r: ['er'],
  s: ['ous'],
  t: ['ement', 'ment', 'ant', 'ent'],
  u: ['ou'],
};

/** Shorter words are their own stems. */
const LEAST_LETTERS = 3;

/** The last letter, or last two, of every ending that some step removes or replaces. Most terms of a dictionary end in none of them. */
const LAST_LETTERS = 'seiy';
const LAST_PAIRS = ' ed ng al ll ul er or on nt sm ic ou ';

/** The stem of a word of ASCII lower case letters. Called for hundreds of terms in a process that has just started: no regular expressions, and no substrings that are thrown away. */
export function stemEnglish(word: string): string {
  if (word.length < LEAST_LETTERS || !(LAST_LETTERS.includes(word[word.length - 1]) || LAST_PAIRS.includes(word.slice(-2)))) return word;
  let stem = withoutPast(withoutPlural(word));
  if (stem.length > 2 && stem.endsWith('y') && !'aeiou'.includes(stem[stem.length - 2])) stem = `${stem.slice(0, -1)}i`;
  stem = withoutAdverb(replaced(stem, DOUBLE_SUFFIXES));
  stem = replaced(stem, SUFFIXES);
  stem = withoutLastSuffix(stem);
  return withoutLastLetter(stem);
}

/** How every word with that stem begins. */
export function commonStart(stem: string): string {
  return stem !== '' && 'eiy'.includes(stem[stem.length - 1]) ? stem.slice(0, -1) : stem;
}

/** Words that English changes inside, each line one word; a blank on both sides of each form, so that one search finds it. */
const IRREGULAR = ` ${[
  'begin began begun', 'bind bound', 'break broke broken', 'bring brought', 'build built', 'buy bought', 'catch caught', 'child children', 'choose chose chosen',
  'deal dealt', 'draw drew drawn', 'feed fed', 'find found', 'fall fell fallen', 'forget forgot forgotten', 'freeze froze frozen', 'get got gotten', 'give gave given', 'grow grew grown',
  'die died dies dying', 'hang hung', 'hide hid hidden', 'hold held', 'index indices', 'keep kept', 'know knew known', 'leave left', 'lose lost', 'make made', 'matrix matrices', 'mean meant', 'rebuild rebuilt',
  'rewrite rewrote rewritten', 'run ran', 'rerun reran', 'see saw seen', 'seek sought', 'send sent', 'shrink shrank shrunk', 'sleep slept', 'speak spoke spoken', 'spend spent', 'spin spun', 'stick stuck',
  'take took taken', 'tear tore torn', 'think thought', 'throw threw thrown', 'understand understood', 'use used uses using', 'vertex vertices', 'wake woke woken', 'write wrote written', 'override overrode overridden',
  'overwrite overwrote overwritten', 'person people', 'analysis analyses', 'basis bases', 'criterion criteria', 'appendix appendices',
].join(' \n ')} `;

/** The words of the list that are forms of it, also of "writing" and "writes"; mostly none. */
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
  if (!word.endsWith('s')) return word;
  const before = word[word.length - 2];
  if (before === 's' || before === 'u' || before === 'i') return word;
  return word.slice(0, before === 'e' && (word.endsWith('ies') || word.endsWith('sses')) ? -2 : -1);
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const lost = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (lost === 0 || !hasVowel(word, word.length - lost)) return word;
  const stem = word.slice(0, -lost);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (isDouble(stem) && !'lsz'.includes(stem[stem.length - 1])) return stem.slice(0, -1);
  return endsShort(stem, stem.length) && measure(stem, stem.length) === 1 ? `${stem}e` : stem;
}

function withoutAdverb(word: string): string {
  return word.length > 2 && word.endsWith('li') && 'cdghkmnrtw'.includes(word[word.length - 3]) && measure(word, word.length - 2) > 0 ? word.slice(0, -2) : word;
}

function replaced(word: string, endings: Endings<Replacement>): string {
  const possible = endings[word[word.length - 1]];
  if (possible === undefined) return word;
  for (let i = 0; i < possible.length; i++) {
    const ending = possible[i][0];
    if (!word.endsWith(ending)) continue;
    const length = word.length - ending.length;
    return measure(word, length) > 0 ? word.slice(0, length) + possible[i][1] : word;
  }
  return word;
}

function withoutLastSuffix(word: string): string {
  const possible = LAST_SUFFIXES[word[word.length - 1]];
  if (possible === undefined) return word;
  for (let i = 0; i < possible.length; i++) {
    const ending = possible[i];
    if (!word.endsWith(ending)) continue;
    const length = word.length - ending.length;
    if (ending === 'ion' && word[length - 1] !== 's' && word[length - 1] !== 't') return word;
    return measure(word, length) > 1 ? word.slice(0, length) : word;
  }
  return word;
}

function withoutLastLetter(word: string): string {
  const length = word.length - 1;
  if (word.endsWith('e')) {
    const count = measure(word, length);
    // "possible" and "possibility" begin alike up to their b.
    if (count > 1) return word.slice(0, word.endsWith('ble') ? -2 : -1);
    return count === 1 && !endsShort(word, length) ? word.slice(0, -1) : word;
  }
  return word.endsWith('ll') && measure(word, word.length) > 1 ? word.slice(0, -1) : word;
}

/** The letter before a y decides. */
function isVowelBehind(word: string, at: number, isVowelBefore: boolean): boolean {
  const letter = word[at];
  return letter === 'y' ? at > 0 && !isVowelBefore : 'aeiou'.includes(letter);
}

function isVowel(word: string, at: number): boolean {
  return isVowelBehind(word, at, word[at] === 'y' && at > 0 && isVowel(word, at - 1));
}

/** Here and below: of the first `length` letters. */
function hasVowel(word: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** How often a vowel is followed by a consonant: about the number of syllables before the ending. */
function measure(word: string, length: number): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < length; at++) {
    const isNow = isVowelBehind(word, at, wasVowel);
    if (wasVowel && !isNow) count++;
    wasVowel = isNow;
  }
  return count;
}

function isDouble(word: string): boolean {
  const at = word.length - 1;
  return at > 0 && word[at] === word[at - 1] && !isVowel(word, at);
}

/** Consonant, vowel, consonant other than w, x, y: "hop", "fil". */
function endsShort(word: string, length: number): boolean {
  const at = length - 1;
  return at >= 2 && !isVowel(word, at) && isVowel(word, at - 1) && !isVowel(word, at - 2) && !'wxy'.includes(word[at]);
}
