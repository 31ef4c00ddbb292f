/**
 * From the raw text of a transcript to clean UTF-8, appended to a text buffer.
 *
 * Clean means: JSON escapes undone; valid UTF-8 (lone surrogates and invalid bytes become U+FFFD); of control
 * characters only line feed and tab; line ends are line feeds; nothing that was meant for a terminal. One pass over
 * the bytes, copying as it goes (most runs between escapes are too short for a native copy to pay);
 * only text that holds an escape character or the like is gone over again (terminal-codes.ts).
 *
 * Lenient where the byte walker is: raw control characters and unknown escapes inside a JSON string are
 * taken for what they seem to mean. Nothing here throws.
 */

import { BACKSLASH, COLON, endOfString, LINE_FEED, QUOTE, RETURN, skipSpace, TAB } from './scan-skip.ts';
import { BACKSPACE, BELL, dropTerminalCodes, ESCAPE } from './terminal-codes.ts';
import type { TextBuffer } from './text-buffer.ts';
import { REPLACEMENT, sequenceLength, writeCodePoint } from '../utf8.ts';

/** Room for the bytes that one step may write beyond those it reads. */
const SLACK_BYTES = 16;

/** Appends a JSON string, given as the range between its quotes. Cost: about 2 ns a byte for ASCII. */
export function appendJsonString(out: TextBuffer, buffer: Buffer, start: number, end: number): void {
  append(out, buffer, start, end, true);
}

/** Appends text that is not JSON (a side file); bytes that are not UTF-8 become U+FFFD. */
export function appendText(out: TextBuffer, buffer: Buffer, start: number, end: number): void {
  append(out, buffer, start, end, false);
}

/**
 * Appends all strings of a JSON value, in order, with a line feed between two; keys, numbers and words are left out.
 *
 * buffer[start, end) is the whole value: a string with its quotes.
 */
export function appendJsonLeaves(out: TextBuffer, buffer: Buffer, start: number, end: number): void {
  const from = out.length;
  for (let at = start; at < end; at++) {
    if (buffer[at] !== QUOTE) continue;
    const opening = at;
    at = endOfString(buffer, at + 1, end);
    if (at < 0) return;
    const next = skipSpace(buffer, at + 1, end);
    if (next < end && buffer[next] === COLON) continue;
    const before = out.length;
    if (before > from) {
      out.reserve(1);
      out.bytes[out.length++] = LINE_FEED;
    }
    const leafStart = out.length;
    append(out, buffer, opening + 1, at, true);
    if (out.length === leafStart) out.length = before;
  }
}

function append(out: TextBuffer, buffer: Buffer, at: number, end: number, isJson: boolean): void {
  const from = out.length;
  let hasCodes = false;
  out.reserve(end - at + SLACK_BYTES);
  let bytes = out.bytes;
  let to = from;
  /** Position after the last carriage return, written as a line feed: a line feed that follows is the same line end. */
  let returnEnd = -1;
  while (at < end) {
    let code = buffer[at++];
    if (code >= 0x20 && code < 0x7f && (code !== BACKSLASH || !isJson)) {
      bytes[to++] = code;
      continue;
    }
    if (code >= 0x80) {
      let length = sequenceLength(buffer, at - 1, end);
      if (length > 0) {
        if (code === 0xc2 && buffer[at] < 0xa0) code = buffer[at];
        else {
          bytes[to++] = code;
          for (; length > 1; length--) bytes[to++] = buffer[at++];
          continue;
        }
        at++;
      } else {
        at -= length + 1;
        code = REPLACEMENT;
      }
    } else if (code === BACKSLASH) {
      const letter = at < end ? buffer[at] : 0;
      at++;
      code = SHORT_ESCAPES[letter];
      if (code >= 0x20 ? code < 0x75 : code === LINE_FEED && to !== returnEnd) {
        bytes[to++] = code;
        continue;
      }
      if (letter === 0x75) {
        code = readHex(buffer, at, end);
        if (code < 0) code = letter;
        else at += 4;
        if (code >= 0xd800 && code < 0xe000) {
          const low = code < 0xdc00 && buffer[at] === BACKSLASH && buffer[at + 1] === 0x75 ? readHex(buffer, at + 2, end) : -1;
          if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            at += 6;
          } else code = REPLACEMENT;
        }
      } else if (letter >= 0x80) {
        at--;
        continue;
      }
    }
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
      if (code === LINE_FEED && to === returnEnd) {
        returnEnd = -1;
        continue;
      }
      const isReturn = code === RETURN;
      code = CONTROLS[code];
      if (code === 0) continue;
      if (code !== LINE_FEED && code !== TAB) hasCodes = true;
      bytes[to++] = code;
      if (isReturn) returnEnd = to;
    } else {
      // Only an invalid byte writes more than it reads.
      if (to + end - at + SLACK_BYTES > bytes.length) {
        out.length = to;
        out.reserve(2 * (end - at) + SLACK_BYTES);
        bytes = out.bytes;
      }
      to = writeCodePoint(bytes, to, code);
    }
  }
  out.length = to;
  if (hasCodes) dropTerminalCodes(out, from);
}

