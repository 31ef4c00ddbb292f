/**
 * Writes all of some bytes. A disk with room for only a part of them writes that part, and fails only at the next call.
 */
import { writeSync } from 'node:fs';

/** At the file's present position. Throws what writeSync throws. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}
