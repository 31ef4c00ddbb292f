/**
 * A walk through all terms of a segment in order, for merges.
 */
import type { CheckedFile } from './checked-file.ts';
import { SEPARATOR } from './format.ts';
import { SectionWindow } from './section-window.ts';
import { leadOf } from './term-index.ts';

/** Stands before the first term at first. Reads throw IndexDamage. */
export class TermCursor {
  /** The present term is bytes[start, end), until the next is asked for; ordinal counts from 0. */
  bytes: Buffer;
  start = 0;
  end = -1;
  ordinal = -1;
  /** First four bytes of the present term; two terms differ as their leads do. */
  lead = 0;
  isAtEnd = false;
  private readonly window: SectionWindow;
  /** Offset in the dictionary of the first byte in memory. */
  private windowStart = 0;

  constructor(file: CheckedFile, windowBytes: number) {
    this.window = new SectionWindow(file, 'dictionary', windowBytes);
    this.bytes = this.window.bytes;
  }

  /** Moves to the next term; false behind the last. */
  next(): boolean {
    this.start = this.end + 1;
    this.ordinal++;
    this.end = endOfTerm(this.bytes, this.start);
    if (this.end === this.bytes.length) this.loadMore();
    this.lead = leadOf(this.bytes, this.start, this.end);
    this.isAtEnd = this.end === this.bytes.length;
    return !this.isAtEnd;
  }

  /** Moves the window to where the present term begins, and makes it as large as the term needs. */
  private loadMore(): void {
    const { window } = this;
    while (this.end === this.bytes.length && this.windowStart + this.end < window.length) {
      const from = this.windowStart + this.start;
      window.load(from, Math.min(window.length, this.windowStart + this.end + 1));
      this.bytes = window.bytes;
      this.windowStart = from;
      this.start = 0;
      this.end = endOfTerm(this.bytes, 0);
    }
  }
}

/** Offset of the next separator, or the length. A loop, since terms are short and a native call is not. */
function endOfTerm(bytes: Buffer, at: number): number {
  while (at < bytes.length && bytes[at] !== SEPARATOR) at++;
  return at;
}
