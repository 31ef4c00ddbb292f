/**
 * What is read of a session, and how it is asked for: a part of contract.ts, as types alone.
 *
 * A page is printed by `show --json` as it is, so keys are only ever added to it.
 */
import type { FieldName } from './schema.ts';

/** One turn of a page; parts as they were said. */
export interface SessionTurn {
  turn: number;
  when: string | null;
  parts: { field: FieldName; text: string; agent: boolean }[];
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
  /** First turn to show (paging). */
  readonly from: number;
  /** How many turns. */
  readonly turns: number;
}
