/**
 * Lines of a transcript, read through one window, from a byte offset on.
 *
 * A file is never held whole: a window of 4 MiB is filled by positional reads, its lines are handed out as
 * ranges of it, and what is left of the last line moves to the front before the next read. A line longer
 * than the window makes it grow by doubling, and only new bytes are searched for the line feed, so that
 * a line of n bytes costs n, not n squared. Lines over 64 MiB are passed over and reported, never held.
 *
 * Invariant: what was consumed ends behind a line feed (or, when asked, behind a whole last object), so
 * that the next refresh can go on there; a half-written last line waits for its rest. A file that turns
 * out shorter than `size` simply ends there; one that has grown is read up to `size`.
 */

import { readSync } from 'node:fs';
import { endOfObject } from './scan-skip.ts';

/** Bytes asked for at once; larger ones were not faster on a generated history of 100 MB. */
export const WINDOW_BYTES = 4 << 20;

/** Longer lines are skipped and counted: no client writes them, and one alone must not fill the memory. */
export const MAX_LINE_BYTES = 64 << 20;

const LINE_FEED = 0x0a;

/** The line is buffer[start, end), without its line feed; valid until the call returns. */
export type LineSink = (buffer: Buffer, start: number, end: number) => void;

/** What a caller of readLines may want to know or decide. */
export interface ReadLinesOptions {
  /** Called for each line over MAX_LINE_BYTES: its offset in the file and its length in bytes. */
  onTooLong?: (offset: number, lengthBytes: number) => void;
  /**
   * What to do with a last line that has no line feed. 'leave' (default): neither handed out nor consumed.
   * 'deliver': if it is a whole object (or several) it is handed out, and consumed up to its closing brace;
   * whatever is appended later, a line feed first or not, is then read as lines of its own.
   */
  atEnd?: 'leave' | 'deliver';
}

/** Kept between calls, because a fresh window costs a page fault for every 4 KiB. */
let spareWindow: Buffer | null = null;

/**
 * Hands out the lines of the open file `fd` from offset `from` to `size`, in order; empty ones are left out.
 *
 * Returns the offset up to which the file is consumed. Offsets are bytes and may exceed 2^32.
 * Throws what readSync throws and what `onLine` throws.
 */
export function readLines(fd: number, from: number, size: number, onLine: LineSink, options: ReadLinesOptions = {}): number {
  let window = spareWindow ?? Buffer.allocUnsafeSlow(WINDOW_BYTES);
  spareWindow = null;
  try {
    let consumed = from;
    /** Bytes in the window; its first byte is at `consumed` in the file, except within a line that is too long. */
    let filled = 0;
    /** Bytes of the window already searched for a line feed. */
    let searched = 0;
    /** Bytes of a line that is too long, already dropped from the window. */
    let dropped = 0;
    for (;;) {
      const position = consumed + dropped + filled;
      const wanted = Math.min(window.length - filled, size - position);
      const got = wanted > 0 ? readSync(fd, window, filled, wanted, position) : 0;
      if (got === 0) break;
      filled += got;
      let start = 0;
      // The memory after it may never have been touched: searching it would fetch pages for nothing.
      const read = window.subarray(0, filled);
      for (let feed = read.indexOf(LINE_FEED, searched); feed >= 0; feed = read.indexOf(LINE_FEED, start)) {
        if (dropped + feed - start > MAX_LINE_BYTES) options.onTooLong?.(consumed, dropped + feed - start);
        else if (feed > start) onLine(window, start, feed);
        consumed += dropped + feed + 1 - start;
        dropped = 0;
        start = feed + 1;
      }
      if (start > 0) window.copyWithin(0, start, filled);
      filled -= start;
      searched = filled;
      if (dropped > 0 || filled > MAX_LINE_BYTES) {
        dropped += filled;
        filled = searched = 0;
      } else if (filled === window.length) {
        const grown = Buffer.allocUnsafeSlow(Math.min(2 * window.length, MAX_LINE_BYTES + 1));
        window.copy(grown, 0, 0, filled);
        window = grown;
      }
    }
    if (dropped > 0) options.onTooLong?.(consumed, dropped + filled);
    else if (options.atEnd === 'deliver') {
      let start = 0;
      for (let end = endOfObject(window, 0, filled); end > 0; end = endOfObject(window, start, filled)) {
        onLine(window, start, end);
        consumed += end - start;
        start = end;
      }
    }
    return consumed;
  } finally {
    if (window.length === WINDOW_BYTES) spareWindow = window;
  }
}
