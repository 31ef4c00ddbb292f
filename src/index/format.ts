/**
 * The byte layout of a segment file. Numbers stand in the machine's own order, so that a column is a typed array over the bytes as
 * they were read; a machine of the other order finds the magic wrong and rebuilds.
 *
 *     header      HEADER_BYTES: words and doubles as below, with a checksum of itself and one of the section checksums
 *     checksums   u32 for each page of PAGE_BYTES of all that follows
 *     lengths     u16 a chunk: tokens, at most 65,535            fields     u8 a chunk
 *     rows        columns of RowTable: f64 time; u32 session, turn, firstChunk (one more), firstOrdinal, four halves of keys; u8 flags
 *     dictionary  the terms in byte order, each ended by SEPARATOR
 *     termIndex   for every TERMS_A_BLOCK-th term: u32 offset in dictionary (one more: its length), then u32 first four bytes, big end first,
 *                 then u32 offset in meta (one more: its length)
 *     meta        a block of terms: u32 offsets in postings and positions, little end first; then a term: one byte 1 | (posting bytes - 1) << 1 | position bytes << 3 for most terms of one chunk;
 *                 else varints chunks << 1, posting bytes << 1 | deflated, position bytes
 *     postings    a chunk of a term: varint (gap - 1) << 1 | (frequency > 1), then the frequency if it is; long lists as raw deflate
 *     positions   a chunk of a term: as many positions as the frequency says, each in the bits that the chunk's length needs; a term begins at a byte
 *     texts       raw deflate blocks of about TEXT_BLOCK_BYTES (text-writer.ts) of chunk text; a chunk lies in one block
 *     textIndex   a block: u32 offset in texts, u32 first chunk (one pair more: length, chunk count)
 *     textBytes   u16 a chunk: bytes of its text
 *     entryHi, entryLo, entryChunk   identities of entries, sorted: u32, u32, and the first chunk as u16 where all fit, else u32
 *     linkHi, linkLo, linkRow        links, sorted, alike: the row
 *
 * Sections begin at multiples of 8 and what is read at opening comes first. Every page is checked when it is read. Whatever does not fit is
 * IndexDamage. Change anything here and raise SEGMENT_FORMAT.
 */
import { IndexDamage } from './damage.ts';
import { crc32 } from './crc32.ts';

/** Of the layout above. */
export const SEGMENT_FORMAT = 2;
/** Bytes of the header. */
export const HEADER_BYTES = 512;
/** Small, since most reads want a few bytes; 0.1 % of the file goes into checksums. crc32.ts has a table for this size. */
export const PAGE_BYTES = 4096;
/** Terms between two entries of termIndex. 16 would double it, 64 make every lookup scan twice as much. */
export const TERMS_A_BLOCK = 32;
/** The two offsets at the head of a block of meta. */
export const META_HEAD_BYTES = 8;
/** Ends a term in the dictionary. No term holds it. */
export const SEPARATOR = 0x0a;

/** The sections, in file order. */
export const SECTIONS = [
  'checksums', 'lengths', 'fields', 'rows', 'dictionary', 'termIndex', 'meta', 'postings', 'positions', 'texts', 'textIndex', 'textBytes',
  'entryHi', 'entryLo', 'entryChunk', 'linkHi', 'linkLo', 'linkRow',
] as const;

/** Name of a section. */
export type SectionName = (typeof SECTIONS)[number];

/** Where a section lies. */
export interface SectionRange {
  /** Offset in the file. */
  readonly start: number;
  readonly length: number;
}

/** How many of everything a segment holds. */
export interface SegmentCounts {
  readonly chunks: number;
  readonly rows: number;
  readonly terms: number;
  readonly entries: number;
  readonly links: number;
  /** Sum of the chunks' lengths. */
  readonly tokens: number;
}

/** Offset of the pages: behind the checksums, at a multiple of 8. */
export function bodyStart(pageCount: number): number {
  return HEADER_BYTES + Math.ceil((pageCount * 4) / 8) * 8;
}

