/**
 * The ways in which a term of the index can stand for a typed word: one table, in the order in which they are tried.
 *
 * A way gets what those before it have found and adds to it; a term keeps the tier of the way that found it first.
 * What several ways need from the dictionary (the terms that begin as typed) is read once, by the first to need it.
 * Which terms are known, and which are frequent, is decided by the live chunks of all segments together, so that
 * neither the number of segments nor dead rows change an answer.
 */
import { analyzeText } from '../analysis/analyzer.ts';
import { lazy } from '../lazy.ts';
import { RANKING } from './constants.ts';
import { formsOf, isPlural, type Forms } from './forms.ts';
import { isAlphanumeric, isLetters, lengthOf, unitsAt } from './letters.ts';
import type { TypedWord } from './query.ts';
import { scriptVariants } from './script.ts';
import { BEHIND, mayBeLetters, type FoundTerm, type Member, type Vocabulary } from './vocabulary.ts';
import { roleOf, type Languages } from './words.ts';

/** The role of a word in a query. Unfinished: it is being typed. */
export type Standing = 'alone' | 'beside others' | 'part' | 'unfinished';

/** A typed word for which terms are looked for. */
interface Sought {
  readonly term: string;
  /** Length in code points. */
  readonly length: number;
  /** A whole identifier: longer ones may hold it; synonyms and the like do not apply. */
  readonly isWhole: boolean;
  /** Part: of an identifier. Alone: nothing else of the query says what is looked for. */
  readonly standing: Standing;
  readonly role: TypedWord['role'];
  readonly vocabulary: Vocabulary;
  /** Forms of it outside that range. */
  readonly otherForms: readonly string[];
  /** Its synonyms. */
  readonly synonyms: readonly string[];
  readonly range: () => Range;
}

/** What is found among the terms that begin alike, by frequency. */
interface Range {
  /** The term itself, if it is known. */
  readonly exact: readonly Member[];
  /** Words of the same stem. */
  readonly forms: readonly FoundTerm[];
  /** Words that begin as typed; for an identifier, longer ones. */
  readonly longer: readonly FoundTerm[];
}

/** A way to find terms: returns those that it adds to what was found before. */
type Way = (sought: Sought, found: readonly Member[]) => readonly Member[];

/** In order. */
const WAYS: readonly Way[] = [asTyped, otherForms, longerIdentifiers, wordsThatBeginSo, wordsThatHoldIt, wordsSpeltAlike, otherWords];

/** The terms that stand for a word of that role, by falling tier. */
export function membersOfWord(term: string, role: TypedWord['role'], languages: Languages, synonyms: readonly string[], vocabulary: Vocabulary, standing: Standing): Member[] {
  const forms = role === 'stop' || !isLetters(term) ? NO_FORMS : withoutStopWords(formsOf(term, languages), languages);
  const range = lazy(() => wordRange(term, role, forms, vocabulary, standing));
  return membersOf({ term, length: lengthOf(term), isWhole: false, standing, role, vocabulary, otherForms: forms.others, synonyms, range });
}

/** The terms that stand for a whole identifier, by falling tier. */
export function membersOfIdentifier(term: string, synonyms: readonly string[], vocabulary: Vocabulary, standing: Standing): Member[] {
  const range = lazy(() => identifierRange(term, vocabulary));
  return membersOf({ term, length: lengthOf(term), isWhole: true, standing, role: 'content', vocabulary, otherForms: [], synonyms, range });
}

/** The terms that stand for a pair or a character of a run without spaces: itself, and its variants in the other script. */
export function membersOfGram(gram: string, vocabulary: Vocabulary): Member[] {
  const others = scriptVariants(gram).flatMap((other) => vocabulary.exact(other));
  return [...vocabulary.exact(gram), ...others.map((other) => ({ ...other, tier: RANKING.tierScript, way: 'script' as const }))];
}

function membersOf(sought: Sought): Member[] {
  const found = new Map<string, Member>();
  for (const way of WAYS) {
    for (const member of way(sought, [...found.values()])) if (!found.has(member.term)) found.set(member.term, member);
  }
  const all = [...found.values()];
  const members = all.some(({ way }) => way === 'start' || way === 'middle') ? all.map((member) => (isDoubted(member, sought) ? { ...member, tier: RANKING.tierFormDoubted } : member)) : all;
  return members.sort((a, b) => b.tier - a.tier);
}

/**
 * True for a form of a word that was typed alone and occurs nowhere, or for a synonym, when it does not contain the word and the word is neither
 * its plural nor its past: the word is then likelier a piece of longer ones, "inges" of "ingest" and not of "ing".
 */
