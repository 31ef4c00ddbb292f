/**
 * What to do with a line that the byte walker calls bad.
 *
 * Such lines are rare (7 of 218,000 in real histories, comments and NUL tails aside), so nothing here needs
 * to be fast. In this order: an object that JSON.parse accepts is written out again in the plain form that the
 * walker knows (escaped keys are the usual reason). Several objects on one line, as two clients that write at
 * once leave them, are taken one by one. Behind a torn object (a killed client, then a new one that
 * writes on) a whole one that reaches to the end of the line is saved. The rest is lost and counted by the caller.
 */

import type { RawEntry } from './raw-entry.ts';
import { hasType, objectStart, scanLine, scanObject, SKIP } from './scan.ts';
import { endOfObject } from './scan-skip.ts';

/** Gets an entry that was found; it is overwritten when the call returns. */
export type EntrySink = (entry: RawEntry) => void;

/** Starts of objects tried behind a torn one, so that a long torn line costs a bounded number of walks. */
const MAX_ATTEMPTS = 64;
const OBJECT_OPENING = Buffer.from('{"');

/**
 * Scans one line with everything that can be done for it: usually one entry or none, of glued objects several.
 *
 * Returns false when something on the line was neither an entry nor a line of a type that nobody wants.
 */
export function scanEntries(buffer: Buffer, start: number, end: number, entry: RawEntry, onEntry: EntrySink): boolean {
  const outcome = scanLine(buffer, start, end, entry);
  if (outcome === 'bad') return rescueLine(buffer, start, end, entry, onEntry);
  if (outcome === 'ok') onEntry(entry);
  return true;
}

/** The part of scanEntries for lines that scanLine called bad. */
function rescueLine(buffer: Buffer, start: number, end: number, entry: RawEntry, onEntry: EntrySink): boolean {
  let isWhole = true;
  for (let at = objectStart(buffer, start, end); at < end; at = objectStart(buffer, at, end)) {
    let after = endOfObject(buffer, at, end);
    if (after < 0) {
      isWhole = false;
      at = findLastObject(buffer, at + 1, end);
      if (at < 0) break;
      after = endOfObject(buffer, at, end);
    }
    const outcome = scanWhole(buffer, at, after, entry);
    if (outcome === 'ok') onEntry(entry);
    else if (outcome === 'bad') isWhole = false;
    at = after;
  }
  return isWhole;
}

/** Scans exactly one object; what the walker refuses goes through JSON.parse. */
function scanWhole(buffer: Buffer, start: number, end: number, entry: RawEntry): 'ok' | 'skip' | 'bad' {
  const after = scanObject(buffer, start, end, entry);
  if (after === SKIP) return 'skip';
  if (after === end) return hasType(entry) ? 'ok' : 'skip';
  return scanParsed(buffer, start, end, entry);
}

/**
 * JSON.parse of buffer[start, end), written out again and walked: the entry's ranges are then in a buffer of its own.
 *
 * 'skip' for JSON that is no object or of a type that nobody wants, 'bad' for what JSON.parse refuses.
 */
export function scanParsed(buffer: Buffer, start: number, end: number, entry: RawEntry): 'ok' | 'skip' | 'bad' {
  let plain: Buffer;
  try {
    plain = Buffer.from(JSON.stringify(JSON.parse(buffer.toString('utf8', start, end))));
  } catch {
    return 'bad';
  }
  if (plain[0] !== OBJECT_OPENING[0]) return 'skip';
  const after = scanObject(plain, 0, plain.length, entry);
  if (after === SKIP) return 'skip';
  if (after !== plain.length) return 'bad';
  return hasType(entry) ? 'ok' : 'skip';
}

/** Start of the first object in buffer[from, end) that ends where the line ends, or -1. */
function findLastObject(buffer: Buffer, from: number, end: number): number {
  const line = buffer.subarray(0, end);
  let at = line.indexOf(OBJECT_OPENING, from);
  for (let attempt = 0; at >= 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const after = endOfObject(buffer, at, end);
    if (after > 0 && objectStart(buffer, after, end) === end) return at;
    at = line.indexOf(OBJECT_OPENING, at + 1);
  }
  return -1;
}
