/**
 * The ways in which a term of the index can stand for a typed word, best first: one table.
 *
 * A way is asked with what the better ones have found and adds to it; a term keeps the best tier that a way gave it.
 * What several ways need of the dictionary (the terms that begin as typed) is read once, by whoever asks first.
 * Which terms count as known, and which are frequent, is asked of live chunks of all segments together, so that
 * neither the number of segments nor dead rows change an answer.
 */
import { analyzeText } from '../analysis/analyzer.ts';
import { RANKING } from './constants.ts';
import { isAlphanumeric, isLetters, lengthOf } from './letters.ts';
import type { TypedWord } from './query.ts';
import type { Member, Vocabulary } from './vocabulary.ts';

/** What stands for a word is looked for. */
interface Sought {
  readonly term: string;
  /** In code points. */
  readonly length: number;
  /** A whole identifier: longer ones hold it, other words have nothing to do with it. */
  readonly isWhole: boolean;
  readonly role: TypedWord['role'];
  readonly vocabulary: Vocabulary;
  /** The term itself, and the terms that begin so: words, or of an identifier longer ones. */
  readonly range: () => { readonly exact: readonly Member[]; readonly longer: readonly Member[] };
}

/** A way of finding: the terms that it adds to those found by better ways. */
type Way = (sought: Sought, found: readonly Member[]) => readonly Member[];

/** Best first. */
const WAYS: readonly Way[] = [asTyped, longerIdentifiers, wordsThatBeginSo, wordsThatHoldIt];

/** The terms that stand for a word of that role, by falling tier. */
export function membersOfWord(term: string, role: TypedWord['role'], vocabulary: Vocabulary): Member[] {
  return membersOf({ term, length: lengthOf(term), isWhole: false, role, vocabulary, range: once(() => wordRange(term, role, vocabulary)) });
}

/** The terms that stand for a whole identifier, by falling tier. */
export function membersOfIdentifier(term: string, vocabulary: Vocabulary): Member[] {
  return membersOf({ term, length: lengthOf(term), isWhole: true, role: 'content', vocabulary, range: once(() => identifierRange(term, vocabulary)) });
}

function membersOf(sought: Sought): Member[] {
  const found = new Map<string, Member>();
  for (const way of WAYS) {
    for (const member of way(sought, [...found.values()])) if (!found.has(member.term)) found.set(member.term, member);
  }
  return [...found.values()].sort((a, b) => b.tier - a.tier);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function wordRange(term: string, role: TypedWord['role'], vocabulary: Vocabulary): ReturnType<Sought['range']> {
  const { tierStart, startLimit, startMinChars, startMinCharsWithDigits } = RANKING;
  const length = lengthOf(term);
  const isWord = isLetters(term);
  // With digits it is an id, perhaps the first digits of a commit.
  const hasStarts = role === 'content' && (isWord ? length >= startMinChars : length >= startMinCharsWithDigits && isAlphanumeric(term));
  return hasStarts ? vocabulary.withLonger(term, 'start', tierStart, startLimit, isWord ? isLetters : isAlphanumeric) : { exact: vocabulary.exact(term), longer: [] };
}

function identifierRange(term: string, vocabulary: Vocabulary): ReturnType<Sought['range']> {
  const { tierCompound, compoundLimit, compoundMinChars } = RANKING;
  if (lengthOf(term) < compoundMinChars) return { exact: vocabulary.exact(term), longer: [] };
  return vocabulary.withLonger(term, 'compound', tierCompound, compoundLimit, addsChunks(term));
}

/** Where a longer compound is reported together with the typed one, its chunks have the exact term already. */
function addsChunks(term: string): (longer: string) => boolean {
  return (longer) => !analyzeText(longer).some((token) => token.term === term);
}

function asTyped({ range }: Sought): readonly Member[] {
  return range().exact;
}

/**
 * Longer identifiers that hold it. Those that only begin with it are a range of the dictionary; for one that is known so
 * they are enough, since scanning all terms would cost as much as the rest of the search, and text that holds it
 * elsewhere is still found by its parts.
 */
function longerIdentifiers({ term, length, isWhole, vocabulary, range }: Sought): readonly Member[] {
  const { tierCompound, compoundLimit, compoundMinChars } = RANKING;
  if (!isWhole || length < compoundMinChars) return [];
  const { exact, longer } = range();
  return exact.length > 0 ? longer : vocabulary.containing(term, 'compound', tierCompound, compoundLimit, addsChunks(term));
}

function wordsThatBeginSo({ isWhole, range }: Sought): readonly Member[] {
  return isWhole ? [] : range().longer;
}

/** For a word that is none: all words that begin so, then those that hold it elsewhere. The typed start is likelier meant. */
function wordsThatHoldIt({ term, length, isWhole, role, vocabulary, range }: Sought): readonly Member[] {
  const { tierStart, tierMiddle, tierMiddleBesideStart, middleLimit, middleMinChars } = RANKING;
  const { exact, longer } = range();
  if (isWhole || role === 'stop' || exact.length > 0 || length < middleMinChars) return [];
  const holding = vocabulary.containing(term, 'middle', tierMiddle, middleLimit, () => true);
  if (longer.length === 0) return holding;
  return holding.map((member) => ({ ...member, tier: member.way === 'start' ? tierStart : tierMiddleBesideStart }));
}
