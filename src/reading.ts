/**
 * A page of a session, and how it is asked for: a part of contract.ts, as types alone.
 *
 * A page is printed by `show --json` as it is, so keys are only ever added to it.
 */
import type { FieldName } from './schema.ts';

/** One turn of a page; parts as they were said. */
export interface SessionTurn {
  turn: number;
  when: string | null;
  /** cut: UTF-16 units left out at the end of the text; missing where the text is whole. */
  parts: { field: FieldName; text: string; agent: boolean; cut?: number }[];
  /** Around a hit, where not all of the turn is shown: what was left out before and after, in pieces of about 1 KB. */
  around?: { before: number; behind: number };
}

/** The `--json` object of `show`. Keys are only ever added. */
export interface SessionPage {
  schema: 1;
  session: string;
  title: string;
  project: string;
  cwd: string;
  branch: string | null;
  first: string | null;
  last: string | null;
  opening: string;
  lastPrompt: string;
  lastAnswer: string;
  turns: SessionTurn[];
  total: number;
  next: number | null;
}

/** What to read of a session. */
export interface SessionRequest {
  /** Whole session id. */
  readonly session: string;
  /** One turn in full; or null. */
  readonly turn: number | null;
  /** A hit key `SESSION:TURN:N`; or null. */
  readonly around: string | null;
  /** Chunks (about 1 KB of text) shown before and after that hit; 12 when missing. */
  readonly chunksAround?: number;
  /** First turn to show (paging). */
  readonly from: number;
  /** How many turns. */
  readonly turns: number;
  /** Last turn to show; when missing, `turns` alone decides. */
  readonly to?: number;
  /** Only these fields, and turns that have one of them; all when missing. */
  readonly fields?: readonly FieldName[];
  /**
   * Most UTF-16 units of text on the page; no limit when missing. A page ends before the turn that would not fit; if the first turn is too
   * long by itself, its texts are cut, the longest first.
   */
  readonly budget?: number;
}