/** The header, read. */
export interface SegmentHeader {
  readonly counts: SegmentCounts;
  readonly fileBytes: number;
  /** Of the section checksums and the bytes up to the next. */
  readonly checksumsChecksum: number;
  readonly sections: Readonly<Record<SectionName, SectionRange>>;
}

/** "CCFS" read as a number. */
const MAGIC = 0x53464343;
const WORD = { magic: 0, format: 1, analyzer: 2, checksum: 3, chunks: 4, rows: 5, terms: 6, entries: 7, links: 8, checksumsChecksum: 9 } as const;
const DOUBLE = { fileBytes: 5, tokens: 6, sections: 7 } as const;

/** The header's bytes; sections given as ranges of the whole file. */
export function encodeHeader(header: SegmentHeader, analyzer: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const words = new Uint32Array(bytes.buffer);
  const doubles = new Float64Array(bytes.buffer);
  const { counts } = header;
  words[WORD.magic] = MAGIC;
  words[WORD.format] = SEGMENT_FORMAT;
  words[WORD.analyzer] = analyzer;
  words[WORD.chunks] = counts.chunks;
  words[WORD.rows] = counts.rows;
  words[WORD.terms] = counts.terms;
  words[WORD.entries] = counts.entries;
  words[WORD.links] = counts.links;
  words[WORD.checksumsChecksum] = header.checksumsChecksum;
  doubles[DOUBLE.fileBytes] = header.fileBytes;
  doubles[DOUBLE.tokens] = counts.tokens;
  SECTIONS.forEach((name, i) => {
    doubles[DOUBLE.sections + 2 * i] = header.sections[name].start;
    doubles[DOUBLE.sections + 2 * i + 1] = header.sections[name].length;
  });
  words[WORD.checksum] = crc32(bytes, 0, HEADER_BYTES);
  return bytes;
}

/** Throws IndexDamage when the bytes are no header of this format, analyzer and file size. */
export function decodeHeader(bytes: Uint8Array, sizeBytes: number, analyzer: number, name: string): SegmentHeader {
  if (bytes.length < HEADER_BYTES) throw new IndexDamage(`${name}: ${sizeBytes} bytes, expected at least ${HEADER_BYTES}`);
  const copy = new Uint8Array(HEADER_BYTES);
  copy.set(bytes.subarray(0, HEADER_BYTES));
  const words = new Uint32Array(copy.buffer);
  const doubles = new Float64Array(copy.buffer);
  const expected = words[WORD.checksum];
  words[WORD.checksum] = 0;
  if (words[WORD.magic] !== MAGIC) throw new IndexDamage(`${name}: not a segment`);
  if (words[WORD.format] !== SEGMENT_FORMAT) throw new IndexDamage(`${name}: segment format ${words[WORD.format]}, expected ${SEGMENT_FORMAT}`, undefined, true);
  if (crc32(copy, 0, HEADER_BYTES) !== expected) throw new IndexDamage(`${name}: wrong checksum of the header`);
  if (words[WORD.analyzer] !== analyzer) throw new IndexDamage(`${name}: analyzer ${words[WORD.analyzer]}, expected ${analyzer}`, undefined, true);
  const fileBytes = doubles[DOUBLE.fileBytes];
  if (fileBytes !== sizeBytes) throw new IndexDamage(`${name}: ${sizeBytes} bytes, expected ${fileBytes}`);
  const sections = Object.fromEntries(
    SECTIONS.map((section, i) => [section, { start: doubles[DOUBLE.sections + 2 * i], length: doubles[DOUBLE.sections + 2 * i + 1] }]),
  ) as Record<SectionName, SectionRange>;
  return {
    fileBytes,
    checksumsChecksum: words[WORD.checksumsChecksum],
    sections,
    counts: {
      chunks: words[WORD.chunks],
      rows: words[WORD.rows],
      terms: words[WORD.terms],
      entries: words[WORD.entries],
      links: words[WORD.links],
      tokens: doubles[DOUBLE.tokens],
    },
  };
}
