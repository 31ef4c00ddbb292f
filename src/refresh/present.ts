/**
 * The index as it lies there, as far as a refresh needs it before it knows whether there is anything to do.
 */
import { CcfindError } from '../errors.ts';
import { IndexDamage } from '../index/damage.ts';
import type { Directory } from '../index/directory.ts';
import { isMissing, readManifest } from '../index/index-reader.ts';
import type { Manifest } from '../index/manifest.ts';
import { NO_MARKS, openMarks } from '../index/marks.ts';
import type { Marks } from '../index/marks.ts';
import type { Listing } from '../transcript/files.ts';
import { compareListing } from './compare.ts';
import type { Differences } from './compare.ts';

/** How often a refresh follows a writer that publishes meanwhile. */
const ATTEMPTS = 10;

/** What of it is read without opening a segment. */
export interface PresentIndex {
  readonly manifest: Manifest;
  readonly marks: Marks;
}

/** A listing beside an index: what differs, and the index's roots with those of the listing added. */
export interface Comparison {
  readonly differences: Differences;
  readonly roots: readonly string[];
}

/** present: null for an index made from nothing. */
export function compareWith(present: PresentIndex | null, listing: Listing): Comparison {
  const { roots, numbers } = numberRoots(listing, present?.manifest.roots ?? []);
  return { roots, differences: compareListing(listing, numbers, present?.marks ?? NO_MARKS) };
}

/**
 * Null when there is no index, or none that can be trusted: then onDamage is told why, and what it throws is thrown on.
 *
 * known: as loaded before; returned when it is still what lies there.
 */
export function loadPresent(directory: Directory, onDamage: (damage: IndexDamage) => void, known: PresentIndex | null = null): PresentIndex | null {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const manifest = readManifest(directory);
      if (manifest === null) return null;
      if (manifest.marks === known?.manifest.marks) return known;
      const marks = readMarks(directory, manifest);
      if (marks !== null) return { manifest, marks };
    }
    throw new IndexDamage('index: the marks that the manifest names are missing');
  } catch (error) {
    if (!(error instanceof IndexDamage)) throw error;
    onDamage(error);
    return null;
  }
}

/**
 * For a process that has answered from an index of its own format: a newer one is not made anew. Else an old process that lives for days
 * and new commands would do so in turn, without end. Throws CcfindError for such an index.
 */
export function rejectNewer(damage: IndexDamage): void {
  if (damage.madeBy !== 'a newer one') return;
  throw new CcfindError('failure', 'the index was made by a newer ccfind than this one', { cause: damage, hint: 'end this ccfind and start it again' });
}

/** One sentence about an index that is made anew, unless it is another version's. */
export function warnOfDamage(damage: IndexDamage, onWarning: (message: string) => void): void {
  if (damage.madeBy === 'this version') onWarning(`${damage.message}: the index is made anew`);
}

/** Null when the file is gone: the manifest was replaced in this moment. */
function readMarks(directory: Directory, manifest: Manifest): Marks | null {
  try {
    return openMarks((name) => directory.open(name), { newest: manifest.marks, base: manifest.marksBase });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Roots with those of the listing added, and for each root of the listing its number among them. */
function numberRoots(listing: Listing, known: readonly string[]): { roots: string[]; numbers: number[] } {
  const roots = [...known];
  const numbers = listing.roots.map(({ path }) => {
    const number = roots.indexOf(path);
    return number >= 0 ? number : roots.push(path) - 1;
  });
  return { roots, numbers };
}
