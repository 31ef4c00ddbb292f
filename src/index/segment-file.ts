/**
 * Puts sections together to the parts of a segment file: offsets, padding, checksums of the pages, header.
 *
 * Sections are written as they lie in memory, never copied into one; the checksum of a page goes on from part to part.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import { crc32 } from './crc32.ts';
import { HEADER_BYTES, PAGE_BYTES, SECTIONS, bodyStart, encodeHeader } from './format.ts';
import type { SectionName, SectionRange, SegmentCounts } from './format.ts';

/** Bytes of each section, or pieces of it. */
export type SectionBytes = Readonly<Record<Exclude<SectionName, 'checksums'>, Uint8Array | readonly Uint8Array[]>>;

/** The file's parts, to be written one behind the other. Cost: one native pass over the bytes. */
export function assembleSegment(counts: SegmentCounts, sections: SectionBytes): Uint8Array[] {
  const names = SECTIONS.filter((name): name is keyof SectionBytes => name !== 'checksums');
  let bodyBytes = 0;
  for (const name of names) bodyBytes += lengthOf(sections[name]) + padding(lengthOf(sections[name]));
  const pageCount = Math.ceil(bodyBytes / PAGE_BYTES);
  const start = bodyStart(pageCount);
  const checksums = new Uint8Array(start - HEADER_BYTES);
  const pages = new PageChecksums(new Uint32Array(checksums.buffer, 0, pageCount));
  const ranges: Partial<Record<SectionName, SectionRange>> = { checksums: { start: HEADER_BYTES, length: pageCount * 4 } };
  const parts: Uint8Array[] = [];
  let offset = start;
  for (const name of names) {
    const pieces = piecesOf(sections[name]);
    const length = lengthOf(pieces);
    ranges[name] = { start: offset, length };
    for (const part of [...pieces, new Uint8Array(padding(length))]) {
      if (part.length === 0) continue;
      pages.add(part);
      parts.push(part);
      offset += part.length;
    }
  }
  pages.finish();
  const checksumsChecksum = crc32(checksums, 0, checksums.length);
  const header = encodeHeader({ counts, fileBytes: offset, checksumsChecksum, sections: ranges as Record<SectionName, SectionRange> }, ANALYZER_VERSION);
  return [header, checksums, ...parts];
}

function piecesOf(section: Uint8Array | readonly Uint8Array[]): readonly Uint8Array[] {
  return section instanceof Uint8Array ? [section] : section;
}

function lengthOf(section: Uint8Array | readonly Uint8Array[]): number {
  return piecesOf(section).reduce((sum, piece) => sum + piece.length, 0);
}

function padding(length: number): number {
  return -length & 7;
}

class PageChecksums {
  private readonly checksums: Uint32Array;
  private page = 0;
  private filled = 0;
  private crc = 0;

  constructor(checksums: Uint32Array) {
    this.checksums = checksums;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + PAGE_BYTES - this.filled);
      this.crc = crc32(bytes, at, end, this.crc);
      this.filled += end - at;
      at = end;
      if (this.filled === PAGE_BYTES) this.finish();
    }
  }

  /** Ends a page, also a short last one. */
  finish(): void {
    if (this.filled === 0) return;
    this.checksums[this.page++] = this.crc;
    this.filled = 0;
    this.crc = 0;
  }
}

/** The bytes of a typed array. */
export function bytesOf(values: Uint8Array | Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
