/**
 * A word or compound that is being assembled: folded bytes, where its parts begin and end, and how strongly each is separated from
 * the previous one; and its report, whole and in parts.
 *
 * One compound at a time (module state: the tokenizer runs to its end before anything else happens), bounded in bytes
 * and parts. The report order is the order of positions: at each part first the largest compound that begins there.
 * Offsets count from where the compound's folded bytes begin.
 */
import { byteAt, halfAt, imul, setByte, setHalf, setWord } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { PART_BORDERS, PART_ENDS, PART_STARTS, TERM_AT, TERM_BYTES, TERM_FORM, TERM_HASH, TERM_POSITION } from './places.ts';
import { HASH_PRIME, HASH_SEED, finishHash } from './term-hash.ts';

/** Longest term in bytes; longer ones keep their head, long paths their last folders. */
export const MAX_TERM_BYTES: i32 = 64;
/** A compound that has grown this long ends at its next joiner, and a new one begins: minified code, endless paths. */
const LONG_BYTES: i32 = 256;
const LONG_PARTS: i32 = 32;
/** Of a longer piece the rest is dropped: what is this long without a joiner is no word. */
export const MAX_BYTES: i32 = 512;
const MAX_PARTS: i32 = 64;

/** Strength of the border before a part: 0 at camel humps and digits, 1 to 4 by joiner (characters.ts), 5 at `://`; before the first, OUTER. */
const OUTER: i32 = 6;

/** Where the next term is reported. */
export let termsEnd: i32 = 0;
/** Where the folded bytes of the compound begin: after those of the previous one, since reported terms point there. */
export let folded: i32 = 0;

/** Closed parts. The open part is number `parts`. */
let parts: i32 = 0;
/** First part of the piece (run without joiners) that is open. */
let pieceFirst: i32 = 0;
/** Strongest border inside the compound so far. */
let strongest: i32 = 0;
let letterDigitBorders: i32 = 0;
let opaqueBytes: i32 = 0;

function startOf(part: i32): i32 {
  return halfAt(PART_STARTS + (part << 1));
}

function endOf(part: i32): i32 {
  return halfAt(PART_ENDS + (part << 1));
}

function borderOf(part: i32): i32 {
  return byteAt(PART_BORDERS + part);
}

/** From here on terms are reported at `terms`, and folded bytes are at `bytes`. */
export function beginReports(terms: i32, bytes: i32): void {
  termsEnd = terms;
  folded = bytes;
}

/** The folded bytes so far are done with, but for terms that point to them. */
export function moveFolded(by: i32): void {
  folded += by;
}

/** Starts over with one open part at offset 0. */
export function beginCompound(): void {
  parts = 0;
  pieceFirst = 0;
  strongest = 0;
  letterDigitBorders = 0;
  opaqueBytes = 0;
  openPart(0, OUTER);
}

/** True when the compound should end at the next joiner. */
export function isLong(length: i32): boolean {
  return length >= LONG_BYTES || parts >= LONG_PARTS;
}

/** True when no further part fits. */
export function hasManyParts(): boolean {
  return parts >= MAX_PARTS;
}

/** True while no part was closed: the compound is one plain word so far. */
export function isSinglePart(): boolean {
  return parts === 0;
}

/** True when a piece so far was separated by exactly that strength. */
export function hasBorder(border: i32): boolean {
  for (let part: i32 = 1; part <= parts; part++) if (borderOf(part) === border) return true;
  return false;
}

/** True when the open piece was separated by exactly that strength. */
export function isPieceAfter(border: i32): boolean {
  return borderOf(pieceFirst) === border;
}

/** A border inside a piece, at that offset. */
export function splitPart(at: i32, isLetterDigit: boolean): void {
  if (isLetterDigit) letterDigitBorders++;
  setHalf(PART_ENDS + (parts << 1), at);
  parts++;
  openPart(at, 0);
}

/** The end of a piece, followed (after joiners) by another one. */
export function splitPiece(end: i32, next: i32, border: i32): void {
  closePiece(end);
  openPart(next, border);
  if (border > strongest) strongest = border;
  pieceFirst = parts;
}

function openPart(start: i32, border: i32): void {
  setHalf(PART_STARTS + (parts << 1), start);
  setByte(PART_BORDERS + parts, border);
}

/**
 * Hashes, ids and base64 are not words glued together: a piece with many tiny parts stays one part.
 * Three digits borders in fewer than three bytes a part (`Zm9vYmFyMQ`), or hexadecimal with two borders (`3f2a`).
 */
