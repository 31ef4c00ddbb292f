/**
 * Prompts that wait in the queue while Claude is busy, and how they turn out.
 *
 * A prompt typed meanwhile is written as `queue-operation` enqueue. Later it arrives as an ordinary user entry, or
 * (2.1.120 on) as an attachment, or, taken in between two tool calls by 2.0.42 to 2.1.63, never again. Nobody can
 * tell which when the line is read, so it counts as a prompt at once, and the arrival of the same text makes that
 * one obsolete. What waits is part of the reader's state, so that it does not matter where a refresh ended. Print
 * mode enqueues every prompt; the arrival follows at once.
 */
import { keyOfText } from '../hash.ts';
import type { Key } from '../hash.ts';

/** More are not remembered: an agent fleet left 1,629 in one file. */
const MAX_WAITING = 256;

/** Key of a prompt's text, white space aside. */
export function textKeyOf(text: string): Key {
  return keyOfText(text.replace(/\s+/g, ' ').trim());
}

/** Keys of the texts that wait, oldest first, as pairs of halves (what is kept between refreshes). */
export type Waiting = number[];

/** Puts a text into the queue; false when the same text waits already. */
export function enqueue(waiting: Waiting, key: Key): boolean {
  if (placeOf(waiting, key) >= 0) return false;
  waiting.push(key.hi, key.lo);
  if (waiting.length > 2 * MAX_WAITING) waiting.splice(0, 2);
  return true;
}

/** A text has arrived: takes it, and lines of it that waited by themselves, out of the queue. Returns their keys. */
export function arrive(waiting: Waiting, text: string): Key[] {
  if (waiting.length === 0) return [];
  const whole = textKeyOf(text);
  if (take(waiting, whole)) return [whole];
  const lines = text.split('\n');
  // Prompts that waited together arrive as one, a line feed between them.
  return lines.length === 1 ? [] : lines.map(textKeyOf).filter((key) => take(waiting, key));
}

function take(waiting: Waiting, key: Key): boolean {
  const place = placeOf(waiting, key);
  if (place >= 0) waiting.splice(place, 2);
  return place >= 0;
}

function placeOf(waiting: Waiting, key: Key): number {
  for (let i = 0; i < waiting.length; i += 2) if (waiting[i] === key.hi && waiting[i + 1] === key.lo) return i;
  return -1;
}