function isDoubted({ way, term: form }: Member, { term, standing, range }: Sought): boolean {
  return (way === 'form' || way === 'synonym') && standing === 'alone' && range().exact.length === 0 && !form.includes(term) && !/ed$|ing$/.test(term) && !isPlural(term, form);
}

const NO_FORMS: Forms = { start: '', isSameStem: () => false, others: [] };

/** A stop word is no form of another word: whoever types the start of "bothering" does not ask for "both". */
function withoutStopWords({ start, isSameStem, others }: Forms, languages: Languages): Forms {
  const isStop = (word: string): boolean => roleOf(word, languages) === 'stop';
  return { start, isSameStem: (other) => isSameStem(other) && !isStop(other), others: others.filter((other) => !isStop(other)) };
}

/** The classes into which a range is sorted: the numbers of TermClass. */
const CLASS = { none: -1, form: 0, longer: 1 } as const;

/** A form has at most this many letters more than what all forms begin with ("oper-ationally"); longer terms need no stem. */
const LONGEST_ENDING = 9;

/** One walk over the terms that begin as all forms do, which is how the word begins. */
function wordRange(term: string, role: TypedWord['role'], { start, isSameStem }: Forms, vocabulary: Vocabulary, standing: Standing): Range {
  const { startLimit, startLimitUnknown, startMinChars, startMinCharsWithDigits, formLimit, middleMinChars } = RANKING;
  const length = lengthOf(term);
  const isWord = isLetters(term);
  // With digits it is an id, perhaps the first digits of a commit.
  const hasStarts = role === 'content' && (isWord ? length >= (standing === 'unfinished' ? middleMinChars : startMinChars) : length >= startMinCharsWithDigits && isAlphanumeric(term));
  if (!hasStarts && start === '') return { exact: vocabulary.exact(term), forms: [], longer: [] };
  const begin = start === '' ? term : start;
  const isWanted = isWord ? isLetters : isAlphanumeric;
  const exact = vocabulary.exact(term);
  const ways = [['form', formLimit], ['start', exact.length > 0 ? startLimit : startLimitUnknown]] as const;
  const [forms, longer] = vocabulary.among(begin, ways, isWord ? BEHIND.letters : BEHIND.digitsToo, (other, isPlain) => {
    if (other === term) return CLASS.none;
    if (start !== '' && other.length <= begin.length + LONGEST_ENDING && isSameStem(other)) return CLASS.form;
    return hasStarts && other.startsWith(term) && (isPlain || isWanted(other)) ? CLASS.longer : CLASS.none;
  });
  return { exact, forms, longer };
}

function identifierRange(term: string, vocabulary: Vocabulary): Range {
  const { compoundLimit, compoundMinChars } = RANKING;
  if (lengthOf(term) < compoundMinChars) return { exact: vocabulary.exact(term), forms: [], longer: [] };
  const addsChunksTo = addsChunks(term);
  const [longer] = vocabulary.among(term, [['compound', compoundLimit]], BEHIND.anything, (other) => (other !== term && addsChunksTo(other) ? 0 : CLASS.none));
  return { exact: vocabulary.exact(term), forms: [], longer };
}

/** Where a longer compound is indexed together with the typed one, its chunks have the exact term already. */
function addsChunks(term: string): (longer: string) => boolean {
  return (longer) => !analyzeText(longer).some((token) => token.term === term);
}

function members(terms: readonly FoundTerm[], way: Member['way'], tier: number): Member[] {
  return terms.map(({ term, ordinals }) => ({ term, tier, way, ordinals }));
}

function asTyped({ range }: Sought): readonly Member[] {
  return range().exact;
}

function otherForms({ term, vocabulary, otherForms: others, range }: Sought): readonly Member[] {
  const { tierPlural, tierForm } = RANKING;
  const found = [...range().forms, ...others.flatMap((other) => vocabulary.exact(other))];
  return found.map((form) => ({ term: form.term, tier: isPlural(term, form.term) ? tierPlural : tierForm, way: 'form', ordinals: form.ordinals }));
}

/**
 * Longer identifiers that hold it. Those that only begin with it are a range of the dictionary; for one that is known so
 * they are enough, since scanning all terms would cost as much as the rest of the search, and text that holds it
 * elsewhere is still found by its parts.
 */
function longerIdentifiers({ term, length, isWhole, standing, vocabulary, range }: Sought): readonly Member[] {
  const { tierCompound, compoundLimit, compoundMinChars } = RANKING;
  if (!isWhole || length < compoundMinChars) return [];
  const { exact, longer } = range();
  const isBegun = standing === 'unfinished' && longer.length > 0;
  return exact.length > 0 || isBegun ? members(longer, 'compound', tierCompound) : vocabulary.containing(term, 'compound', tierCompound, compoundLimit, addsChunks(term));
}

