/**
 * What the picker asks, and what it is told, as types. Pure.
 *
 * Whoever answers (a thread of the command line, a fake in tests) gets requests and sends replies in their own time. Each
 * reply says which request it is for, so that a late one can be told from the one that is wanted now.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import type { FieldName } from '../schema.ts';
import type { Preview } from './preview.ts';

/** What is asked for, as far as keys can change it. Dates and other flags stay as the command was called with them. */
export interface Question {
  /** As typed. */
  readonly query: string;
  /** Only sessions of the folder that the person stands in. */
  readonly isHere: boolean;
  /** Only sessions of the branch that is checked out there. */
  readonly isOnBranch: boolean;
  /** Only text of this field; null: of the fields that the command was called with. */
  readonly field: FieldName | null;
  /** Weak hits too. */
  readonly isAll: boolean;
  /** The last word is still being typed: words that begin with it are enough for now. */
  readonly isUnfinished: boolean;
  readonly limit: number;
}

/** A place in a session that a preview can show, and what stands there. */
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
  /** number: that of a search that failed; null for any other request, which is then given up. message: outside text. */
  | { readonly kind: 'failed'; readonly number: number | null; readonly message: string }
  /** How far reading what is new has come; '' when it is done. text: outside text. */
  | { readonly kind: 'progress'; readonly text: string }
  /** The index may hold more than the last answer knew: the question is to be asked again, and for more hits than fit into the first frame. */
  | { readonly kind: 'grown' };

/** Whom the picker asks. */
export interface PickerSource {
  /** Sets who hears all replies. Called once, before anything is asked. */
  listen(hear: (reply: PickerReply) => void): void;
  /** Of each kind, only the newest request is sure to be answered. */
  ask(request: PickerRequest): void;
  /** Reads what is new in the transcripts; `grown` comes when that is done, and in between if it takes long. */
  refresh(): void;
  /** After this no reply comes. An index that is being written is finished, without keeping the process alive. */
  close(): void;
}

/** The words as they are searched for: without blanks at the ends, and with single ones in between. */
export function wordsOf({ query }: Question): string {
  return query.trim().replace(/\s+/g, ' ');
}
