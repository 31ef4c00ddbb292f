/**
 * From typed words to groups: which terms of the index stand for a word, and at which tier.
 *
 * A group is one word, one whole identifier or one part of it, one pair of a run without spaces, or one
 * literal; its members are terms of the vocabulary, the typed one first (ways.ts).
 */
import type { Expansion, LeftOut } from '../contract.ts';
import type { Snapshot } from '../index/reader-types.ts';
import { RANKING } from './constants.ts';
import { rolesInRun } from './gram-fillers.ts';
import type { Lookups } from './lookups.ts';
import type { Query, TypedWord } from './query.ts';
import { createThesaurus } from './thesaurus.ts';
import { Vocabulary, type Member, type Way } from './vocabulary.ts';
import { membersOfGram, membersOfIdentifier, membersOfWord, type Standing } from './ways.ts';
import { roleOf, type Languages } from './words.ts';

/** One thing to score, and the terms that stand for it. */
export interface Group {
  /** '' for a literal. */
  readonly term: string;
  /** The literal text, or null. */
  readonly literal: string | null;
  readonly field: number;
  /** How much this word says, > 0; 1 for a plain word of content. */
  readonly weight: number;
  /** By falling tier. */
  readonly members: readonly Member[];
  /** True when it takes part in closeness: typed words; parts of an identifier only when its whole is unknown. */
  readonly isPlaced: boolean;
}

/** A typed word and the groups that score it (indexes into Terms.groups). */
export interface WordGroups {
  readonly word: TypedWord;
  /** identifier: the whole first, then the parts; grams: the longer ones first. */
  readonly groups: readonly number[];
}

/** A query, looked up. */
export interface Terms {
  readonly groups: readonly Group[];
  readonly words: readonly WordGroups[];
  readonly expanded: readonly Expansion[];
  readonly leftOut: readonly LeftOut[];
}

/** What was found for a word. */
export interface FoundWord {
  readonly groups: readonly Group[];
  /** As Vocabulary.takeLeftOut() gives it. */
  readonly leftOut: ReadonlyMap<Way, number | null>;
  /** Of the vocabulary, afterwards. */
  readonly closeCount: number;
}

/** Most terms named for one word in an answer. */
const NAMED_LIMIT = 20;

/** Looks the words of a query up. Cost: a few positional reads for each word and segment; one scan of the dictionary for an unknown word or identifier, and for a rare word that is alone or short. isUnfinished: the last word is being typed. */
export function lookUpTerms(snapshot: Snapshot, query: Query, ownSynonyms: string, lookups: Lookups, isUnfinished = false): Terms {
  const vocabulary = new Vocabulary(snapshot, lookups);
  const groups: Group[] = [];
  const byTerm = new Map<string, number>();
  const expanded: Expansion[] = [];
  const add = (group: Group): number => {
    const key = `${group.field} ${group.literal === null ? group.term : ` ${group.literal}`}`;
    const known = byTerm.get(key);
    if (known === undefined) {
      byTerm.set(key, groups.length);
      return groups.push(group) - 1;
    }
    groups[known] = sameTerm(groups[known], group);
    return known;
  };
  const scored = scoredWords(query.words, vocabulary);
  const leftOut = [...query.leftOut];
  if (scored.length < query.words.length) leftOut.push({ typed: '', kind: 'word', count: query.words.length - scored.length });
  const synonyms = synonymsOf(scored, ownSynonyms);
  const standing = scored.filter(({ role }) => role === 'content').length === 1 ? 'alone' : 'beside others';
  const words = scored.map((word, at): WordGroups => {
    if (word.kind === 'literal') return { word, groups: [add(literalGroup(word))] };
    const found = findWord(word, isUnfinished && at === scored.length - 1 ? 'unfinished' : standing, query.languages, synonyms[at], vocabulary, lookups);
    nameExpansions(word, found.groups, expanded);
    for (const [way, count] of found.leftOut) if (way !== 'exact') leftOut.push({ typed: word.typed, kind: way, count });
    return { word, groups: [...new Set(found.groups.map(add))] };
  });
  return { groups, words, expanded, leftOut };
}

/** Synonyms by word; of words that together have a synonym, for each of them. own: the person's own lines (thesaurus.ts). */
function synonymsOf(words: readonly TypedWord[], own: string): readonly (readonly string[])[] {
  const isSought = ({ role, kind }: TypedWord): boolean => role === 'content' && (kind === 'plain' || kind === 'identifier');
  if (!words.some(isSought)) return words.map(() => []);
  const thesaurus = createThesaurus(own);
  const together = words.map((word, at) => (at > 0 && isSought(word) && isSought(words[at - 1]) ? thesaurus.synonymsOf(`${words[at - 1].term} ${word.term}`) : []));
  return words.map((word, at) => (isSought(word) ? [...new Set([...together[at], ...(together[at + 1] ?? []), ...thesaurus.synonymsOf(word.term)])].slice(0, RANKING.synonymLimit) : []));
}

