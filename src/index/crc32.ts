/**
 * CRC-32 (the one of gzip): native where Node has it (20.16, 22.3 and later), else by tables.
 *
 * Pages of a segment are checked in processes that have just started, where our own loops run uncompiled: for 400 KB the native
 * function takes 0.4 ms and a loop over words 5 ms. Even calls cost there, so runs of pages have checksums too. Every single flipped bit
 * is noticed, and every burst of up to 32.
 */
import { nativeCrc32 } from '../native.ts';

let tables: Uint32Array | null = null;

/**
 * What 4,096 zero bytes after some bytes make of each bit of their checksum: a checksum is linear over bits. Computed by squaring the
 * step for one zero bit fifteen times (test/index/codec.test.ts). Source: Adler's crc32_combine in zlib.
 */
const SHIFT_BY_PAGE = new Uint32Array([
  0x5ad8a92c, 0xb5b15258, 0xb013a2f1, 0xbb5643a3, 0xaddd8107, 0x80ca044f, 0xdae50edf, 0x6ebb1bff, 0xdd7637fe, 0x619d69bd, 0xc33ad37a,
  0x5d04a0b5, 0xba09416a, 0xaf638495, 0x85b60f6b, 0xd01d1897, 0x7b4b376f, 0xf6966ede, 0x365ddbfd, 0x6cbbb7fa, 0xd9776ff4, 0x699fd9a9,
  0xd33fb352, 0x7d0e60e5, 0xfa1cc1ca, 0x2f4885d5, 0x5e910baa, 0xbd221754, 0xa13528e9, 0x991b5793, 0xe947a967, 0x09fe548f,
]);

/** Checksum of the pages [first, last] of 4,096 bytes each, from their checksums. */
export function crc32OfPages(checksums: Uint32Array, first: number, last: number): number {
  let crc = 0;
  for (let page = first; page <= last; page++) crc = shiftByPage(crc) ^ checksums[page];
  return crc >>> 0;
}

function shiftByPage(crc: number): number {
  let shifted = 0;
  for (let bit = 0; crc !== 0; bit++, crc >>>= 1) if ((crc & 1) === 1) shifted ^= SHIFT_BY_PAGE[bit];
  return shifted;
}

/** Checksum of bytes[start, end); unsigned. `before`: the checksum of the preceding bytes, to continue it. */
export function crc32(bytes: Uint8Array, start: number, end: number, before = 0): number {
  if (nativeCrc32 === undefined) return crc32ByTables(bytes, start, end, before);
  return nativeCrc32(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), before);
}

/** The same without the native function. Source: the slicing method of Kounavis and Berry, four bytes a step. */
export function crc32ByTables(bytes: Uint8Array, start: number, end: number, before = 0): number {
  const table = (tables ??= buildTables());
  let crc = ~before;
  let i = start;
  for (const last = end - 3; i < last; i += 4) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc = table[768 + (crc & 255)] ^ table[512 + ((crc >>> 8) & 255)] ^ table[256 + ((crc >>> 16) & 255)] ^ table[crc >>> 24];
  }
  for (; i < end; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 255];
  return ~crc >>> 0;
}

function buildTables(): Uint32Array {
  const table = new Uint32Array(1024);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    table[byte] = crc;
  }
  for (let i = 256; i < 1024; i++) table[i] = (table[i - 256] >>> 8) ^ table[table[i - 256] & 255];
  return table;
}
