/**
 * Samples of what was said: windows of texts while they are read, words and identifiers in the end.
 *
 * Of each kind of text a few windows are kept by chance (chance.ts). Their words are looked at only when all is read: nine of ten windows
 * give way to later ones.
 */
import type { Chance } from '../chance.ts';
import type { SaidKind } from '../said.ts';
import { UNSPACED, isIdentifier, isPlainWord, namesIn, wordsOfName } from './names.ts';

/** Where a sample is from. */
export type SampleKind = SaidKind | 'agent';

/** All kinds. */
export const SAMPLE_KINDS: readonly SampleKind[] = ['prompt', 'answer', 'thinking', 'tool', 'output', 'summary', 'agent'];

/** Part of one text. */
export interface Sample {
  readonly session: number;
  readonly turn: number;
  /** As they stand there, in random order. */
  readonly words: readonly string[];
  readonly identifiers: readonly string[];
}

/** Where a sample is made of, if it is kept to the end. */
export interface Window {
  readonly session: number;
  readonly turn: number;
  readonly text: string;
  /** The first and the last name may be cut. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Of a long text only a window is looked at, anywhere in it. */
const WINDOW_UNITS = 4000;
const WORDS_A_SAMPLE = 24;
const IDENTIFIERS_A_SAMPLE = 6;

/** A window of a text of that turn. */
export function windowOf({ session, turn }: { readonly session: number; readonly turn: number }, text: string, chance: Chance): Window {
  const from = text.length <= WINDOW_UNITS ? 0 : chance.below(text.length - WINDOW_UNITS);
  const to = from + WINDOW_UNITS;
  return { session, turn, text: ownCopy(text.slice(from, to)), isCutBefore: from > 0, isCutAfter: to < text.length };
}

/** The samples of those windows that have words. */
export function samplesOf(windows: readonly Window[], chance: Chance): Sample[] {
  return windows.flatMap(({ session, turn, text, isCutBefore, isCutAfter }) => {
    const names = namesIn(text).slice(isCutBefore ? 1 : 0, isCutAfter ? -1 : undefined);
    const words = new Set(names.flatMap(wordsOfName).filter((word) => isPlainWord(word) || UNSPACED.test(word)));
    const identifiers = new Set(names.map((name) => name.replace(/^[.\-]+|[.\-]+$/g, '')).filter(isIdentifier));
    const some = (list: ReadonlySet<string>, count: number): string[] => chance.shuffle([...list]).slice(0, count).map(ownCopy);
    return words.size === 0 ? [] : [{ session, turn, words: some(words, WORDS_A_SAMPLE), identifiers: some(identifiers, IDENTIFIERS_A_SAMPLE) }];
  });
}

/** A string that does not keep the whole text alive that it was cut from. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}
