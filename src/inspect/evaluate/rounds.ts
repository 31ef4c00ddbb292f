/**
 * Asks the questions of each kind, once: kinds that compare (with a typo, behind an opening) ask again what others have asked.
 */
import type { Progress } from '../../contract.ts';
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

type Asked = keyof Questions;

/** Share of the sessions, by length, that are the longest. */
const LONGEST = 0.1;
const PROGRESS_MS = 100;

/** Nothing is asked yet. count: questions of a kind. */
export function openRounds(tools: EvaluationTools, gathered: Gathered, questions: Questions, count: number, chance: Chance): Rounds {
  const numbers = new Map(gathered.sessions.map(({ id }, session) => [id, gathered.families[session]]));
  const members = new Map<number, string[]>();
  for (const [id, family] of numbers) members.set(family, [...(members.get(family) ?? []), id]);
  const startMs = Date.now();
  const total = Object.values(questions).reduce((sum, list: readonly Question[]) => sum + list.length, 0);
  let asked = 0;
  let toldMs = startMs;
  const tick = (): void => {
    asked++;
    const nowMs = Date.now();
    if (nowMs - toldMs < PROGRESS_MS) return;
    toldMs = nowMs;
    const progress: Progress = { doing: 'asking', filesDone: asked, filesTotal: Math.max(total + 4 * count, asked), bytesDone: 0, bytesTotal: 0, elapsedMs: nowMs - startMs };
    tools.onProgress(progress);
  };
  const asker: Asker = { search: tools.search, roots: tools.roots, familyOf: (id) => numbers.get(id), membersOf: (family) => members.get(family) ?? [] };
  const put = (question: Question, excluded?: readonly string[]): Outcome => {
    tick();
    return ask(asker, question, excluded);
  };
  const known = new Map<Asked, Outcome[]>();
  const outcomesOf = (kind: Asked): Outcome[] => {
    let outcomes = known.get(kind);
    if (outcomes === undefined) known.set(kind, (outcomes = questions[kind].map((question) => put(question))));
    return outcomes;
  };

  /** The same questions in another form, against the plain ones. */
  function compared(kinds: readonly Asked[], change: (question: Question) => Question | null): Round {
    const pairs = chance.shuffle(kinds.flatMap(outcomesOf)).flatMap((plain) => {
      const changed = change(plain.question);
      return changed === null ? [] : [{ plain, changed }];
    });
    const chosen = pairs.slice(0, count).map(({ plain, changed }) => ({ plain, outcome: put(changed) }));
    const outcomes = chosen.map(({ outcome }) => outcome);
    const loss = meanReciprocalRank(chosen.map(({ plain }) => plain)) - meanReciprocalRank(outcomes);
    return { n: chosen.length, figures: { ...figuresOf(outcomes), loss }, outcomes };
  }

  function byLength(): Round {
    const byFamily = new Map<number, number>();
    gathered.sessions.forEach(({ length }, session) => byFamily.set(gathered.families[session], (byFamily.get(gathered.families[session]) ?? 0) + length));
    const longest = new Set([...byFamily].sort((a, b) => b[1] - a[1]).slice(0, Math.ceil(byFamily.size * LONGEST)).map(([family]) => family));
    const outcomes = outcomesOf('title');
    const places = mean(outcomes, ({ first }) => (first !== null && longest.has(first) ? 1 : 0));
    const truth = mean(outcomes, ({ question: { may } }) => [...may].filter((family) => longest.has(family)).length / may.size);
    return { n: outcomes.length, figures: { places, truth, times: places / Math.max(truth, 1 / Math.max(1, outcomes.length)) }, outcomes: [] };
  }

  function gate(): Round {
    const outcomes = [...outcomesOf('identifier'), ...outcomesOf('title')];
    const found = outcomes.flatMap(({ relevantShare }) => (relevantShare === null ? [] : [relevantShare]));
    return { n: outcomes.length, figures: { recall: mean(found, (share) => share), median: median(outcomes.map(({ relevant }) => relevant)) }, outcomes: [] };
  }

  /** Titles, where the right session is, and where it was left out. */
  function nothing(): Round {
    const outcomes = outcomesOf('title');
    const without = questions.title.map((question) => put(question, gathered.sessions.flatMap(({ id }, session) => (question.may.has(gathered.families[session]) ? [id] : []))));
    const share = (list: readonly Outcome[]): number => mean(list, ({ relevant }) => (relevant === 0 ? 1 : 0));
    return { n: outcomes.length, figures: { wrongly: share(outcomes), leftOut: share(without) }, outcomes: [] };
  }

  function foreign(): Round {
    const all = FOREIGN.flatMap(({ begins, about }) => begins.flatMap((begin) => about.map((what) => `${begin} ${what}`)));
    const texts = chance.shuffle(all).slice(0, count);
    const counts = texts.map((text) => {
      tick();
      return countRelevant(asker, text);
    });
    return { n: texts.length, figures: { rightly: mean(counts, (relevant) => (relevant === 0 ? 1 : 0)) }, outcomes: [] };
  }

  const others: Readonly<Record<Exclude<KindName, Asked>, () => Round>> = {
    filler: () => compared(['title', 'identifier'], (question) => withOpening(question, chance)),
    typo: () => compared(['two', 'identifier', 'sentence', 'title'], (question) => withTypo(question, chance)),
    length: byLength,
    gate,
    nothing,
    foreign,
  };

  return {
    of: (kind) => {
      if (isOther(kind)) return others[kind]();
      const outcomes = outcomesOf(kind);
      return { n: outcomes.length, figures: figuresOf(outcomes), outcomes };
    },
  };

  function isOther(kind: KindName): kind is Exclude<KindName, Asked> {
    return kind in others;
  }
}
