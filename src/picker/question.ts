/**
 * What the picker asks and what it is told: types, and nothing that asks. Pure.
 *
 * Whoever answers (a thread of the command line, a fake in tests) gets requests and gives replies, in his own time. Each
 * reply says which request it is for, so that what comes late can be told from what is wanted now.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import type { FieldName } from '../schema.ts';
import type { Preview } from './preview.ts';

/** What is asked for, as far as keys change it. Dates and other flags are those that the command was called with. */
export interface Question {
  /** As typed. */
  readonly query: string;
  /** Only sessions of the folder that the person stands in. */
  readonly isHere: boolean;
  /** Only sessions of the branch that is checked out there. */
  readonly isOnBranch: boolean;
  /** Only text of this field; null: of those that the command was called with. */
  readonly field: FieldName | null;
  /** Weak hits too. */
  readonly isAll: boolean;
  /** The last word is being typed: words that begin so are enough for now. */
  readonly isUnfinished: boolean;
  readonly limit: number;
}

/** What a preview shows: a place in a session, and what stands there. */
export type Place = Pick<Hit, 'session' | 'turn' | 'turns' | 'hit' | 'field' | 'agent' | 'when' | 'snippet' | 'highlights' | 'passages' | 'prompt'>;

/** A request. number and key come back with the reply. */
export type PickerRequest =
  | { readonly kind: 'search'; readonly number: number; readonly question: Question }
  /** The turn around a place. */
  | { readonly kind: 'read'; readonly key: string; readonly place: Place }
  /** The places of one session that the question finds, in the order in which they were said. */
  | { readonly kind: 'places'; readonly key: string; readonly question: Question; readonly session: string };

/** A reply. */
export type PickerReply =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: SearchAnswer }
  | { readonly kind: 'preview'; readonly key: string; readonly preview: Preview }
  | { readonly kind: 'places'; readonly key: string; readonly places: readonly Place[] }
  /** number: of a search that failed; null for another request, which is then given up. Outside text. */
  | { readonly kind: 'failed'; readonly number: number | null; readonly message: string }
  /** How far reading what is new has come; '' when it is done. Outside text. */
  | { readonly kind: 'progress'; readonly text: string }
  /** The index may hold more than the last answer knew: it is to be asked anew, and for more than fits into the first frame. */
  | { readonly kind: 'grown' };

/** Whom the picker asks. */
export interface PickerSource {
  /** Is told all replies. Called once, before anything is asked. */
  listen(hear: (reply: PickerReply) => void): void;
  /** Of each kind only the newest request is sure to be answered. */
  ask(request: PickerRequest): void;
  /** Reads what is new in the transcripts; `grown` comes when that is done, and on the way where it takes long. */
  refresh(): void;
  /** No reply comes any more. What is being written is written to its end, which keeps no process alive. */
  close(): void;
}

/** The words as they are searched: blanks at the ends and doubled ones ask nothing. */
export function wordsOf({ query }: Question): string {
  return query.trim().replace(/\s+/g, ' ');
}
