/**
 * Whether a file holds one of a few byte strings, as fast as it can be read: what to look at before lines are taken apart.
 */
import { readSync } from 'node:fs';

const PIECE_BYTES = 256 * 1024;

let piece: Buffer | null = null;

/** True when one of the texts (UTF-8, none empty, none longer than half a piece) stands in the open file. Throws what readSync throws. */
export function holdsAny(fd: number, texts: readonly Buffer[]): boolean {
  piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
  /** The end of one piece begins the next: a text may lie across. */
  const overlap = texts.reduce((most, text) => Math.max(most, text.length - 1), 0);
  let kept = 0;
  for (let position = 0; ; ) {
    const got = readSync(fd, piece, kept, piece.length - kept, position);
    if (got === 0) return false;
    position += got;
    const filled = kept + got;
    const read = piece.subarray(0, filled);
    if (texts.some((text) => read.includes(text))) return true;
    kept = Math.min(overlap, filled);
    piece.copyWithin(0, filled - kept, filled);
  }
}
