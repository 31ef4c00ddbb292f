/**
 * What the kinds of measurement share: the histories, the meter, and where rows go.
 */
import type { History } from './history.ts';
import type { Meter, Pair } from './process.ts';
import type { Row } from './rows.ts';

export interface Measurement {
  readonly meter: Meter;
  readonly histories: readonly History[];
  /** Into the table, and shown at once: a run may last hours. */
  readonly add: (...rows: readonly Row[]) => void;
  /** Counted runs of a build; of short commands twice as many. */
  readonly runs: number;
  /** For whatever is made on the way. */
  readonly folder: string;
  /** Where histories lie that need not be generated, or null. */
  readonly kept: string | null;
  /** Builds the index of a history that has none yet. */
  readonly ensureIndex: (history: History) => void;
}

/** What a ratio was made of. */
export function times({ aMs, bMs }: Pair): string {
  return `(${aMs.toFixed(0)} / ${bMs.toFixed(0)} ms)`;
}
