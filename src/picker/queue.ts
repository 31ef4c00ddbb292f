/**
 * Requests to somebody who answers one at a time: of each kind the newest one waits, and older ones are forgotten. Pure.
 *
 * So a person who types faster than the search never waits for hits of words that are no longer there, and older hits never
 * arrive after newer ones. Searches go before what is only read beside the list.
 */
import type { PickerRequest } from './question.ts';

/** The waiting requests, and the one under way. */
export interface RequestQueue {
  /** Sends the request at once if nothing is under way; otherwise when its turn comes, unless a newer one of its kind was asked by then. */
  ask(request: PickerRequest): void;
  /** To be called when the request under way is answered, or never will be: sends the next. */
  next(): void;
  /** The request under way. */
  current(): PickerRequest | null;
}

/** Which kind goes first. */
const ORDER: readonly PickerRequest['kind'][] = ['search', 'read', 'places'];

/** An empty queue. send: hands a request to whoever answers. */
export function createQueue(send: (request: PickerRequest) => void): RequestQueue {
  const waiting = new Map<PickerRequest['kind'], PickerRequest>();
  let current: PickerRequest | null = null;

  function next(): void {
    const kind = ORDER.find((one) => waiting.has(one));
    current = kind === undefined ? null : (waiting.get(kind) ?? null);
    if (kind === undefined || current === null) return;
    waiting.delete(kind);
    send(current);
  }

  return {
    ask(request) {
      waiting.set(request.kind, request);
      if (current === null) next();
    },
    next,
    current: () => current,
  };
}
