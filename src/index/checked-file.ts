/**
 * Positional reads of a segment file that never return an unchecked byte.
 *
 * The file consists of pages, their checksums and a footer; a read takes the pages that cover it, checks each the first time, and keeps
 * single pages (read-cache.ts), since lookups come back to the same ones. The end of the file is read at opening and kept:
 * of a small segment that is everything, so one read is enough.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import { crc32 } from './crc32.ts';
import { IndexDamage, toDamage } from './damage.ts';
import type { RandomFile } from './directory.ts';
import { FOOTER_BYTES, PAGE_BYTES, RUN_PAGES, SECTIONS, decodeFooter } from './format.ts';
import type { SectionName, SegmentFooter } from './format.ts';
import type { ReadCache } from './read-cache.ts';

/** Read at opening, with up to a page more: what every search needs of a segment of up to 30 MB of transcript, checksums and footer. */
const LAST_READ_BYTES = 48 * 1024;
/** verify() reads this many pages at a time: 1 MB. */
const WINDOW_PAGES = 256;
/** Reads of at most this many pages use the kept pages. */
const SMALL_READ_PAGES = 4;
/** Memory for this many single pages is allocated at once: allocating takes longer than reading a page. */
const SLAB_PAGES = 8;

const RUN_BYTES = PAGE_BYTES * RUN_PAGES;

/** For single pages of any file, free from slabUsed on. */
let slab: Buffer | null = null;
let slabUsed = 0;

function memoryForPage(): Buffer {
  if (slab === null || slabUsed === slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_PAGES * PAGE_BYTES);
    slabUsed = 0;
  }
  return slab.subarray(slabUsed, (slabUsed += PAGE_BYTES));
}

/** A segment file opened for checked reading. Owns no resource: the caller closes the file. */
export class CheckedFile {
  readonly name: string;
  readonly footer: SegmentFooter;
  private readonly file: RandomFile;
  /** The end of the file, from the page `lastStart` on. */
  private readonly last: Buffer;
  private readonly lastStart: number;
  private readonly checksums: Uint32Array;
  /** Checksums of runs of pages. */
  private readonly runChecksums: Uint32Array;
  /** Where the pages end. */
  private readonly bodyEnd: number;
  /** 1 for pages of `last` that were checked. */
  private readonly isChecked: Uint8Array;
  private readonly cache: ReadCache;
  private readonly owner: number;
  /** The page asked for last: a lookup mostly asks for it again. */
  private latestPage = -1;
  private latest: Buffer | null = null;

  /** Throws IndexDamage for anything but a segment of this format; the caller closes the file. */
  constructor(file: RandomFile, name: string, cache: ReadCache) {
    this.file = file;
    this.name = name;
    this.cache = cache;
    this.owner = cache.newOwner();
    const { sizeBytes } = file;
    this.lastStart = Math.max(0, Math.floor((sizeBytes - LAST_READ_BYTES) / PAGE_BYTES) * PAGE_BYTES);
    this.last = aligned(this.readRaw(this.lastStart, sizeBytes - this.lastStart));
    this.footer = decodeFooter(this.last, sizeBytes, ANALYZER_VERSION, name);
    const { start, length } = this.footer.sections.checksums;
    const pageCount = Math.ceil(start / PAGE_BYTES);
    const runCount = Math.floor(start / (PAGE_BYTES * RUN_PAGES));
    this.bodyEnd = start;
    if (length !== 4 * (pageCount + runCount)) throw new IndexDamage(`${name}: wrong number of pages`);
    for (const section of SECTIONS) {
      const range = this.footer.sections[section];
      if (range.start % 8 !== 0 || range.start + range.length > (section === 'checksums' ? sizeBytes - FOOTER_BYTES : start)) {
        throw new IndexDamage(`${name}: section ${section} lies outside the file`);
      }
    }
    const end = sizeBytes - FOOTER_BYTES;
    const raw = start >= this.lastStart ? this.last.subarray(start - this.lastStart, end - this.lastStart) : aligned(this.readRaw(start, end - start));
    if (crc32(raw, 0, raw.length) !== this.footer.checksumsChecksum) throw new IndexDamage(`${name}: wrong checksum of the checksums`);
    this.checksums = new Uint32Array(raw.buffer, raw.byteOffset, pageCount);
    this.runChecksums = new Uint32Array(raw.buffer, raw.byteOffset + 4 * pageCount, runCount);
    this.isChecked = new Uint8Array(Math.ceil(this.last.length / PAGE_BYTES));
  }

  /** Bytes [position, position + length) of the section, checked. A view: do not write to it. */
  read(section: SectionName, position: number, length: number): Buffer {
    const range = this.footer.sections[section];
    if (position < 0 || length < 0 || position + length > range.length) throw new IndexDamage(`${this.name}: read outside section ${section}`);
    return this.readAt(range.start + position, length);
  }

  /** Bytes [start, start + length) of the file, across sections; checked. A view: do not write to it. */
  readRange(start: number, length: number): Buffer {
    if (start < 0 || length < 0 || start + length > this.bodyEnd) throw new IndexDamage(`${this.name}: read outside the file`);
    return this.readAt(start, length);
  }

  /** Like read(), but into memory that is reused, of two pages more than the length: new memory for a large piece costs more than reading it. */
  readInto(section: SectionName, position: number, length: number, into: Buffer): Buffer {
    const start = this.footer.sections[section].start + position;
    const firstPage = Math.floor(start / PAGE_BYTES);
    const lastPage = Math.floor((start + length - 1) / PAGE_BYTES);
    if (start >= this.lastStart || lastPage - firstPage < SMALL_READ_PAGES) return this.read(section, position, length);
    if (start + length > this.bodyEnd) throw new IndexDamage(`${this.name}: read outside section ${section}`);
    const offset = start - firstPage * PAGE_BYTES;
    return this.readPages(firstPage, lastPage, into).subarray(offset, offset + length);
  }

