/**
 * Puts sections together into the parts of a segment file: offsets, padding, checksums of the pages, footer.
 *
 * Sections are written as they come, never copied together and never held just to learn their size; the checksum of a page continues from
 * part to part.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import { crc32, crc32OfPages } from './crc32.ts';
import { FOOTER_BYTES, PAGE_BYTES, RUN_PAGES, SECTIONS, encodeFooter } from './format.ts';
import type { SectionName, SectionRange, SegmentCounts } from './format.ts';

/** The bytes of a section, or its pieces; a generator runs when the file comes to that section. */
export type SectionParts = Uint8Array | Iterable<Uint8Array>;

/** Of each section. */
export type SectionBytes = Readonly<Record<Exclude<SectionName, 'checksums'>, SectionParts>>;

/**
 * The file's parts, to be written one behind the other. countAll: asked behind the last section.
 * Cost: one native pass over the bytes.
 */
export function* assembleSegment(sections: SectionBytes, countAll: () => SegmentCounts): Generator<Uint8Array, void> {
  const pages = new PageChecksums();
  const ranges: Partial<Record<SectionName, SectionRange>> = {};
  let offset = 0;
  for (const name of SECTIONS) {
    if (name === 'checksums') continue;
    const start = offset;
    for (const part of piecesOf(sections[name])) {
      if (part.length === 0) continue;
      pages.add(part);
      offset += part.length;
      yield part;
    }
    ranges[name] = { start, length: offset - start };
    const padding = new Uint8Array(-offset & 7);
    if (padding.length === 0) continue;
    pages.add(padding);
    offset += padding.length;
    yield padding;
  }
  const checksums = pages.finish();
  ranges.checksums = { start: offset, length: checksums.length * 4 };
  // An even number of words, so that the footer's doubles lie at a multiple of 8.
  const padded = new Uint8Array((checksums.length + (checksums.length & 1)) * 4);
  padded.set(bytesOf(checksums));
  yield padded;
  const fileBytes = offset + padded.length + FOOTER_BYTES;
  const checksumsChecksum = crc32(padded, 0, padded.length);
  yield encodeFooter({ counts: countAll(), fileBytes, checksumsChecksum, sections: ranges as Record<SectionName, SectionRange> }, ANALYZER_VERSION);
}

/** A section that is made when the file comes to it. */
export function* later(make: () => SectionParts): Generator<Uint8Array, void> {
  yield* piecesOf(make());
}

function piecesOf(section: SectionParts): Iterable<Uint8Array> {
  return section instanceof Uint8Array ? [section] : section;
}

/** Checksums of the pages of what is added. */
export class PageChecksums {
  private checksums = new Uint32Array(64);
  private page = 0;
  private filled = 0;
  private crc = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + PAGE_BYTES - this.filled);
      this.crc = crc32(bytes, at, end, this.crc);
      this.filled += end - at;
      at = end;
      if (this.filled === PAGE_BYTES) this.endPage();
    }
  }

  /** One for each page, even a short last one; then those of whole runs of pages. */
  finish(): Uint32Array {
    const runCount = Math.floor(this.page / RUN_PAGES);
    if (this.filled > 0) this.endPage();
    const all = new Uint32Array(this.page + runCount);
    all.set(this.checksums.subarray(0, this.page));
    for (let run = 0; run < runCount; run++) all[this.page + run] = crc32OfPages(this.checksums, run * RUN_PAGES, (run + 1) * RUN_PAGES - 1);
    return all;
  }

  private endPage(): void {
    if (this.page === this.checksums.length) {
      const grown = new Uint32Array(this.page * 2);
      grown.set(this.checksums);
      this.checksums = grown;
    }
    this.checksums[this.page++] = this.crc;
    this.filled = 0;
    this.crc = 0;
  }
}

/** The bytes of a typed array. */
export function bytesOf(values: Uint8Array | Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
