/**
 * Whether a file that changed is the file we know with more lines at its end.
 *
 * Transcripts are append-only, so a mark keeps hashes of the first kilobyte and of the last one that was read; if both
 * are still there, everything between is taken to be. Anything else (shorter, rewritten, replaced) is read anew, and so is
 * a file of the same size with another time: whoever put something in the place of a password changed bytes in the middle.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { hash32 } from '../hash.ts';
import type { Mark } from '../index/marks.ts';
import type { ListedFile } from './compare.ts';

/** Bytes hashed at either end of what was read. */
const HASHED_BYTES = 1024;
const SEED = 0x2545f491;

/** The hashes to keep in the mark of a file read up to `consumed`. Throws what reading throws. */
export function hashEnds(fd: number, consumed: number): { headHash: number; tailHash: number } {
  const length = Math.min(HASHED_BYTES, consumed);
  return { headHash: hashRange(fd, 0, length), tailHash: hashRange(fd, consumed - length, length) };
}

/** A file as it is listed. */
type PresentFile = Pick<ListedFile, 'path' | 'sizeBytes' | 'mtimeMs'>;

/** True when the file still begins with what the mark says was read of it. Throws what opening and reading throw. */
export function isGrown({ path, sizeBytes, mtimeMs }: PresentFile, mark: Omit<Mark, 'state'>): boolean {
  if (sizeBytes < mark.consumed || (sizeBytes === mark.sizeBytes && mtimeMs !== mark.mtimeMs)) return false;
  const fd = openSync(path, 'r');
  try {
    const { headHash, tailHash } = hashEnds(fd, mark.consumed);
    return headHash === mark.headHash && tailHash === mark.tailHash;
  } finally {
    closeSync(fd);
  }
}

/** True when the file can be opened. (access() would go by another user than open() does.) */
export function isReadable(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

function hashRange(fd: number, position: number, length: number): number {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return hash32(bytes, 0, done, SEED);
}
