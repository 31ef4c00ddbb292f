/**
 * Passing over JSON values in a buffer without looking at what they hold.
 *
 * All functions take a position and the end of the line, and return a position, or -1 where the bytes
 * cannot be JSON. The idea: most strings are short, so the first bytes are looked at one by one (a
 * native call costs as much as about 16 of them); what is longer is passed at memchr speed. Nested
 * values are passed by counting brackets outside strings, so that depth costs neither stack nor memory.
 *
 * Invariants: nothing at or behind `end` is ever taken for part of a value. Not judged here: escapes and
 * raw control characters inside strings (the cleaner copes with both), commas and words inside nested
 * values, kinds of brackets where more than 32 are open. That is more lenient than JSON.parse, never different where JSON.parse agrees.
 */

/** Bytes of JSON by name. */
export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** The bytes cannot be JSON. */
export const BAD = -1;

/** Bytes of a string that are looked at one by one before memchr: best of 12 to 256 on real transcripts (Node 20 and 22; 18 does not care). */
const NEAR_BYTES = 16;

/** First position from `at` that holds no white space; at most end. */
export function skipSpace(buffer: Buffer, at: number, end: number): number {
  while (at < end) {
    const byte = buffer[at];
    if (byte > SPACE || (byte !== SPACE && byte !== TAB && byte !== LINE_FEED && byte !== RETURN)) break;
    at++;
  }
  return at;
}

/** `at` is after the opening quote; returns the position of the closing one. */
export function endOfString(buffer: Buffer, at: number, end: number): number {
  for (;;) {
    const near = at + NEAR_BYTES < end ? at + NEAR_BYTES : end;
    while (at < near) {
      const byte = buffer[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    if (at >= end) return BAD;
    const quote = buffer.indexOf(QUOTE, at);
    if (quote < 0 || quote >= end) return BAD;
    let slash = quote;
    while (slash > at && buffer[slash - 1] === BACKSLASH) slash--;
    if (((quote - slash) & 1) === 0) return quote;
    at = quote + 1;
  }
}

/** `at` is at the first byte of a value; returns the position after it. */
export function skipValue(buffer: Buffer, at: number, end: number): number {
  const byte = buffer[at];
  if (byte === QUOTE) {
    const quote = endOfString(buffer, at + 1, end);
    return quote < 0 ? BAD : quote + 1;
  }
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return skipNested(buffer, at + 1, end);
  return skipScalar(buffer, at, end);
}

/** What a byte means outside a string: 0 it cannot stand there. */
const IGNORED = 1;
const OPENING = 2;
const CLOSING = 3;
const STRING = 4;
const MEANING = new Uint8Array(256);
for (const byte of Buffer.from(' \t\r\n,:+-.0123456789truefalsenullE')) MEANING[byte] = IGNORED;
MEANING[OPEN_BRACE] = MEANING[OPEN_BRACKET] = OPENING;
MEANING[CLOSE_BRACE] = MEANING[CLOSE_BRACKET] = CLOSING;
MEANING[QUOTE] = STRING;

/** `at` is after an opening bracket; returns the position after the one that closes it. */
function skipNested(buffer: Buffer, at: number, end: number): number {
  let depth = 1;
  /** One bit for each open bracket, 1 for a brace; not looked at once more are open than fit. */
  let kinds = kindOf(buffer[at - 1]);
  let isDeep = false;
  while (at < end) {
    const byte = buffer[at++];
    const meaning = MEANING[byte];
    if (meaning === STRING) {
      at = endOfString(buffer, at, end) + 1;
      // A letter or quote after a string: the quotes are out of step (a torn line).
      if (at === 0 || (at < end && (buffer[at] >= 0x61 ? buffer[at] !== CLOSE_BRACE : buffer[at] === QUOTE))) return BAD;
    } else if (meaning === OPENING) {
      kinds = (kinds << 1) | kindOf(byte);
      if (++depth > 32) isDeep = true;
    } else if (meaning === CLOSING) {
      if (!isDeep && (kinds & 1) !== kindOf(byte)) return BAD;
      kinds >>>= 1;
      if (--depth === 0) return at;
    } else if (meaning === 0) {
      return BAD;
    }
  }
  return BAD;
}

/** 1 for a brace, 0 for a square bracket: the bit in which they differ. */
function kindOf(bracket: number): number {
  return (bracket >> 5) & 1;
}

/** A number, true, false or null, checked as JSON.parse would; returns the position after it. */
function skipScalar(buffer: Buffer, at: number, end: number): number {
  const first = buffer[at];
  if (first === 0x74) return skipWord(buffer, at, end, TRUE);
  if (first === 0x66) return skipWord(buffer, at, end, FALSE);
  if (first === 0x6e) return skipWord(buffer, at, end, NULL);
  return skipNumber(buffer, at, end);
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

function skipWord(buffer: Buffer, at: number, end: number, word: Buffer): number {
  if (at + word.length > end) return BAD;
  for (let i = 0; i < word.length; i++) if (buffer[at + i] !== word[i]) return BAD;
  return at + word.length;
}

function skipNumber(buffer: Buffer, at: number, end: number): number {
  if (at < end && buffer[at] === 0x2d) at++;
  const whole = skipDigits(buffer, at, end);
  if (whole === at || (buffer[at] === 0x30 && whole > at + 1)) return BAD;
  at = whole;
  if (at < end && buffer[at] === 0x2e) {
    const fraction = skipDigits(buffer, at + 1, end);
    if (fraction === at + 1) return BAD;
    at = fraction;
  }
  if (at < end && (buffer[at] | 0x20) === 0x65) {
    at++;
    if (at < end && (buffer[at] === 0x2b || buffer[at] === 0x2d)) at++;
    const exponent = skipDigits(buffer, at, end);
    if (exponent === at) return BAD;
    at = exponent;
  }
  return at;
}

function skipDigits(buffer: Buffer, at: number, end: number): number {
  while (at < end && buffer[at] >= 0x30 && buffer[at] <= 0x39) at++;
  return at;
}

/** Position after the object that starts at `at` (white space and the like before it are skipped), or BAD: cut short or no object. */
export function endOfObject(buffer: Buffer, at: number, end: number): number {
  while (at < end && buffer[at] <= SPACE) at++;
  return buffer[at] === OPEN_BRACE ? skipNested(buffer, at + 1, end) : BAD;
}
