/**
 * Prompts that wait in the queue while Claude is busy.
 *
 * What the person types meanwhile is written at once, as `queue-operation` enqueue. Most of it arrives later: as an ordinary user entry,
 * or (from 2.1.120 on) as an attachment. But clients 2.0.42 to 2.1.63 may hand it to Claude between two tool calls and write it nowhere
 * else. Nobody can tell beforehand, so a queued text counts as a prompt, until the same text arrives and takes its place. The texts that
 * wait belong to the reader's state, because a refresh may end between the two lines. Print mode (`claude -p`) queues every prompt; it
 * arrives at once.
 */
import { keyOfText } from '../hash.ts';
import type { Key } from '../hash.ts';

/** The oldest are forgotten beyond this: a fleet of agents left 1,629 waiting in one file. */
const MAX_WAITING = 256;

/** Key of a prompt's text; runs of white space count as one space. */
export function textKeyOf(text: string): Key {
  return keyOfText(text.replace(/\s+/g, ' ').trim());
}

/** Keys of the texts that wait, oldest first: two numbers each, hi and lo. Plain numbers, because they are saved as JSON. */
export type Waiting = number[];

/** Puts a text into the queue; false when the same text waits already. */
export function enqueue(waiting: Waiting, key: Key): boolean {
  if (placeOf(waiting, key) >= 0) return false;
  waiting.push(key.hi, key.lo);
  if (waiting.length > 2 * MAX_WAITING) waiting.splice(0, 2);
  return true;
}

/** Takes a text that has arrived out of the queue, or those of its lines that waited alone. Returns the keys taken. */
export function arrive(waiting: Waiting, text: string): Key[] {
  if (waiting.length === 0) return [];
  const whole = textKeyOf(text);
  if (take(waiting, whole)) return [whole];
  const lines = text.split('\n');
  // Several prompts that waited arrive as one text, joined by line feeds.
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
