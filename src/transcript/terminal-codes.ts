/**
 * Taking what was meant for a terminal out of clean text, in place.
 *
 * Tool output holds colours, cursor movements, window titles, links, bells and overstriking; a search wants the
 * words as a person saw them. Grammar: ECMA-48, sections 5.3 to 5.6. A code that is cut off or broken
 * takes only its own bytes with it, and none reaches over a line feed, so that no text is lost behind it.
 */

import type { TextBuffer } from './text-buffer.ts';
import { previousSequence } from '../utf8.ts';

/** Control characters that this file alone deals with. */
export const BELL = 0x07;
export const BACKSPACE = 0x08;
export const ESCAPE = 0x1b;
const LINE_FEED = 0x0a;

/**
 * Removes escape sequences whole, bells, and what backspaces take back, from out.bytes[from, out.length).
 * All other bytes stay as they are. Cost: one pass.
 */
export function dropTerminalCodes(out: TextBuffer, from: number): void {
  const bytes = out.bytes;
  const end = out.length;
  let to = from;
  for (let at = from; at < end; ) {
    const byte = bytes[at];
    if (byte === ESCAPE) {
      at = endOfCode(bytes, at, end);
      continue;
    }
    at++;
    if (byte === BACKSPACE) {
      if (to > from && bytes[to - 1] !== LINE_FEED) to = previousSequence(bytes, to, from);
    } else if (byte !== BELL) bytes[to++] = byte;
  }
  out.length = to;
}

/** `at` is at an escape character; returns the position after its sequence. */
function endOfCode(bytes: Uint8Array, at: number, end: number): number {
  const kind = bytes[at + 1];
  if (at + 1 >= end || kind < 0x20 || kind > 0x7e) return at + 1;
  switch (kind) {
    case 0x5b: // [ control sequence
      return endOfFinal(bytes, skipRange(bytes, at + 2, end, 0x30, 0x3f), end, 0x40);
    case 0x50: // P device control, then X, ], ^ and _: strings with an end mark
    case 0x58:
    case 0x5d:
    case 0x5e:
    case 0x5f:
      return endOfControlString(bytes, at + 2, end);
    default:
      return endOfFinal(bytes, at + 1, end, 0x30);
  }
}

/** After intermediate bytes and one final byte of at least `lowest`, if they are there. */
function endOfFinal(bytes: Uint8Array, at: number, end: number, lowest: number): number {
  at = skipRange(bytes, at, end, 0x20, 0x2f);
  return at < end && bytes[at] >= lowest && bytes[at] <= 0x7e ? at + 1 : at;
}

function skipRange(bytes: Uint8Array, at: number, end: number, low: number, high: number): number {
  while (at < end && bytes[at] >= low && bytes[at] <= high) at++;
  return at;
}

/** After the bell or `ESC \` that ends a control string; `start` itself when there is none on this line. */
function endOfControlString(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end && bytes[at] !== LINE_FEED; at++) {
    if (bytes[at] === BELL) return at + 1;
    if (bytes[at] === ESCAPE) return bytes[at + 1] === 0x5c && at + 1 < end ? at + 2 : start;
  }
  return start;
}
