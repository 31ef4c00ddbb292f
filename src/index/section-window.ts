/**
 * A section read front to back through a window: a merge holds a piece of each input, whatever its size.
 */
import type { CheckedFile } from './checked-file.ts';
import type { SectionName } from './format.ts';

/** Reads throw IndexDamage. */
export class SectionWindow {
  /** What is in memory; replaced by load(). */
  bytes: Buffer = Buffer.alloc(0);
  /** Of the whole section. */
  readonly length: number;
  /** Offset in the section of the first byte in memory. */
  private start = 0;
  private readonly file: CheckedFile;
  private readonly section: SectionName;
  private readonly windowBytes: number;

  constructor(file: CheckedFile, section: SectionName, windowBytes: number) {
    this.file = file;
    this.section = section;
    this.windowBytes = windowBytes;
    this.length = file.footer.sections[section].length;
  }

  /** Brings bytes [from, to) of the section into memory, and what follows them in the window; returns where they begin in `bytes`. */
  load(from: number, to: number): number {
    if (from < this.start || to > this.start + this.bytes.length) {
      this.bytes = this.file.read(this.section, from, Math.max(to - from, Math.min(this.windowBytes, this.length - from)));
      this.start = from;
    }
    return from - this.start;
  }
}
