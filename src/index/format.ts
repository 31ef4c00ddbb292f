/**
 * The byte layout of a segment file. Numbers are in the machine's own byte order, so that a column is a typed array over the bytes as
 * they were read; a machine of the other order sees a wrong magic number and rebuilds.
 *
 *     positions   a chunk of a term: as many positions as the frequency says, each in the bits that the chunk's length needs; a term begins at a byte
 *     postings    a chunk of a term: varint (gap - 1) << 1 | (frequency > 1), then the frequency if it is; long lists as raw deflate
 *     dictionary  the terms in byte order, each ended by SEPARATOR
 *     meta        a block of terms: u32 offsets in postings and positions, little end first; then a term: one byte 1 | (posting bytes - 1) << 1 | position bytes << 3 for most terms of one chunk;
 *                 else varints chunks << 1, posting bytes << 1 | deflated, position bytes
 *     texts       raw deflate blocks of about TEXT_BLOCK_BYTES (text-writer.ts) of chunk text; a chunk lies in one block
 *     entryHi, entryLo, entryChunk   identities of entries, sorted: u32, u32, and the first chunk as u16 where all fit, else u32
 *     linkHi, linkLo, linkRow        links, sorted, alike: the row
 *     textBytes   u16 a chunk: bytes of its text
 *     textIndex   a block: u32 offset in texts, u32 first chunk (one pair more: length, chunk count)
 *     termIndex   for every TERMS_A_BLOCK-th term: u32 offset in dictionary (one more: its length), then u32 first four bytes, big end first,
 *                 then u32 offset in meta (one more: its length)
 *     lengths     u16 a chunk: tokens, at most 65,535            fields     u8 a chunk
 *     rows        columns of RowTable: f64 time; u32 session, turn, firstChunk (one more), firstOrdinal, four halves of keys; u8 flags
 *     checksums   u32 for each page of PAGE_BYTES of all that stands before, then for each whole run of RUN_PAGES pages
 *     footer      FOOTER_BYTES: words and doubles as below, with a checksum of itself and one of the section checksums
 *
 * A file is written front to back, and sizes become known on the way (in a merge), so the table of places comes last, after what
 * every search needs: one read from the end opens a segment. Sections begin at multiples of 8. Every page is checked when it is read.
 * Whatever does not fit is IndexDamage. Change anything here and raise SEGMENT_FORMAT, and INDEX_FORMAT in manifest.ts.
 */
import { IndexDamage } from './damage.ts';
import { crc32 } from './crc32.ts';

/** Version of the layout above. */
export const SEGMENT_FORMAT = 6;
/** Bytes of the footer. */
export const FOOTER_BYTES = 512;
/** Small, since most reads want a few bytes; checksums take 0.1 % of the file. crc32.ts has a table for this size. */
export const PAGE_BYTES = 4096;
/** Pages that also have a common checksum, for large reads: in a process that has just started a call for each page costs more than the checking. */
export const RUN_PAGES = 16;
/** Terms between two entries of termIndex. 16 would double it, 64 make every lookup scan twice as much. */
export const TERMS_A_BLOCK = 32;
/** The two offsets at the head of a block of meta. */
export const META_HEAD_BYTES = 8;
/** Ends a term in the dictionary. No term contains it. */
export const SEPARATOR = 0x0a;

/** The sections, in file order. */
export const SECTIONS = [
  'positions', 'postings', 'dictionary', 'meta', 'texts', 'entryHi', 'entryLo', 'entryChunk', 'linkHi', 'linkLo', 'linkRow',
  'textBytes', 'textIndex', 'termIndex', 'lengths', 'fields', 'rows', 'checksums',
] as const;

/** Name of a section. */
export type SectionName = (typeof SECTIONS)[number];

/** Where a section is. */
export interface SectionRange {
  /** Offset in the file. */
  readonly start: number;
  readonly length: number;
}

/** The numbers of everything in a segment. */
export interface SegmentCounts {
  readonly chunks: number;
  readonly rows: number;
  readonly terms: number;
  readonly entries: number;
  readonly links: number;
  /** Sum of the chunks' lengths. */
  readonly tokens: number;
}

/** The footer, read. */
export interface SegmentFooter {
  readonly counts: SegmentCounts;
  readonly fileBytes: number;
  /** Checksum of the section checksums and the bytes up to the footer. */
  readonly checksumsChecksum: number;
  readonly sections: Readonly<Record<SectionName, SectionRange>>;
}

/** "CCFS" read as a number. */
const MAGIC = 0x53464343;
const WORD = { magic: 0, format: 1, analyzer: 2, checksum: 3, chunks: 4, rows: 5, terms: 6, entries: 7, links: 8, checksumsChecksum: 9 } as const;
const DOUBLE = { fileBytes: 5, tokens: 6, sections: 7 } as const;

/** The footer's bytes; sections given as ranges of the whole file. */
export function encodeFooter(footer: SegmentFooter, analyzer: number): Uint8Array {
  const bytes = new Uint8Array(FOOTER_BYTES);
  const words = new Uint32Array(bytes.buffer);
  const doubles = new Float64Array(bytes.buffer);
  const { counts } = footer;
  words[WORD.magic] = MAGIC;
  words[WORD.format] = SEGMENT_FORMAT;
  words[WORD.analyzer] = analyzer;
  words[WORD.chunks] = counts.chunks;
  words[WORD.rows] = counts.rows;
  words[WORD.terms] = counts.terms;
  words[WORD.entries] = counts.entries;
  words[WORD.links] = counts.links;
  words[WORD.checksumsChecksum] = footer.checksumsChecksum;
  doubles[DOUBLE.fileBytes] = footer.fileBytes;
  doubles[DOUBLE.tokens] = counts.tokens;
  SECTIONS.forEach((name, i) => {
    doubles[DOUBLE.sections + 2 * i] = footer.sections[name].start;
    doubles[DOUBLE.sections + 2 * i + 1] = footer.sections[name].length;
  });
  words[WORD.checksum] = crc32(bytes, 0, FOOTER_BYTES);
  return bytes;
}

/** The footer at the end of the bytes. Throws IndexDamage unless it is one of this format, analyzer and file size. */
export function decodeFooter(bytes: Uint8Array, sizeBytes: number, analyzer: number, name: string): SegmentFooter {
  if (bytes.length < FOOTER_BYTES) throw new IndexDamage(`${name}: ${sizeBytes} bytes, expected at least ${FOOTER_BYTES}`);
  const copy = new Uint8Array(FOOTER_BYTES);
  copy.set(bytes.subarray(bytes.length - FOOTER_BYTES));
  const words = new Uint32Array(copy.buffer);
  const doubles = new Float64Array(copy.buffer);
  const expected = words[WORD.checksum];
  words[WORD.checksum] = 0;
  if (words[WORD.magic] !== MAGIC) throw new IndexDamage(`${name}: not a segment`);
  if (words[WORD.format] !== SEGMENT_FORMAT) throw new IndexDamage(`${name}: segment format ${words[WORD.format]}, expected ${SEGMENT_FORMAT}`);
  if (crc32(copy, 0, FOOTER_BYTES) !== expected) throw new IndexDamage(`${name}: wrong checksum of the footer`);
  if (words[WORD.analyzer] !== analyzer) throw new IndexDamage(`${name}: analyzer ${words[WORD.analyzer]}, expected ${analyzer}`);
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