  /** A whole section of u32. */
  words(section: SectionName): Uint32Array {
    const bytes = aligned(this.read(section, 0, this.footer.sections[section].length));
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  }

  /** A whole section of u16. */
  halfWords(section: SectionName): Uint16Array {
    const bytes = aligned(this.read(section, 0, this.footer.sections[section].length));
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 1);
  }

  /** One number of a section of u8. */
  byte(section: SectionName, index: number): number {
    return this.read(section, index, 1)[0];
  }

  /** One number of a section of u16. */
  halfWord(section: SectionName, index: number): number {
    const bytes = this.read(section, index * 2, 2);
    return IS_LITTLE_ENDIAN ? bytes.readUInt16LE(0) : bytes.readUInt16BE(0);
  }

  /** One number of a section of u32. */
  word(section: SectionName, index: number): number {
    const bytes = this.read(section, index * 4, 4);
    return IS_LITTLE_ENDIAN ? bytes.readUInt32LE(0) : bytes.readUInt32BE(0);
  }

  /** Reads and checks everything again. Throws IndexDamage at the first page that is wrong. */
  verify(): void {
    new CheckedFile(this.file, this.name, this.cache);
    for (let page = 0; page < this.checksums.length; page += WINDOW_PAGES) this.readPages(page, Math.min(page + WINDOW_PAGES, this.checksums.length) - 1);
  }

  private readAt(start: number, length: number): Buffer {
    if (length === 0) return Buffer.alloc(0);
    const firstPage = Math.floor(start / PAGE_BYTES);
    const lastPage = Math.floor((start + length - 1) / PAGE_BYTES);
    const offset = start - firstPage * PAGE_BYTES;
    if (firstPage === lastPage) return this.page(firstPage).subarray(offset, offset + length);
    if (start >= this.lastStart || lastPage - firstPage < SMALL_READ_PAGES) return this.join(firstPage, lastPage, start, length);
    return this.readPages(firstPage, lastPage).subarray(offset, offset + length);
  }

  /** A read over several pages: a view if they are adjacent in memory, else a copy of their pieces. */
  private join(firstPage: number, lastPage: number, start: number, length: number): Buffer {
    if (start >= this.lastStart) {
      for (let page = firstPage; page <= lastPage; page++) this.page(page);
      return this.last.subarray(start - this.lastStart, start - this.lastStart + length);
    }
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let page = firstPage; page <= lastPage; page++) {
      const pageStart = page * PAGE_BYTES;
      const from = Math.max(start, pageStart);
      this.page(page).copy(bytes, from - start, from - pageStart, Math.min(start + length - pageStart, PAGE_BYTES));
    }
    return bytes;
  }

  private page(page: number): Buffer {
    const start = page * PAGE_BYTES - this.lastStart;
    if (start >= 0) {
      const end = this.endOf(page) - this.lastStart;
      const place = start / PAGE_BYTES;
      if (this.isChecked[place] === 0) this.check(page, this.last, start, end);
      this.isChecked[place] = 1;
      return this.last.subarray(start, end);
    }
    if (page === this.latestPage && this.latest !== null) return this.latest;
    let bytes = this.cache.get(this.owner, page);
    if (bytes === undefined) {
      bytes = this.readPages(page, page, memoryForPage());
      this.cache.keep(this.owner, page, bytes);
    }
    this.latestPage = page;
    return (this.latest = bytes);
  }

  /** Pages from the file in one read, checked. into: memory to read to, at least as long. */
  private readPages(firstPage: number, lastPage: number, into: Buffer | null = null): Buffer {
    const position = firstPage * PAGE_BYTES;
    const length = this.endOf(lastPage) - position;
    const bytes = this.readRaw(position, length, into?.subarray(0, length));
    for (let page = firstPage; page <= lastPage; ) {
      const at = (page - firstPage) * PAGE_BYTES;
      const run = page / RUN_PAGES;
      // If a run is wrong, its pages tell which of them is.
      const isGoodRun = page % RUN_PAGES === 0 && page + RUN_PAGES - 1 <= lastPage && run < this.runChecksums.length && crc32(bytes, at, at + RUN_BYTES) === this.runChecksums[run];
      if (!isGoodRun) this.check(page, bytes, at, Math.min(at + PAGE_BYTES, bytes.length));
      page += isGoodRun ? RUN_PAGES : 1;
    }
    return bytes;
  }

  private endOf(page: number): number {
    return Math.min((page + 1) * PAGE_BYTES, this.bodyEnd);
  }

  private check(page: number, bytes: Buffer, start: number, end: number): void {
    if (crc32(bytes, start, end) !== this.checksums[page]) throw new IndexDamage(`${this.name}: wrong checksum of page ${page}`);
  }

  private readRaw(position: number, length: number, into?: Buffer): Buffer {
    try {
      return this.file.read(position, length, into);
    } catch (error) {
      throw toDamage(`${this.name}: ${length} bytes at ${position} cannot be read`, error);
    }
  }
}

const IS_LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** The same bytes, at a place where a typed array of eight-byte numbers can be laid over them. */
export function aligned(bytes: Buffer): Buffer {
  if (bytes.byteOffset % 8 === 0) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
