/**
 * Single values of a RawEntry: strings, flags and times.
 *
 * Any key may hold a value of any type (`"file_path": {}` was seen), so a value of the wrong type counts as missing. These functions are
 * for short values; long texts stay bytes and go through clean.ts.
 */
import { SLOT } from './raw-entry.ts';
import type { EntryKey, RawEntry } from './raw-entry.ts';

const QUOTE = 0x22;
const ZERO = 0x30;

/** True when the value is a JSON string. */
export function isString(raw: RawEntry, key: EntryKey): boolean {
  const start = raw.slots[2 * SLOT[key]];
  return start > 0 && raw.buffer[start - 1] === QUOTE;
}

/** The string, unescaped; '' when it is missing or no string. */
export function stringAt(raw: RawEntry, key: EntryKey): string {
  if (!isString(raw, key)) return '';
  return unescape(raw.buffer, raw.slots[2 * SLOT[key]], raw.slots[2 * SLOT[key] + 1]);
}

/** The string between the quotes of a JSON string; '' when the escapes are wrong. */
export function unescape(buffer: Buffer, start: number, end: number): string {
  const text = buffer.toString('utf8', start, end);
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return '';
  }
}

/** The value, parsed; undefined when it is missing or broken. */
export function valueAt(raw: RawEntry, key: EntryKey): unknown {
  const start = raw.slots[2 * SLOT[key]];
  if (start < 0) return undefined;
  return isString(raw, key) ? stringAt(raw, key) : parseValue(raw.buffer, start, raw.slots[2 * SLOT[key] + 1]);
}

/** The JSON value in buffer[start, end); undefined when it is broken. */
export function parseValue(buffer: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(buffer.toString('utf8', start, end));
  } catch {
    return undefined;
  }
}

/** True for the JSON value true, nothing else. */
export function isTrue(raw: RawEntry, key: EntryKey): boolean {
  const start = raw.slots[2 * SLOT[key]];
  return start >= 0 && raw.buffer[start] === 0x74 && !isString(raw, key);
}

/** True when the value is that ASCII word. Cheaper than stringAt(), which makes a string. */
export function isWord(raw: RawEntry, key: EntryKey, word: string): boolean {
  const start = raw.slots[2 * SLOT[key]];
  if (raw.slots[2 * SLOT[key] + 1] - start !== word.length || !isString(raw, key)) return false;
  for (let i = 0; i < word.length; i++) if (raw.buffer[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** The line's time in milliseconds since 1970; NaN when it is missing or no time. */
export function timeAt(raw: RawEntry): number {
  if (!isString(raw, 'timestamp')) return NaN;
  const start = raw.slots[2 * SLOT.timestamp];
  const end = raw.slots[2 * SLOT.timestamp + 1];
  return isUsual(raw.buffer, start, end) ? usualTime(raw.buffer, start) : Date.parse(raw.buffer.toString('latin1', start, end));
}

/** True for the form `2026-11-29T20:01:27.230Z`, in which all clients write it. */
function isUsual(buffer: Buffer, start: number, end: number): boolean {
  return end - start === 24 && buffer[end - 1] === 0x5a && buffer[start + 10] === 0x54 && buffer[start + 19] === 0x2e;
}

/** NaN for a day or a time of day that does not exist: Date.UTC() would take month 99 for some later year, and year 99 for 1999. */
function usualTime(buffer: Buffer, start: number): number {
  const [year, month, day] = [digits(buffer, start, 4), digits(buffer, start + 5, 2), digits(buffer, start + 8, 2)];
  const [hour, minute, second] = [digits(buffer, start + 11, 2), digits(buffer, start + 14, 2), digits(buffer, start + 17, 2)];
  const time = Date.UTC(year, month - 1, day, hour, minute, second, digits(buffer, start + 20, 3));
  const isPossible = year > 99 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60;
  return isPossible && (day <= 28 || new Date(time).getUTCDate() === day) ? time : NaN;
}

function digits(buffer: Buffer, start: number, count: number): number {
  let value = 0;
  for (let i = start; i < start + count; i++) {
    const digit = buffer[i] - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}
