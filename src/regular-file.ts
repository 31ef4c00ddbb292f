/**
 * Opens and reads files that anybody may have put there: never waits, and takes no more than it was asked for.
 *
 * A pipe under the name we look for would keep a plain read waiting for ever. So a file is opened without blocking, and only a regular
 * one is read. To the functions that read, whatever cannot be read counts as not there: they are for callers to whom a file is a hint
 * and not a need.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** Windows has no such flag. */
const NONBLOCK = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** Opens a regular file to read it; the caller closes it. Throws what the file system throws, and an error without a code for anything else. */
export function openRegular(path: string): { fd: number; stats: Stats } {
  const fd = openSync(path, constants.O_RDONLY | NONBLOCK);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('no regular file');
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The first `bytes` bytes, as UTF-8; all of a shorter file, '' for what is not a readable regular file. */
export function readStart(path: string, bytes: number): string {
  return readPart(path, (size) => [0, Math.min(bytes, size)]) ?? '';
}

/** The last `bytes` bytes, otherwise as readStart(). */
export function readEnd(path: string, bytes: number): string {
  return readPart(path, (size) => [Math.max(0, size - bytes), size]) ?? '';
}

/** The whole file, as UTF-8; null for what is not a readable regular file, and for one of more than `limitBytes`. */
export function readWhole(path: string, limitBytes: number): string | null {
  return readPart(path, (size) => (size > limitBytes ? null : [0, size]));
}

/** choose: start and end in bytes, given the size of the file; null for none of it. */
function readPart(path: string, choose: (sizeBytes: number) => readonly [start: number, end: number] | null): string | null {
  try {
    const { fd, stats } = openRegular(path);
    try {
      const range = choose(stats.size);
      if (range === null) return null;
      const [start, end] = range;
      const part = Buffer.alloc(end - start);
      return part.toString('utf8', 0, readSync(fd, part, 0, part.length, start));
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
