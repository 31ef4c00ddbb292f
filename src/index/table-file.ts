/**
 * A file of columns: the common byte layout of catalog and marks.
 *
 *     u32 magic   u32 format   u32 section count   u32 checksum of this header with the checksum as 0
 *     per section: f64 offset, f64 byte length, u32 checksum (0: checked by whoever reads a part of it), u32 0
 *     the sections, each at a multiple of 8
 *
 * Numbers are in the machine's own byte order, so that a column is a typed array over the bytes as they were read: nothing
 * is parsed. A machine of the other order sees a wrong magic number and rebuilds. Whatever is wrong is IndexDamage.
 */
import { crc32 } from './crc32.ts';
import { IndexDamage } from './damage.ts';
import type { RandomFile } from './directory.ts';

const HEADER_WORDS = 4;
const ENTRY_BYTES = 24;

/** One section to write. */
export interface TableSection {
  readonly bytes: Uint8Array;
  /** False: its parts carry checksums of their own (a blob of strings, few of which are ever read). */
  readonly isChecked: boolean;
}

/** A typed array over a section's bytes; the length is the section's. */
export interface TableFile {
  readonly u8: (section: number) => Uint8Array;
  readonly u16: (section: number) => Uint16Array;
  readonly u32: (section: number) => Uint32Array;
  readonly f64: (section: number) => Float64Array;
  readonly bytes: (section: number) => Buffer;
  /** Where the section is in the file, for reading parts of it by position. */
  readonly rangeOf: (section: number) => { readonly start: number; readonly end: number };
}

/** A section as the header has it; checksum: null when its parts carry their own. */
interface SectionEntry {
  readonly start: number;
  readonly end: number;
  readonly checksum: number | null;
}

/** What a file must be to be opened. what: its name in errors. */
export interface TableKind {
  readonly magic: number;
  readonly format: number;
  readonly sectionCount: number;
  readonly what: string;
}

/** Bytes of a typed array, as a section that is checked when the file is opened. */
export function column(values: Uint8Array | Uint16Array | Uint32Array | Float64Array): TableSection {
  return { bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength), isChecked: true };
}

/** The parts of the file, to be written one after another. */
export function encodeTable(magic: number, format: number, sections: readonly TableSection[]): Uint8Array[] {
  const headerBytes = HEADER_WORDS * 4 + sections.length * ENTRY_BYTES;
  const header = Buffer.alloc(headerBytes);
  const words = new Uint32Array(header.buffer, header.byteOffset, headerBytes >>> 2);
  const doubles = new DataView(header.buffer, header.byteOffset, headerBytes);
  words.set([magic, format, sections.length, 0]);
  const parts: Uint8Array[] = [header];
  let offset = headerBytes;
  sections.forEach((section, index) => {
    const padding = -offset & 7;
    if (padding > 0) parts.push(new Uint8Array(padding));
    offset += padding;
    const at = HEADER_WORDS * 4 + index * ENTRY_BYTES;
    doubles.setFloat64(at, offset, true);
    doubles.setFloat64(at + 8, section.bytes.length, true);
    words[(at + 16) >>> 2] = section.isChecked ? crc32(section.bytes, 0, section.bytes.length) : 0;
    words[(at + 20) >>> 2] = section.isChecked ? 1 : 0;
    parts.push(section.bytes);
    offset += section.bytes.length;
  });
  words[3] = crc32(header, 0, headerBytes);
  return parts;
}

/**
 * Opens the bytes of a whole file (8-aligned, as a directory gives them).
 *
 * Throws IndexDamage for a wrong magic, format, length or checksum. Cost: one pass over the checked sections.
 */
export function decodeTable(bytes: Buffer, kind: TableKind): TableFile {
  return checkedTable(bytes, decodeHeader(bytes, bytes.length, kind), kind.what);
}

/**
 * The same for an open file, without its unchecked sections, which come after the others: they are read by position.
 *
 * Cost: reads all other sections.
 */
