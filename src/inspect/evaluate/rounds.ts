/**
 * Asks the questions of each kind, once: kinds that compare (with a typo, behind an opening) ask again what others have asked.
 */
import type { Chance } from '../chance.ts';
import { ask, countRelevant } from './ask.ts';
import type { Asker, Outcome } from './ask.ts';
import type { EvaluationTools } from './evaluate.ts';
import type { Gathered } from './gather.ts';
import { figuresOf, mean, meanReciprocalRank, median } from './measures.ts';
import type { Figures, KindName } from './measures.ts';
import { FOREIGN } from './phrases.ts';
import { withOpening, withTypo } from './questions.ts';
import type { Question, Questions } from './questions.ts';
import { createTicker } from './ticker.ts';

/** What was asked of a kind. */
export interface Round {
  readonly n: number;
  readonly figures: Figures;
  /** Those whose misses are worth telling. */
  readonly outcomes: readonly Outcome[];
}

/** All kinds. */
export interface Rounds {
  readonly of: (kind: KindName) => Round;
}

/** Kinds with questions of their own; the others are made of them. */
type Asked = keyof Questions;
type Derived = Exclude<KindName, Asked>;

/** Share of the sessions, by length, that are the longest. */
const LONGEST = 0.1;

/** Nothing is asked yet. count: questions of a kind. */
export function openRounds(tools: EvaluationTools, gathered: Gathered, questions: Questions, count: number, chance: Chance): Rounds {
  const questioner = createQuestioner(tools, gathered, questions, count);
  const { outcomesOf } = questioner;
  const changed = (kinds: readonly Asked[], change: Change): Round => compared(questioner, chance.shuffle(kinds.flatMap(outcomesOf)), change, count);
  const derived: Readonly<Record<Derived, () => Round>> = {
    filler: () => changed(['title', 'identifier'], (question) => withOpening(question, chance)),
    typo: () => changed(['two', 'identifier', 'sentence', 'title'], (question) => withTypo(question, chance)),
    length: () => byLength(outcomesOf('title'), gathered),
    gate: () => gate([...outcomesOf('identifier'), ...outcomesOf('title')]),
    nothing: () => nothing(questioner, outcomesOf('title'), questions.title, gathered),
    foreign: () => foreign(questioner, chance, count),
  };
  const isDerived = (kind: KindName): kind is Derived => kind in derived;
  return {
    of: (kind) => {
      if (isDerived(kind)) return derived[kind]();
      const outcomes = outcomesOf(kind);
      return { n: outcomes.length, figures: figuresOf(outcomes), outcomes };
    },
  };
}

/** Puts questions, and tells each as progress. */
interface Questioner {
  /** excluded: ids of sessions that are left out. */
  readonly put: (question: Question, excluded?: readonly string[]) => Outcome;
  /** How many sessions a text finds that are relevant. */
  readonly count: (text: string) => number;
  /** Asked when first wanted. */
  readonly outcomesOf: (kind: Asked) => readonly Outcome[];
}

function createQuestioner({ search, roots, onProgress }: EvaluationTools, gathered: Gathered, questions: Questions, count: number): Questioner {
  const asker = createAsker(search, roots, gathered);
  const tick = createTicker('asking', onProgress);
  const total = Object.values(questions).reduce((sum, list: readonly Question[]) => sum + list.length, 0);
  const known = new Map<Asked, readonly Outcome[]>();
  let asked = 0;
  const tell = (): void => {
    asked++;
    // Derived kinds ask some more, nobody knows yet how many.
    tick({ filesDone: asked, filesTotal: Math.max(total + 4 * count, asked), bytesDone: 0, bytesTotal: 0 });
  };
  const put: Questioner['put'] = (question, excluded) => {
    tell();
    return ask(asker, question, excluded);
  };
  return {
    put,
    count: (text) => {
      tell();
      return countRelevant(asker, text);
    },
    outcomesOf: (kind) => {
      const outcomes = known.get(kind) ?? questions[kind].map((question) => put(question));
      known.set(kind, outcomes);
      return outcomes;
    },
  };
}

function createAsker(search: EvaluationTools['search'], roots: readonly string[], { sessions, families }: Gathered): Asker {
  const familyById = new Map(sessions.map(({ id }, session) => [id, families[session]]));
  const members = new Map<number, string[]>();
  for (const [id, family] of familyById) members.set(family, [...(members.get(family) ?? []), id]);
  return { search, roots, familyOf: (id) => familyById.get(id), membersOf: (family) => members.get(family) ?? [] };
}

/** The question in another form; null when it has none. */
type Change = (question: Question) => Question | null;

/** The first `count` questions that have another form, asked in it: how much worse than the plain ones. */
function compared({ put }: Questioner, plainOutcomes: readonly Outcome[], change: Change, count: number): Round {
  const pairs = plainOutcomes.flatMap((plain) => {
    const changed = change(plain.question);
    return changed === null ? [] : [{ plain, changed }];
  }).slice(0, count);
  const outcomes = pairs.map(({ changed }) => put(changed));
  const loss = meanReciprocalRank(pairs.map(({ plain }) => plain)) - meanReciprocalRank(outcomes);
  return { n: pairs.length, figures: { ...figuresOf(outcomes), loss }, outcomes };
}

/** How often a long session comes first, and how often one is right. */
function byLength(outcomes: readonly Outcome[], { sessions, families }: Gathered): Round {
  const lengths = new Map<number, number>();
  sessions.forEach(({ length }, session) => lengths.set(families[session], (lengths.get(families[session]) ?? 0) + length));
  const longest = new Set([...lengths].sort((a, b) => b[1] - a[1]).slice(0, Math.ceil(lengths.size * LONGEST)).map(([family]) => family));
  const places = mean(outcomes, ({ first }) => (first !== null && longest.has(first) ? 1 : 0));
  const truth = mean(outcomes, ({ question: { may } }) => [...may].filter((family) => longest.has(family)).length / may.size);
  return { n: outcomes.length, figures: { places, truth, times: places / Math.max(truth, 1 / Math.max(1, outcomes.length)) }, outcomes: [] };
}

/** What of the right sessions is called relevant, and how many sessions are. */
function gate(outcomes: readonly Outcome[]): Round {
  const found = outcomes.flatMap(({ relevantShare }) => (relevantShare === null ? [] : [relevantShare]));
  return { n: outcomes.length, figures: { recall: mean(found, (share) => share), median: median(outcomes.map(({ relevant }) => relevant)) }, outcomes: [] };
}

/** How often nothing is called relevant: for titles whose session is there, and again without it. */
function nothing({ put }: Questioner, outcomes: readonly Outcome[], titles: readonly Question[], { sessions, families }: Gathered): Round {
  const without = titles.map((question) => put(question, sessions.flatMap(({ id }, session) => (question.may.has(families[session]) ? [id] : []))));
  const share = (list: readonly Outcome[]): number => mean(list, ({ relevant }) => (relevant === 0 ? 1 : 0));
  return { n: outcomes.length, figures: { wrongly: share(outcomes), leftOut: share(without) }, outcomes: [] };
}

/** How often nothing is called relevant for what nobody ever spoke of. */
function foreign({ count: countOf }: Questioner, chance: Chance, count: number): Round {
  const all = FOREIGN.flatMap(({ begins, about }) => begins.flatMap((begin) => about.map((what) => `${begin} ${what}`)));
  const counts = chance.shuffle(all).slice(0, count).map(countOf);
  return { n: counts.length, figures: { rightly: mean(counts, (relevant) => (relevant === 0 ? 1 : 0)) }, outcomes: [] };
}