function wordsThatBeginSo({ isWhole, range }: Sought): readonly Member[] {
  return isWhole ? [] : members(range().longer, 'start', RANKING.tierStart);
}

/** Synonyms with their plurals; those of several words as the identifiers that join them. They do not change how common the word is. */
function otherWords({ synonyms, vocabulary }: Sought): readonly Member[] {
  const terms = synonyms.flatMap((synonym) => {
    const words = synonym.split(' ');
    if (words.length > 1) return ['-', '_', ''].map((joiner) => words.join(joiner));
    return synonym.endsWith('s') ? [synonym, synonym.slice(0, -1)] : [synonym, `${synonym}s`];
  });
  return terms.flatMap((term) => vocabulary.exact(term)).map((member) => ({ ...member, tier: RANKING.tierSynonym, way: 'synonym' }));
}

/**
 * All words that begin so, then those that hold it elsewhere: for an unknown word, and for one that hardly any text holds, since
 * it may be a piece of another. The typed start is likelier meant.
 */
function wordsThatHoldIt(sought: Sought, found: readonly Member[]): readonly Member[] {
  const { term, length, isWhole, standing, role, vocabulary } = sought;
  const { tierStart, tierMiddle, tierMiddleBesideStart, middleLimit, middleMinChars } = RANKING;
  const isKnown = found.some(({ way }) => way === 'exact');
  // Somebody who is typing does not wait for a scan of all terms.
  if (standing === 'unfinished' && found.length > 0) return [];
  if (isWhole || role === 'stop' || length < middleMinChars || (isKnown && !isPiece(term, length, standing, role, found, vocabulary))) return [];
  // For a known word, words only: compounds that have it as a part hold it already, and their other parts are words.
  const holding = isKnown ? vocabulary.containing(term, 'middle', tierMiddle, middleLimit, isLetters, mayBeLetters) : vocabulary.containing(term, 'middle', tierMiddle, middleLimit, () => true);
  vocabulary.foundAfterAll('start');
  if (found.every((member) => isDoubted(member, sought))) return holding;
  return holding.map((member) => ({ ...member, tier: member.way === 'start' ? tierStart : tierMiddleBesideStart }));
}

/** True for a word in so few chunks that it may be a piece of others: one that was typed alone, or a short one without other forms. */
function isPiece(term: string, length: number, standing: Standing, role: TypedWord['role'], found: readonly Member[], vocabulary: Vocabulary): boolean {
  if (role !== 'content' || standing === 'part' || !isLetters(term)) return false;
  const isAlone = standing === 'alone';
  if (!isAlone && (length > RANKING.pieceMaxChars || found.some(({ way }) => way === 'form'))) return false;
  const most = isAlone ? RANKING.pieceChunksAlone : RANKING.pieceChunks;
  return found.every((member) => member.way !== 'exact' || vocabulary.liveChunks(member) <= most);
}

/**
 * For an unknown word that begins no other: words one edit away, or if there are none two. Below words that hold it, for it may be a piece of them.
 * Also whole identifiers, with the same joiners. What has digits, or may be a piece of a hash, is never a misspelling of another word.
 */
function wordsSpeltAlike({ term, length, isWhole, role, vocabulary, range }: Sought, found: readonly Member[]): readonly Member[] {
  const { tierSpelling, tierSpellingBesideMiddle, spellingTwoEdits, spellingMinChars, spellingMinCharsForTwo, spellingLimit } = RANKING;
  if (role === 'stop' || length < spellingMinChars || found.some(({ way }) => way !== 'middle' && way !== 'start')) return [];
  if (/[0-9]|^[a-f]+$/.test(term) || (!isWhole && !isLetters(term)) || range().longer.length > 0) return [];
  const signs = signsOf(term);
  const closeWithin = (edits: number): FoundTerm[][] => vocabulary.close(term, edits, spellingLimit, (close) => signsOf(close) === signs);
  let byEdits = closeWithin(1);
  // Two edits cost several times as much to look for: only when there is nothing else.
  if (byEdits.every((close) => close.length === 0) && found.length === 0 && length >= spellingMinCharsForTwo) byEdits = closeWithin(2);
  const tier = found.length > 0 ? tierSpellingBesideMiddle : tierSpelling;
  return byEdits.flatMap((close, more) => members(close, 'spelling', tier * spellingTwoEdits ** more));
}

/** What is no letter in a term, in order. */
function signsOf(term: string): string {
  let signs = '';
  for (let at = 0; at < term.length; at += unitsAt(term, at)) if (!isLetters(term.slice(at, at + unitsAt(term, at)))) signs += term[at];
  return signs;
}
