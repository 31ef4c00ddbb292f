/**
 * The fold table: code point → kind, script and folded bytes, filled on first use.
 *
 * A page of 256 code points is made when one of them is first met, an entry when that code point is: start-up costs
 * nothing, and a text in one alphabet fills one or two pages. An entry is two numbers: kind, script and length
 * packed in one, and where the folded bytes begin in `foldedBytes` (length 0: the code point stays as it is).
 * Pure but for the memory of answers.
 */
import { foldCodePoint } from './code-point.ts';

const KNOWN = 1 << 30;
const pages: (Int32Array | undefined)[] = new Array<Int32Array | undefined>(0x1100);
let used = 0;

/** Folded UTF-8 of all code points met so far that change; replaced when it grows. */
export let foldedBytes = Buffer.allocUnsafeSlow(1024);

/** Packed entry of a code point below 0x110000; see kindOf, scriptOf, foldedLength. */
export function foldEntry(codePoint: number): number {
  const page = pages[codePoint >>> 8];
  if (page !== undefined) {
    const entry = page[(codePoint & 255) << 1];
    if (entry !== 0) return entry;
  }
  return addEntry(codePoint);
}

/** One of KIND. */
export function kindOf(entry: number): number {
  return entry & 15;
}

/** Script group; 0 for digits and what is no part of a word. */
export function scriptOf(entry: number): number {
  return (entry >>> 4) & 0x1fff;
}

/** Bytes of the folded form; 0 when it equals the code point itself. */
export function foldedLength(entry: number): number {
  return (entry >>> 17) & 0xff;
}

/** Where the folded form begins in foldedBytes; of a code point whose entry was asked for, with foldedLength > 0. */
export function foldedStart(codePoint: number): number {
  const page = pages[codePoint >>> 8];
  return page === undefined ? 0 : page[((codePoint & 255) << 1) + 1];
}

function addEntry(codePoint: number): number {
  const page = (pages[codePoint >>> 8] ??= new Int32Array(512));
  const { kind, script, folded } = foldCodePoint(codePoint);
  let length = 0;
  if (folded !== '' && folded !== String.fromCodePoint(codePoint)) {
    length = Buffer.byteLength(folded);
    if (used + length > foldedBytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(foldedBytes.length * 2, used + length));
      foldedBytes.copy(grown, 0, 0, used);
      foldedBytes = grown;
    }
    foldedBytes.write(folded, used);
    page[((codePoint & 255) << 1) + 1] = used;
    used += length;
  }
  return (page[(codePoint & 255) << 1] = KNOWN | kind | (script << 4) | (length << 17));
}
