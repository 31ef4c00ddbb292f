/**
 * Answers that the invented scenario gives in every client, and the shape of the tables beside this file.
 */

export interface ExpectedFile {
  /** Title from the file itself. */
  readonly title?: string;
  /** Title from a summary line anywhere, which names an entry of this file. */
  readonly summary?: string;
  /** Folder to resume in. */
  readonly folder?: string;
  readonly branch?: string;
  /** Sessions (start of the id) that hold some of this session's turns too, and how many. */
  readonly shares?: readonly (readonly [string, number])[];
  /** Of a sub-agent: its session and the turn that started it. */
  readonly startedIn?: readonly [string, number];
  /** The script, in the notation of recorded.ts; a line that ends in … gives only the beginning. */
  readonly talk: readonly string[];
}

/** By path below `projects`, without `.jsonl`; files that are missing must not be read at all (warm-ups). */
export type ExpectedFiles = Readonly<Record<string, ExpectedFile>>;

export const RETRY = 'The payment client retries three times with exponential backoff: 200 ms, 400 ms and 800 ms. Only HTTP 429 and 503 are retried; a 402 (card declined) is final.';
export const HALF_UP = 'Half-up rounding, because the invoices from the accounting export use half-up as well.';
export const READ_FIRST = "I'll read the cart module first.";
export const FLOATS = "The total is computed in floating point and then floored, so a cent is lost. I'll switch to integer cents.";
export const FIXED = 'Fixed: `total()` in src/cart.ts now rounds integer cents instead of flooring a float, so 3 x 19.99 gives 59.97. The tests pass.';
export const GROESSE = 'Die Größe der Bestellung steht in `orders.size`; maßgeblich ist die Straße des Empfängers. Viele Grüße 🚀';
export const KATO = 'カートの合計は整数のセント単位で計算し、最後に四捨五入します。';
export const HELPER_SAYS = 'The helper reports two modules: cart (totals) and pay (payment retries).';
export const REPORT = 'Modules: cart.ts computes totals; pay.ts retries payments with backoff. HELPER-REPORT-TOKEN-7QX';
