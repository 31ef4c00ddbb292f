/**
 * Writes to a file descriptor until everything is written.
 *
 * A non-blocking terminal or pipe answers EAGAIN while it is full, and may take only a part of what it is given. Node's streams hide
 * both, but cost some milliseconds of a start, and what they still hold when the process ends is lost.
 */
import { writeSync } from 'node:fs';

/** How long to wait before a descriptor that is full, or empty, is tried again. */
const RETRY_MS = 2;

/** Writes all of the text as UTF-8 before it returns. Throws what writeSync throws, EAGAIN aside. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      waitForDescriptor();
    }
  }
}

/** Sleeps for a moment; for whoever got EAGAIN. */
export function waitForDescriptor(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
}
