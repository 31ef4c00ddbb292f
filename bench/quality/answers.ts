/**
 * What an engine answers to a query, as far as quality is measured.
 */

/** Hits that are looked at: 20 for ranking, more for what the gate keeps. */
export const ANSWER_LIMIT = 50;

export interface Answer {
  /** Ids, best first. */
  readonly sessions: readonly string[];
  /** Whether the gate calls it relevant, by hit. */
  readonly kept: readonly boolean[];
  /** Relevant hits in all, beyond the limit too. */
  readonly keptCount: number;
}
