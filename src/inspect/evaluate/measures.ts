/**
 * What is measured, one row a kind: how its number comes about, and what it must reach. Pure.
 *
 * Lines are those of the ranking's own evaluation, where each was taken with some air; `title` and `shuffled` are stricter here,
 * since a person's own history gives the words that a hand-written description does not.
 */
import type { MeasureLine } from '../../reports.ts';
import type { Outcome } from './ask.ts';

/** Figures of a kind, by name. */
export type Figures = Readonly<Record<string, number>>;

/** A figure and what it must be. */
export interface PassLine {
  readonly figure: string;
  readonly least?: number;
  readonly most?: number;
}

/** A row of the table. */
export interface MeasuredKind {
  readonly kind: string;
  readonly asks: string;
  readonly lines: readonly PassLine[];
}

/** Every kind, in the order of the table. Names are what --kind takes. */
export const KINDS = [
  { kind: 'word', asks: 'a word that stands in at most ten sessions', lines: [{ figure: 'inTen', least: 1 }, { figure: 'atAll', least: 1 }, { figure: 'p1', least: 0.98 }] },
  { kind: 'common', asks: 'a word that stands in more', lines: [{ figure: 'atAll', least: 1 }] },
  { kind: 'start', asks: 'the start of a word', lines: [{ figure: 'inTen', least: 1 }, { figure: 'atAll', least: 1 }] },
  { kind: 'middle', asks: 'the middle of a word', lines: [{ figure: 'inTen', least: 1 }, { figure: 'atAll', least: 1 }] },
  { kind: 'two', asks: 'two words of two turns of a session', lines: [{ figure: 'inTen', least: 1 }, { figure: 'atAll', least: 1 }, { figure: 'p1', least: 0.95 }] },
  { kind: 'output', asks: 'a word of what a tool printed', lines: [{ figure: 'inTen', least: 1 }, { figure: 'atAll', least: 1 }] },
  { kind: 'agent', asks: 'a word of a sub-agent', lines: [{ figure: 'inTen', least: 1 }, { figure: 'atAll', least: 1 }] },
  { kind: 'identifier', asks: 'an identifier', lines: [{ figure: 'p1', least: 0.95 }, { figure: 'p3', least: 0.95 }, { figure: 'mrr', least: 0.97 }] },
  { kind: 'sentence', asks: 'an identifier inside a sentence', lines: [{ figure: 'p1', least: 0.92 }, { figure: 'p3', least: 0.92 }, { figure: 'mrr', least: 0.94 }] },
  { kind: 'title', asks: 'a title that a model wrote, not searched itself', lines: [{ figure: 'inTen', least: 0.97 }, { figure: 'mrr', least: 0.85 }] },
  { kind: 'shuffled', asks: 'words of a prompt in another order', lines: [{ figure: 'mrr', least: 0.88 }] },
  { kind: 'filler', asks: 'titles and identifiers behind an opening', lines: [{ figure: 'loss', most: 0.03 }] },
  { kind: 'typo', asks: 'words, identifiers in sentences and titles with a typo', lines: [{ figure: 'loss', most: 0.02 }] },
  { kind: 'length', asks: 'first places of the longest tenth, by their share of the truth', lines: [{ figure: 'times', most: 2 }] },
  { kind: 'gate', asks: 'right sessions called relevant; how many are called so', lines: [{ figure: 'recall', least: 0.85 }, { figure: 'median', most: 5 }] },
  { kind: 'nothing', asks: '"nothing relevant" where the right session is', lines: [{ figure: 'wrongly', most: 0.02 }] },
  { kind: 'foreign', asks: '"nothing relevant" of another field', lines: [{ figure: 'rightly', least: 0.85 }] },
] as const satisfies readonly MeasuredKind[];

/** Name of a kind. */
export type KindName = (typeof KINDS)[number]['kind'];

/** Fewer say nothing. */
export const MIN_QUESTIONS = 20;

/** The figures that nearly every kind has. */
export function figuresOf(outcomes: readonly Outcome[]): Figures {
  return {
    p1: mean(outcomes, ({ rank }) => (rank === 1 ? 1 : 0)),
    p3: mean(outcomes, ({ inThree }) => inThree),
    inTen: mean(outcomes, ({ rank }) => (rank === null ? 0 : 1)),
    atAll: mean(outcomes, ({ missing }) => (missing.length === 0 ? 1 : 0)),
    mrr: meanReciprocalRank(outcomes),
  };
}

/** Mean of 1 / rank of the first right one within ten. */
export function meanReciprocalRank(outcomes: readonly Outcome[]): number {
  return mean(outcomes, ({ rank }) => (rank === null ? 0 : 1 / rank));
}

/** The lines of a kind with what was reached. */
export function heldTo(lines: readonly PassLine[], figures: Figures): MeasureLine[] {
  return lines.map(({ figure, least = null, most = null }) => {
    const reached = figures[figure];
    return { figure, least, most, isMet: (least === null || reached >= least) && (most === null || reached <= most) };
  });
}

/** Mean of a number of each; 0 of nothing. */
export function mean<T>(list: readonly T[], of: (one: T) => number): number {
  return list.length === 0 ? 0 : list.reduce((sum, one) => sum + of(one), 0) / list.length;
}

/** The middle one, the lower of two. */
export function median(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : [...numbers].sort((a, b) => a - b)[(numbers.length - 1) >> 1];
}
