/**
 * Questions whose answer is known: made of samples of the transcripts, answered by the scan of truth.ts. Pure.
 *
 * Which words are rare enough is known only after the scan, so more are proposed than asked: every sample gives its words as
 * patterns, then the first pattern of each sample whose sessions are as few (or as many) as its kind wants becomes a question.
 */
import type { Chance } from '../chance.ts';
import type { Gathered } from './gather.ts';
import { UNSPACED, partsOfWord } from './names.ts';
import { OPENINGS, SENTENCES } from './phrases.ts';
import type { Sample, SampleKind } from './samples.ts';
import { promptKey, proposeTitles, tellsWhich } from './titles.ts';
import { createTruthScan } from './truth.ts';
import type { Truth, TruthScan } from './truth.ts';

/** A question, and the sessions that answer it. Families, see gather.ts. */
export interface Question {
  readonly text: string;
  /** The session that it was made of. */
  readonly session: number;
  /** All of these must be found. */
  readonly must: ReadonlySet<number>;
  /** Any of these may stand first; includes `must`. */
  readonly may: ReadonlySet<number>;
  /** The title is what it was made of, so titles are not searched. */
  readonly isTitle: boolean;
}

/** Questions by what they test. */
export interface Questions {
  readonly word: readonly Question[];
  readonly common: readonly Question[];
  readonly start: readonly Question[];
  readonly middle: readonly Question[];
  readonly two: readonly Question[];
  readonly output: readonly Question[];
  readonly agent: readonly Question[];
  readonly identifier: readonly Question[];
  readonly sentence: readonly Question[];
  readonly title: readonly Question[];
  readonly shuffled: readonly Question[];
}

/** A word that stands in more sessions is common. */
const RARE = 10;
const RARE_START = 15;
const RARE_OF_TWO = 25;
const RARE_TWO = 5;
const MIN_START = 7;
const START_SHARE = 0.65;
const MIN_START_UNITS = 4;
const MIN_MIDDLE = 9;
/** Patterns that are looked for anywhere cost most. */
const INSIDES_A_SAMPLE = 3;
const PIECE_UNITS = 4;
/** Words of a prompt that are asked; fewer say too little. */
const MIN_PROMPT_WORDS = 5;
const MAX_PROMPT_WORDS = 12;

interface Proposal {
  readonly sample: Sample;
  readonly text: string;
  readonly truth: Truth;
}

/** At most so many of each kind. */
export function makeQuestions(gathered: Gathered, count: number, chance: Chance): Questions {
  const scan = createTruthScan();
  const samples = (kind: SampleKind): readonly Sample[] => chance.shuffle(gathered.samples.get(kind) ?? []);
  // Kinds of text in turn, so that rare ones count.
  const mixed = inTurn((['prompt', 'answer', 'thinking', 'tool', 'summary'] as const).map(samples));
  const output = proposeWords(scan, samples('output'));
  const agent = proposeWords(scan, samples('agent'));
  const everywhere = inTurn([mixed, samples('output')]);
  const words = proposeWords(scan, mixed);
  const starts = propose(scan, 'start', everywhere, ({ words: all }) => all.filter((word) => isOneWord(word) && word.length >= MIN_START).map(startOf));
  const middles = propose(scan, 'inside', everywhere, ({ words: all }) => all.flatMap((word) => middleOf(word, chance)).slice(0, INSIDES_A_SAMPLE));
  const identifiers = propose(scan, 'inside', everywhere, ({ identifiers: all }) => all.slice(0, INSIDES_A_SAMPLE));
  const bySession = chance.shuffle(gathered.bySession).map((own) => proposeWords(scan, chance.shuffle(own)));
  const titles = chance.shuffle(proposeTitles(gathered, scan));
  gathered.sessions.forEach(({ names }, session) => scan.see(session, names.toString('utf8')));

  const family = (session: number): number => gathered.families[session];
  const choose = (proposals: readonly (readonly Proposal[])[], least: number, most: number): Question[] => {
    const taken = new Set<string>();
    const chosen: Question[] = [];
    for (const list of proposals) {
      if (chosen.length === count) break;
      const found = list.map((proposal) => questionOf(proposal, family)).find(({ text, must }) => must.size >= least && must.size <= most && !taken.has(text.toLowerCase()));
      if (found === undefined) continue;
      taken.add(found.text.toLowerCase());
      chosen.push(found);
    }
    return chosen;
  };
  const identifier = choose(identifiers, 1, RARE);
  return {
    word: choose(words, 1, RARE),
    common: choose(words, RARE + 1, Infinity),
    start: choose(starts, 1, RARE_START),
    middle: choose(middles, 1, RARE_START),
    two: firstOf(inTurn(bySession.map((own) => twoWords(own, family))), count),
    output: choose(output, 1, RARE),
    agent: choose(agent, 1, RARE),
    identifier,
    sentence: identifier.map((question) => ({ ...question, text: chance.pick(SENTENCES).replace('*', () => question.text) })),
    title: firstOf(titles.filter((title) => tellsWhich(title, gathered.sessions.length)), count).map(({ text, holders, right }) => ofPhrase(text, holders, family, true, right)),
    shuffled: promptQuestions(gathered, count, chance, family),
  };
}

function proposeWords(scan: TruthScan, samples: readonly Sample[]): Proposal[][] {
  return propose(scan, 'word', samples, ({ words }) => words.filter((word) => !UNSPACED.test(word)));
}

