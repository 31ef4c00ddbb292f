/**
 * Requests to somebody who answers one at a time: of each kind the newest waits, the others are forgotten. Pure.
 *
 * So a person who types faster than is searched never waits for hits of words that are no longer there, and older hits never
 * come after newer ones. Searches go before what is only to be read beside the list.
 */
import type { PickerRequest } from './question.ts';

export interface RequestQueue {
  /** Sends it when nothing is under way, else when its turn has come and nothing newer of its kind was asked. */
  ask(request: PickerRequest): void;
  /** What was under way is answered, or will never be: the next is sent. */
  next(): void;
  /** What is under way. */
  current(): PickerRequest | null;
  /** A search waits. */
  hasWaitingSearch(): boolean;
}

const ORDER: readonly PickerRequest['kind'][] = ['search', 'read', 'places'];

/** Nothing is under way at first. */
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
    hasWaitingSearch: () => waiting.has('search'),
  };
}
