/**
 * Titles that a model wrote of a session, as questions: the nearest thing to a person's own description. Pure.
 *
 * Asked are only titles that tell which session is meant, by rules that know nothing of what a search finds:
 *   - one that is none (the client's own error) is not asked, nor one with too few words
 *   - one in another language than the person spoke is not asked: its words stand nowhere, and nothing here translates
 *   - one whose words all together tell less than it takes to name one session of so many is not asked: words that stand in
 *     half of the sessions each, like those of "Review code change", fit hundreds
 * Quotes are left out, since they would ask for the very phrase. Any run of the same task is right: sessions that begin alike, or
 * in which the person said the same all through.
 */
import { ENGLISH, LATIN } from '../../search/languages.ts';
import { guessLanguages, roleOf } from '../../search/words.ts';
import type { Gathered, HeldSession, Phrase } from './gather.ts';
import { namesIn, wordsOfName } from './names.ts';
import type { Truth, TruthScan } from './truth.ts';

/** A title that may be asked, and where its words stand. */
export interface TitleProposal {
  readonly text: string;
  /** Sessions that have it. */
  readonly holders: readonly number[];
  /** Those and the runs of the same tasks. */
  readonly right: ReadonlySet<number>;
  readonly words: readonly Truth[];
}

/** What is remembered of a session for its twins. */
export interface Beginning {
  /** See openingOf(); '' for none. */
  readonly opening: string;
  /** promptKey() of everything that the person typed; '' for nothing. */
  readonly typed: string;
}

const PROMPT_UNITS = 600;
const OPENING_UNITS = 300;
/** Many sessions begin with a short word. */
const MIN_OPENING = 40;
const MIN_TITLE_WORDS = 3;
/** What the client says of itself when there is no answer, taken for a title by old clients. */
const NO_TITLE = /^(?:API Error\b|You've hit your limit|Claude (?:AI )?usage limit reached)/;
/** A sign of a script that is not Latin says as much as a few letters. */
const MIN_FOREIGN_LETTERS = 0.25;

const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['han', /\p{Script=Han}/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
];

/** Prompts that differ in nothing but case and spaces are one. */
export function promptKey(text: string): string {
  return text.slice(0, PROMPT_UNITS).toLowerCase().split(/\s+/).join(' ');
}

/** How a session begins, whoever wrote it: counts and dates do not matter. */
export function openingOf(text: string): string {
  return promptKey(text.slice(0, OPENING_UNITS)).replace(/\d+/g, '#');
}

/** By session, the sessions that are runs of the same task; it is among them. */
export function twinsBy(beginnings: readonly Beginning[]): number[][] {
  const groups = new Map<string, number[]>();
  const keysOf = ({ opening, typed }: Beginning): string[] => [...(opening.length < MIN_OPENING ? [] : [`begins ${opening}`]), ...(typed === '' ? [] : [`says ${typed}`])];
  beginnings.forEach((beginning, session) => {
    for (const key of keysOf(beginning)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [session]);
      else group.push(session);
    }
  });
  return beginnings.map((beginning, session) => [...new Set([session, ...keysOf(beginning).flatMap((key) => groups.get(key) ?? [])])]);
}

/** Titles that could be asked, in the order of the sessions. Adds their words to the scan. */
export function proposeTitles({ titles, sessions, twins }: Gathered, scan: TruthScan): TitleProposal[] {
  const fit = titles.filter(({ session, text }) => isTitleOf(text, sessions[session]));
  return byText(fit).map(({ text, holders }) => ({
    text: text.replaceAll('"', ''), holders, right: new Set(holders.flatMap((session) => twins[session])), words: tellingWords(text).map((word) => scan.add('word', word)),
  }));
}

/**
 * True when the words of the title, were they spread at random, would stand together in at most one of so many sessions: they
 * tell log2(sessions) bits. After the scan; a word that stands nowhere counts as one that stands in a single session.
 */
export function tellsWhich({ words }: TitleProposal, sessions: number): boolean {
  const bits = words.reduce((sum, { may }) => sum + Math.log2(sessions / Math.max(1, may.size)), 0);
  return bits >= Math.log2(sessions);
}

function isTitleOf(text: string, { hasAnswers, language }: HeldSession): boolean {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return hasAnswers && words.size >= MIN_TITLE_WORDS && !NO_TITLE.test(text) && speaksLike(languageOf(text), language);
}

/** Which language other than English it is cannot be told from the few words of a title, but that it is none in other letters. */
function speaksLike(title: string | null, session: string | null): boolean {
  if (title === null || session === null || title === session) return true;
  return isLatin(title) && isLatin(session) && title !== ENGLISH.name && session !== ENGLISH.name;
}

function isLatin(language: string): boolean {
  return language === ENGLISH.name || LATIN.some(({ name }) => name === language);
}

/** The language of a text, by its letters or its function words; English where nothing tells, null where there are no letters. */
export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return null;
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (foreign.length >= letters.length * MIN_FOREIGN_LETTERS) return scriptOf(foreign);
  return guessLanguages(foldedWords(text), text).latin.name;
}

/** Chinese and Japanese are told apart by kana, the others not beyond their script. */
function scriptOf(letters: readonly string[]): string {
  return SCRIPTS.find(([, script]) => letters.some((letter) => script.test(letter)))?.[0] ?? 'other';
}

function foldedWords(text: string): string[] {
  return [...new Set(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/\p{L}+/gu) ?? [])];
}

function tellingWords(text: string): string[] {
  const languages = guessLanguages(foldedWords(text), text);
  const words = namesIn(text).flatMap(wordsOfName).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 1 && roleOf(word.normalize('NFD').replace(/\p{M}/gu, ''), languages) === 'content');
}

function byText(phrases: readonly Phrase[]): { text: string; holders: number[] }[] {
  const groups = new Map<string, { text: string; holders: number[] }>();
  for (const { session, text } of phrases) {
    const key = promptKey(text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { text, holders: [session] });
    else group.holders.push(session);
  }
  return [...groups.values()];
}