/** A term typed twice, say alone and as part of an identifier, counts once, with the better weight. */
function sameTerm(a: Group, b: Group): Group {
  const { members } = b.members.length > a.members.length ? b : a;
  return { ...a, members, weight: Math.max(a.weight, b.weight), isPlaced: a.isPlaced || b.isPlaced };
}

/** All words, or the rarest of a very long query. */
function scoredWords(words: readonly TypedWord[], vocabulary: Vocabulary): readonly TypedWord[] {
  if (words.length <= RANKING.wordLimit) return words;
  const frequency = new Map(words.map((word) => [word, word.isRequired ? -1 : vocabulary.rawCount(word.term || (word.parts[0] ?? ''))]));
  const rarest = [...words].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0)).slice(0, RANKING.wordLimit);
  return words.filter((word) => rarest.includes(word));
}

function weightOf(role: TypedWord['role']): number {
  return role === 'stop' ? RANKING.stopWeight : role === 'framing' ? RANKING.framingWeight : 1;
}

function literalGroup(word: TypedWord): Group {
  return { term: '', literal: word.typed, field: word.field, weight: 1, members: [], isPlaced: false };
}

/** Looks a word up, unless that is known. All that the result depends on is in the key. */
function findWord(word: TypedWord, standing: Standing, languages: Languages, synonyms: readonly string[], vocabulary: Vocabulary, lookups: Lookups): FoundWord {
  const key = JSON.stringify([word, standing, languages.latin.name, languages.cyrillic.name, synonyms, vocabulary.closeCount]);
  const found = lookups.words(key, () => {
    lookups.checkpoint();
    const groups = groupsOfWord(word, standing, languages, synonyms, vocabulary);
    return { groups, leftOut: vocabulary.takeLeftOut(), closeCount: vocabulary.closeCount };
  });
  vocabulary.closeCount = found.closeCount;
  return found;
}

function groupsOfWord(word: TypedWord, standing: Standing, languages: Languages, synonyms: readonly string[], vocabulary: Vocabulary): Group[] {
  const group = (term: string, weight: number, members: Member[], more: Partial<Group> = {}): Group => {
    return { term, literal: null, field: word.field, weight, members, isPlaced: true, ...more };
  };
  const importance = weightOf(word.role);
  if (word.kind === 'plain') return [group(word.term, importance, membersOfWord(word.term, word.role, languages, synonyms, vocabulary, standing), { isPlaced: word.role !== 'stop' })];
  if (word.kind === 'grams') {
    const roles = rolesInRun(word);
    return word.parts.map((part, at) => group(part, weightOf(roles[at]), membersOfGram(part, vocabulary), { isPlaced: at < word.longPartCount && roles[at] !== 'stop' }));
  }
  const members = membersOfIdentifier(word.term, synonyms, vocabulary, standing);
  const isKnown = members.some(({ way }) => way !== 'spelling' && way !== 'synonym');
  // Some of the longer ones that hold it were too rare to be taken: their chunks are found by its parts, even where words are cut.
  const isCutShort = isKnown && members.length >= RANKING.compoundLimit && members.every(({ way }) => way !== 'exact');
  const whole = group(word.term, word.isKebab ? RANKING.kebabWeight : RANKING.identifierWeight, members);
  const parts = word.parts.map((part) => {
    const role = roleOf(part, languages) === 'stop' ? 'stop' : 'content';
    const weight = Math.min(isKnown ? RANKING.partWeight : 1, role === 'stop' ? RANKING.stopWeight : 1);
    return group(part, weight, isKnown && !isCutShort ? vocabulary.exact(part) : membersOfWord(part, role, languages, [], vocabulary, 'part'), { isPlaced: !isKnown && role !== 'stop' });
  });
  return [whole, ...parts];
}

/** Says which terms besides itself stand for a word. */
function nameExpansions(word: TypedWord, groups: readonly Group[], expanded: Expansion[]): void {
  const isUnknown = word.kind === 'identifier' && groups[0].members.length === 0;
  const named: Expansion[] = [];
  for (const group of groups) {
    for (const member of group.members) {
      if (member.way !== 'exact') named.push({ typed: word.typed, used: member.term, kind: member.way });
      else if (isUnknown) named.push({ typed: word.typed, used: member.term, kind: 'part' });
    }
  }
  expanded.push(...named.slice(0, NAMED_LIMIT));
}