/** What the letter after a backslash stands for; an unknown one for itself. */
const SHORT_ESCAPES = new Uint8Array(256);
for (let letter = 0; letter < 256; letter++) SHORT_ESCAPES[letter] = letter;
[...'bfnrt'].forEach((letter, i) => (SHORT_ESCAPES[letter.charCodeAt(0)] = '\b\f\n\r\t'.charCodeAt(i)));

/** What is written for a control character (0: nothing). Those that go to another line end the line; three wait for the second pass. */
const CONTROLS = new Uint8Array(160);
for (const code of [LINE_FEED, TAB, BELL, BACKSPACE, ESCAPE]) CONTROLS[code] = code;
for (const code of [0x0b, 0x0c, RETURN, 0x85]) CONTROLS[code] = LINE_FEED;

/** The value of four hexadecimal digits at `at`, or -1. */
function readHex(buffer: Buffer, at: number, end: number): number {
  if (at + 4 > end) return -1;
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const byte = buffer[at + i];
    const lower = byte | 0x20;
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
    if (digit < 0) return -1;
    value = (value << 4) | digit;
  }
  return value;
}

/** `<name>` and `</name>` of each span name met so far. */
const marks = new Map<string, { opening: Buffer; closing: Buffer }>();

/**
 * Removes `<name>…</name>` with everything in it from out.bytes[from, out.length), for each of the names.
 *
 * Only a mark that begins a line opens a span: so the client writes them, while prose and code that mention a mark
 * have it inside a line (a summary lost half its text to one). An opening mark without a closing one stays, with what
 * follows: rather some noise than text lost.
 */
export function stripSpans(out: TextBuffer, from: number, names: readonly string[]): void {
  for (const name of names) {
    let mark = marks.get(name);
    if (mark === undefined) marks.set(name, (mark = { opening: Buffer.from(`<${name}>`), closing: Buffer.from(`</${name}>`) }));
    const text = out.bytes.subarray(from, out.length);
    /** Text before `to` is done; what comes next begins at `next`. */
    let to = 0;
    let next = 0;
    for (let opening = text.indexOf(mark.opening); opening >= 0; opening = text.indexOf(mark.opening, opening + 1)) {
      const before = opening > next ? opening - 1 : to - 1;
      if (before >= 0 && text[before] !== LINE_FEED) continue;
      const closing = text.indexOf(mark.closing, opening + mark.opening.length);
      if (closing < 0) break;
      text.copyWithin(to, next, opening);
      to += opening - next;
      next = closing + mark.closing.length;
      opening = next - 1;
    }
    if (next === 0) continue;
    text.copyWithin(to, next);
    out.length = from + to + text.length - next;
  }
}
