/**
 * What all measurements share: the histories, the meter, and where rows go.
 */
import type { History } from './history.ts';
import type { Meter, Pair } from './process.ts';
import type { Row } from './rows.ts';

/** What a measurement is given. */
export interface Measurement {
  readonly meter: Meter;
  readonly histories: readonly History[];
  /** Adds rows to the table, and shows them at once, since a run may last hours. */
  readonly add: (...rows: readonly Row[]) => void;
  /** How many runs of a build are counted; of short commands twice as many. */
  readonly runs: number;
  /** A temporary folder for whatever is made on the way. */
  readonly folder: string;
  /** A folder with histories that need not be generated, or null. */
  readonly kept: string | null;
  /** Builds the index of a history that has none yet. */
  readonly ensureIndex: (history: History) => void;
}

/** The times that a ratio was made from: `(203 / 109 ms)`. */
export function times({ aMs, bMs }: Pair): string {
  return `(${aMs.toFixed(0)} / ${bMs.toFixed(0)} ms)`;
}