function closePiece(end: i32): void {
  setHalf(PART_ENDS + (parts << 1), end);
  parts++;
  if (letterDigitBorders < 2) {
    letterDigitBorders = 0;
    return;
  }
  const count = parts - pieceFirst;
  const start = startOf(pieceFirst);
  const isOpaque = (count >= 5 && letterDigitBorders >= 3 && end - start < 3 * count) || isHexadecimal(start, end);
  letterDigitBorders = 0;
  if (!isOpaque) return;
  parts = pieceFirst + 1;
  setHalf(PART_ENDS + (pieceFirst << 1), end);
  opaqueBytes += end - start;
}

function isHexadecimal(start: i32, end: i32): boolean {
  for (let i = start; i < end; i++) {
    const byte = byteAt(folded + i);
    if (!((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66))) return false;
  }
  return true;
}

/** What finishCompound found: true when the compound is an opaque run (base64), of which only the head is reported. */
export let wasOpaque: boolean = false;

/**
 * Reports the compound, whose folded form is `length` bytes, from that position on. suffix: bytes after the word that only the whole
 * has (the plus signs of `c++`). Returns the number of positions used.
 */
export function finishCompound(length: i32, suffix: i32, position: i32): i32 {
  closePiece(length);
  wasOpaque = length > MAX_TERM_BYTES && opaqueBytes * 2 > length;
  let positions: i32 = 1;
  if (parts > 1 && !wasOpaque) positions = reportParts(length, position);
  else {
    if (suffix > 0) report(0, length + suffix, position, true, 1);
    report(0, length, position, false, 1);
  }
  moveFolded(length + suffix);
  return positions;
}

function reportParts(length: i32, position: i32): i32 {
  const tail = length > MAX_TERM_BYTES ? tailPart(length) : 0;
  for (let part: i32 = 0; part < parts; part++) {
    if (borderOf(part) > 0) reportGroups(part, part === tail, length, position + part);
    report(startOf(part), endOf(part), position + part, false, 1);
  }
  return parts;
}

/** The compounds that begin at a part, largest first: for each strength the parts up to the next border of that strength. */
function reportGroups(part: i32, isTail: boolean, length: i32, position: i32): void {
  let reported = part + 1;
  if (isTail && reported < parts) {
    reported = parts;
    report(startOf(part), length, position, true, parts - part);
  }
  let upTo = parts;
  // Whatever is stronger than all borders gives the whole rest, as the first that is does.
  let border = borderOf(part);
  if (border > strongest) border = strongest + 1;
  for (; border > 0 && upTo > part + 1; border--) {
    let next = part + 1;
    while (next < upTo && borderOf(next) < border) next++;
    upTo = next;
    if (next === part + 1 || next === reported || endOf(next - 1) - startOf(part) > MAX_TERM_BYTES) continue;
    reported = next;
    report(startOf(part), endOf(next - 1), position, true, next - part);
  }
}

/** First part from which the rest of a too long compound fits into a term; the last part when none does. */
function tailPart(length: i32): i32 {
  for (let part: i32 = 1; part < parts; part++) if (borderOf(part) > 0 && length - startOf(part) <= MAX_TERM_BYTES) return part;
  return parts - 1;
}

function report(start: i32, end: i32, position: i32, isWhole: boolean, span: i32): void {
  let to = end;
  if (end - start > MAX_TERM_BYTES) {
    to = start + MAX_TERM_BYTES;
    while (to > start + 1 && (byteAt(folded + to) & 0xc0) === 0x80) to--;
  }
  reportFolded(start, to, position, isWhole, span);
}

/** Reports folded bytes [start, end) as a term. */
export function reportFolded(start: i32, end: i32, position: i32, isWhole: boolean, span: i32): void {
  let h: i32 = HASH_SEED;
  for (let i = start; i < end; i++) h = imul(h ^ byteAt(folded + i), HASH_PRIME);
  reportTerm(folded + start, end - start, finishHash(h), position, isWhole, span);
}

/** Reports the term at that address. */
export function reportTerm(at: i32, length: i32, hash: i32, position: i32, isWhole: boolean, span: i32): void {
  const to = termsEnd;
  setWord(to + TERM_AT, at);
  setWord(to + TERM_FORM, length | (isWhole ? 0x100 : 0) | (span << 16));
  setWord(to + TERM_HASH, hash);
  setWord(to + TERM_POSITION, position);
  termsEnd = to + TERM_BYTES;
}
