/**
 * The texts of a catalog's file, read by position: an answer shows ten of thousands of sessions.
 *
 * After many single reads all texts are read at once: a filter by project looks at every session. Nothing is checked here.
 */
import { asDamage, IndexDamage } from './damage.ts';
import type { RandomFile } from './directory.ts';

/** This many reads of one text cost about as much as one read of a megabyte. */
const FEW_READS = 64;

/** Texts by their place among the texts. Throws IndexDamage for what is outside, or cannot be read. */
export interface CatalogTexts {
  readonly sizeBytes: number;
  read(start: number, length: number): Buffer;
  /** What is not read yet cannot be read any more. */
  close(): void;
}

/** Texts at [start, end) of the file, which is closed with them, or at once if they are known already. */
export function openTexts(file: RandomFile, start: number, end: number, known: Buffer | null): CatalogTexts {
  let all = known;
  let readCount = 0;
  if (all !== null) file.close();
  const sizeBytes = end - start;
  const readPart = (from: number, length: number): Buffer => asDamage('catalog: the texts cannot be read', () => file.read(start + from, length));
  return {
    sizeBytes,
    read: (from, length) => {
      if (from + length > sizeBytes) throw new IndexDamage('catalog: a text lies outside the file');
      if (all === null && ++readCount > FEW_READS) all = readPart(0, sizeBytes);
      return all === null ? readPart(from, length) : all.subarray(from, from + length);
    },
    close: () => file.close(),
  };
}