export function readTable(file: RandomFile, kind: TableKind): TableFile {
  const head = file.read(0, Math.min(file.sizeBytes, headerBytesOf(kind.sectionCount)));
  const sections = decodeHeader(head, file.sizeBytes, kind);
  const end = sections.reduce((last, section) => (section.checksum === null ? last : Math.max(last, section.end)), head.length);
  return checkedTable(file.read(0, end), sections, kind.what);
}

/** The same for a file of which only unchecked sections are wanted. Cost: the header is read. */
export function sectionsOf(file: RandomFile, kind: TableKind): TableFile {
  const head = file.read(0, Math.min(file.sizeBytes, headerBytesOf(kind.sectionCount)));
  return checkedTable(head, decodeHeader(head, file.sizeBytes, kind).map((section) => ({ ...section, checksum: null })), kind.what);
}

function headerBytesOf(sectionCount: number): number {
  return HEADER_WORDS * 4 + sectionCount * ENTRY_BYTES;
}

/** bytes: the file's beginning; sizeBytes: of the whole file. */
function decodeHeader(bytes: Buffer, sizeBytes: number, { magic, format, sectionCount, what }: TableKind): SectionEntry[] {
  const headerBytes = headerBytesOf(sectionCount);
  if (bytes.length < headerBytes) throw new IndexDamage(`${what}: ${bytes.length} bytes, expected at least ${headerBytes}`);
  const header = Buffer.from(bytes.subarray(0, headerBytes));
  const view = new DataView(header.buffer, header.byteOffset, headerBytes);
  const word = (index: number): number => new Uint32Array(bytes.buffer, bytes.byteOffset + index * 4, 1)[0];
  if (word(0) !== magic) throw new IndexDamage(`${what}: not a file of this kind`);
  if (word(1) !== format) throw new IndexDamage(`${what}: format ${word(1)}, expected ${format}`);
  if (word(2) !== sectionCount) throw new IndexDamage(`${what}: ${word(2)} sections, expected ${sectionCount}`);
  header.fill(0, 12, 16);
  if (crc32(header, 0, headerBytes) !== word(3)) throw new IndexDamage(`${what}: wrong checksum of the header`);
  return Array.from({ length: sectionCount }, (_, i) => {
    const at = HEADER_WORDS * 4 + i * ENTRY_BYTES;
    const start = view.getFloat64(at, true);
    const end = start + view.getFloat64(at + 8, true);
    if (!(start >= headerBytes && end >= start && end <= sizeBytes)) throw new IndexDamage(`${what}: section ${i} lies outside the file`);
    return { start, end, checksum: word((at + 20) >>> 2) === 1 ? word((at + 16) >>> 2) : null };
  });
}

function checkedTable(bytes: Buffer, sections: readonly SectionEntry[], what: string): TableFile {
  sections.forEach(({ start, end, checksum }, i) => {
    if (checksum !== null && crc32(bytes, start, end) !== checksum) throw new IndexDamage(`${what}: wrong checksum of section ${i}`);
  });
  const length = (section: number, size: number): number => {
    const { start, end } = sections[section];
    if ((end - start) % size !== 0) throw new IndexDamage(`${what}: section ${section} is cut`);
    return (end - start) / size;
  };
  const at = (section: number): number => bytes.byteOffset + sections[section].start;
  return {
    u8: (section) => new Uint8Array(bytes.buffer, at(section), length(section, 1)),
    u16: (section) => new Uint16Array(bytes.buffer, at(section), length(section, 2)),
    u32: (section) => new Uint32Array(bytes.buffer, at(section), length(section, 4)),
    f64: (section) => new Float64Array(bytes.buffer, at(section), length(section, 8)),
    bytes: (section) => bytes.subarray(sections[section].start, sections[section].end),
    rangeOf: (section) => sections[section],
  };
}
