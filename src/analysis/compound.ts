/**
 * A word or compound under assembly: folded bytes, where its parts begin and end, and how strongly each is set off from
 * the one before; and its report to a sink, whole and in parts.
 *
 * One compound at a time (module state: the tokenizer runs to its end before anything else happens), bounded in bytes
 * and parts. The report order is the order of positions: at each part first the largest compound that begins there.
 */
import type { TermSink } from './analyzer-types.ts';
import { termHash } from './term-hash.ts';

/** Longest term in bytes; longer ones keep their head, long paths their last folders. */
export const MAX_TERM_BYTES = 64;
/** A compound that has grown so far ends at its next joiner, and a new one begins: minified code, endless paths. */
const LONG_BYTES = 256;
const LONG_PARTS = 32;
/** Inside a piece of more than this the rest is dropped: what is so long without a joiner is no word. */
export const MAX_BYTES = 512;
const MAX_PARTS = 64;

/** Strength of the border before a part: 0 at camel humps and digits, 1 to 4 by joiner (characters.ts), 5 at `://`; before the first, OUTER. */
const OUTER = 6;

/** Folded bytes of the compound, joiners included. */
export const folded = Buffer.allocUnsafeSlow(MAX_BYTES + 512);
const partStart = new Uint16Array(MAX_PARTS + 2);
const partEnd = new Uint16Array(MAX_PARTS + 2);
const partBorder = new Uint8Array(MAX_PARTS + 2);
/** Closed parts. The open part is number `parts`. */
let parts = 0;
/** First part of the piece (run without joiners) that is open. */
let pieceFirst = 0;
/** Strongest border inside the compound so far. */
let strongest = 0;
let letterDigitBorders = 0;
let opaqueBytes = 0;

/** Starts over with one open part at offset 0. */
export function beginCompound(): void {
  parts = 0;
  pieceFirst = 0;
  strongest = 0;
  letterDigitBorders = 0;
  opaqueBytes = 0;
  partStart[0] = 0;
  partBorder[0] = OUTER;
}

/** True when the compound should end at the next joiner. */
export function isLong(length: number): boolean {
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

/** True when a piece so far was set off by exactly that strength. */
export function hasBorder(border: number): boolean {
  for (let part = 1; part <= parts; part++) if (partBorder[part] === border) return true;
  return false;
}

/** True when the open piece was set off by exactly that strength. */
export function isPieceAfter(border: number): boolean {
  return partBorder[pieceFirst] === border;
}

/** A border inside a piece, at that offset. */
export function splitPart(at: number, isLetterDigit: boolean): void {
  if (isLetterDigit) letterDigitBorders++;
  partEnd[parts] = at;
  parts++;
  partStart[parts] = at;
  partBorder[parts] = 0;
}

/** The end of a piece, followed (after joiners) by another one. */
export function splitPiece(end: number, next: number, border: number): void {
  closePiece(end);
  partStart[parts] = next;
  partBorder[parts] = border;
  if (border > strongest) strongest = border;
  pieceFirst = parts;
}

/**
 * Hashes, ids and base64 are not words glued together: a piece with many tiny parts stays one part.
 * Three digits borders in fewer than three bytes a part (`Zm9vYmFyMQ`), or hexadecimal with two borders (`3f2a`).
 */
function closePiece(end: number): void {
  partEnd[parts] = end;
  parts++;
  if (letterDigitBorders < 2) {
    letterDigitBorders = 0;
    return;
  }
  const count = parts - pieceFirst;
  const start = partStart[pieceFirst];
  const isOpaque = (count >= 5 && letterDigitBorders >= 3 && end - start < 3 * count) || isHexadecimal(start, end);
  letterDigitBorders = 0;
  if (!isOpaque) return;
  parts = pieceFirst + 1;
  partEnd[pieceFirst] = end;
  opaqueBytes += end - start;
}

function isHexadecimal(start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = folded[i];
    if (!((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66))) return false;
  }
  return true;
}

/** What finishCompound found: true when the compound is an opaque run (base64), of which only the head is reported. */
export let wasOpaque = false;

/**
 * Reports the compound, whose folded form is `length` bytes, from that position on. suffix: bytes after the word that only the whole
 * has (the plus signs of `c++`). Returns the number of positions used.
 */
export function finishCompound(length: number, suffix: number, position: number, sink: TermSink): number {
  closePiece(length);
  wasOpaque = length > MAX_TERM_BYTES && opaqueBytes * 2 > length;
  if (parts > 1 && !wasOpaque) return reportParts(length, position, sink);
  if (suffix > 0) report(0, length + suffix, position, true, 1, sink);
  report(0, length, position, false, 1, sink);
  return 1;
}

function reportParts(length: number, position: number, sink: TermSink): number {
  const tail = length > MAX_TERM_BYTES ? tailPart(length) : 0;
  for (let part = 0; part < parts; part++) {
    if (partBorder[part] > 0) reportGroups(part, part === tail, length, position + part, sink);
    report(partStart[part], partEnd[part], position + part, false, 1, sink);
  }
  return parts;
}

/** The compounds that begin at a part, largest first: for each strength the parts up to the next border as strong. */
function reportGroups(part: number, isTail: boolean, length: number, position: number, sink: TermSink): void {
  let reported = part + 1;
  if (isTail && reported < parts) {
    reported = parts;
    report(partStart[part], length, position, true, parts - part, sink);
  }
  let upTo = parts;
  // Whatever is stronger than all borders gives the whole rest, as the first that is does.
  for (let border = Math.min(partBorder[part], strongest + 1); border > 0 && upTo > part + 1; border--) {
    let next = part + 1;
    while (next < upTo && partBorder[next] < border) next++;
    upTo = next;
    if (next === part + 1 || next === reported || partEnd[next - 1] - partStart[part] > MAX_TERM_BYTES) continue;
    reported = next;
    report(partStart[part], partEnd[next - 1], position, true, next - part, sink);
  }
}

/** First part from which the rest of a too long compound fits into a term; the last part when none does. */
function tailPart(length: number): number {
  for (let part = 1; part < parts; part++) if (partBorder[part] > 0 && length - partStart[part] <= MAX_TERM_BYTES) return part;
  return parts - 1;
}

function report(start: number, end: number, position: number, isWhole: boolean, span: number, sink: TermSink): void {
  if (end - start > MAX_TERM_BYTES) {
    end = start + MAX_TERM_BYTES;
    while (end > start + 1 && (folded[end] & 0xc0) === 0x80) end--;
  }
  sink.term(folded, start, end, termHash(folded, start, end), position, isWhole, span);
}