function propose(scan: TruthScan, kind: 'word' | 'start' | 'inside', samples: readonly Sample[], textsOf: (sample: Sample) => readonly string[]): Proposal[][] {
  return samples.map((sample) => textsOf(sample).map((text) => ({ sample, text, truth: scan.add(kind, text) })));
}

function questionOf({ sample, text, truth }: Proposal, family: (session: number) => number): Question {
  const families = (sessions: ReadonlySet<number>): Set<number> => new Set([...sessions].map(family));
  return { text, session: sample.session, must: families(truth.must), may: families(truth.may), isTitle: false };
}

function startOf(word: string): string {
  return word.slice(0, Math.max(MIN_START_UNITS, Math.floor(word.length * START_SHARE)));
}

/** A word without its first two letters and its last; of a run without spaces a piece anywhere. */
function middleOf(word: string, chance: Chance): string[] {
  if (UNSPACED.test(word)) {
    const signs = [...word];
    if (signs.length < PIECE_UNITS || !signs.every((sign) => UNSPACED.test(sign))) return [];
    const from = chance.below(signs.length - PIECE_UNITS + 1);
    return [signs.slice(from, from + PIECE_UNITS).join('')];
  }
  return isOneWord(word) && word.length >= MIN_MIDDLE ? [word.slice(2, -1)] : [];
}

/** Letters without a border inside: `logW` of `logWarning` is no start of a word, but the letter of another. */
function isOneWord(word: string): boolean {
  return /^\p{L}+$/u.test(word) && !UNSPACED.test(word) && partsOfWord(word).length === 0;
}

/** Of each two samples of different turns the first pair of words, each in few sessions, that stand together in very few. samples: of one session. A word is asked once. */
function twoWords(samples: readonly (readonly Proposal[])[], family: (session: number) => number): Question[] {
  const rare = samples.map((list) => list.filter(({ truth }) => truth.must.size <= RARE_OF_TWO));
  const asked = new Set<string>();
  const pairs = rare.flatMap((one, at) => rare.slice(at + 1).map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]) => {
    if (one.length === 0 || other.length === 0 || one[0].sample.turn === other[0].sample.turn) return [];
    for (const a of one) {
      for (const b of other) {
        if (asked.has(a.text.toLowerCase()) || asked.has(b.text.toLowerCase()) || a.truth === b.truth) continue;
        const must = both(a.truth.must, b.truth.must, family);
        if (must.size === 0 || must.size > RARE_TWO) continue;
        for (const { text } of [a, b]) asked.add(text.toLowerCase());
        return [{ text: `${a.text} ${b.text}`, session: a.sample.session, must, may: both(a.truth.may, b.truth.may, family), isTitle: false }];
      }
    }
    return [];
  });
}

function both(a: ReadonlySet<number>, b: ReadonlySet<number>, family: (session: number) => number): Set<number> {
  const ofB = new Set([...b].map(family));
  return new Set([...a].map(family).filter((number) => ofB.has(number)));
}

function promptQuestions({ prompts, promptHolders }: Gathered, count: number, chance: Chance, family: (session: number) => number): Question[] {
  const asked = new Set<string>();
  return firstOf(chance.shuffle(prompts.filter(Boolean)).flatMap(({ session, text }): Question[] => {
    const words = [...new Set(text.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).filter((word) => word !== ''))];
    const key = promptKey(text);
    if (words.length < MIN_PROMPT_WORDS || asked.has(key)) return [];
    asked.add(key);
    const shuffled = chance.shuffle(words).slice(0, MAX_PROMPT_WORDS).join(' ');
    return [ofPhrase(shuffled, [...(promptHolders.get(key) ?? [session])], family, false)];
  }), count);
}

function ofPhrase(text: string, holders: readonly number[], family: (session: number) => number, isTitle: boolean, right: Iterable<number> = holders): Question {
  return { text, session: holders[0], must: new Set(holders.map(family)), may: new Set([...right].map(family)), isTitle };
}

/** The question with an opening in front of it. */
export function withOpening(question: Question, chance: Chance): Question {
  return { ...question, text: `${chance.pick(OPENINGS)} ${question.text}` };
}

const MIN_TYPO = 5;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The question with one letter of one word dropped, added, changed or swapped with the next; null where no word has five letters. */
export function withTypo(question: Question, chance: Chance): Question | null {
  const words = question.text.split(' ');
  const long = words.flatMap((word, at) => (word.length >= MIN_TYPO && /^[A-Za-z]+$/.test(word) ? [at] : []));
  if (long.length === 0) return null;
  const at = chance.pick(long);
  words[at] = mistyped(words[at], chance);
  return { ...question, text: words.join(' ') };
}

function mistyped(word: string, chance: Chance): string {
  // The first letter is seldom wrong.
  const at = 1 + chance.below(word.length - 2);
  const [before, letter, next, rest] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 1)];
  const other = chance.pick([...LETTERS].filter((one) => one !== letter.toLowerCase()));
  const edits = [before + rest, before + other + letter + rest, before + other + rest, ...(letter === next ? [] : [before + next + letter + word.slice(at + 2)])];
  return chance.pick(edits);
}

/** One of each list, then the next of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => (at < list.length ? [list[at]] : []))).flat();
}

function firstOf<T>(list: readonly T[], count: number): T[] {
  return list.slice(0, count);
}
