/**
 * The words around a question with which one asks for it: "can you find the session where we talked about …", "… that we discussed
 * last week". Pure.
 *
 * They are recognised by their place. A run of stop and framing words at the beginning or the end says nothing about the topic when it
 * speaks of somebody ("we", "me"), holds a framing word, and is joined to the rest by a stop word or a verb ("about", "discussed"). All
 * of it counts as stop words, and so do words that say nothing only there ("the other day"). The same words elsewhere, or alone in
 * the query, keep their own role: "session id" is about sessions.
 */
import { CYRILLIC, ENGLISH } from './languages.ts';
import type { TypedWord } from './query.ts';
import { stemEnglish } from './stem-english.ts';
import { isCyrillic, type Languages } from './words.ts';

/** A stem that lost more letters is also the stem of other words: "conversation" and "conversion". */
const LONGEST_LOSS = 3;

/** The words in their order, those of such runs as stop words. */
export function withoutOpenings(words: readonly TypedWord[], languages: Languages): readonly TypedWord[] {
  if (!words.some(({ role }) => role === 'framing')) return words;
  const mayOpen = (word: TypedWord): boolean => word.kind === 'plain' && word.field < 0 && (word.role !== 'content' || isListed('aside', word.term, languages) || isFormOfFraming(word.term, languages));
  const first = words.findIndex((word) => !mayOpen(word));
  if (first < 0) return words;
  let last = words.length - 1;
  while (mayOpen(words[last])) last--;
  const head = words.slice(0, first);
  while (head.length > 0 && !isTie(head[head.length - 1])) head.pop();
  const tail = words.slice(last + 1);
  while (tail.length > 0 && tail[0].role !== 'stop') tail.shift();
  const said = new Set([head, tail].filter((run) => isOpening(run, languages)).flat());
  return said.size === 0 ? words : words.map((word) => (said.has(word) ? { ...word, role: 'stop' as const } : word));
}

/** "… about retries", "… we discussed retries". */
function isTie({ role, term }: TypedWord): boolean {
  return role === 'stop' || /(?:ed|ing)$/.test(term);
}

function isOpening(run: readonly TypedWord[], languages: Languages): boolean {
  return run.some(({ role }) => role === 'framing') && run.some(({ term }) => isListed('person', term, languages));
}

function isListed(list: 'person' | 'aside', term: string, { latin }: Languages): boolean {
  return (isCyrillic(term) ? CYRILLIC : [latin]).some((language) => language[list].includes(` ${term} `));
}

/** True for "discussing": in the middle of a query it would be content. For other languages the lists hold the forms. */
function isFormOfFraming(term: string, { latin }: Languages): boolean {
  if (latin !== ENGLISH || !/^[a-z]{4,}$/.test(term)) return false;
  const stem = stemEnglish(term);
  const alike = ENGLISH.framing.split(' ').filter((word) => word.startsWith(term.slice(0, 3)));
  return alike.some((word) => word.length - stem.length <= LONGEST_LOSS && stemEnglish(word) === stem);
}
