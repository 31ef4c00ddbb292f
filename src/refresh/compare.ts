/**
 * The listing compared with the marks: all that a refresh does when nothing changed, so it costs a lookup per file.
 */
import { optimiseHotCode } from '../compiler.ts';
import { FILE_KIND } from '../index/marks.ts';
import type { Marks } from '../index/marks.ts';
import type { Listing, TranscriptFile } from '../transcript/files.ts';

/** A file of the listing, as the index speaks of it. */
export interface ListedFile {
  /** Number of its root in the index. */
  readonly root: number;
  /** Below the root's `projects`. */
  readonly relativePath: string;
  readonly path: string;
  readonly folder: string;
  /** One of FILE_KIND. */
  readonly kind: number;
  /** Session id; '' for a flat agent file, whose session stands inside. */
  readonly session: string;
  readonly agent: string;
  readonly isConflictCopy: boolean;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ino: number;
  /** Place of its mark, -1 when it has none. */
  readonly mark: number;
}

/** What a listing says that the marks do not. Numbers are places of marks. */
export interface Differences {
  /** New, or not as their marks say. */
  readonly changed: readonly ListedFile[];
  /** Marks whose files are gone for certain. */
  readonly gone: readonly number[];
  /** Marks whose files are not in the listing, and nobody knows why: another root, a folder that cannot be read, a link that leads nowhere. */
  readonly unseen: readonly number[];
  /** The files that are as their marks say, of those that `isWanted`. */
  unchanged(isWanted: (file: TranscriptFile, mark: number) => boolean): ListedFile[];
}

const KIND_OF: Readonly<Record<TranscriptFile['kind'], number>> = FILE_KIND;
const CHANGED = -1;
/** From so many on, optimised code pays here: of 100,000 it saves a quarter of the time. */
const MANY_MARKS = 16_384;

/** rootNumbers: for each root of the listing its number in the index. */
export function compareListing(listing: Listing, rootNumbers: readonly number[], marks: Marks): Differences {
  const isLong = marks.count > MANY_MARKS;
  if (isLong) optimiseHotCode(true);
  const { sizeBytes, mtimeMs, ino, isStale } = marks.numbers;
  const findMark = markFinder(marks);
  const isSeen = new Uint8Array(marks.count);
  const changed: ListedFile[] = [];
  /** By file of the listing: the mark of a file that did not change. */
  const markOf = listing.files.map((file) => {
    const mark = findMark(rootNumbers[file.root], file.relativePath, file.ino);
    if (mark >= 0) isSeen[mark] = 1;
    const isSame = mark >= 0 && sizeBytes[mark] === file.sizeBytes && mtimeMs[mark] === file.mtimeMs && ino[mark] === file.ino && isStale[mark] === 0;
    if (isSame) return mark;
    changed.push(listed(file, mark));
    return CHANGED;
  });
  if (isLong) optimiseHotCode(false);
  const isComplete = new Map(listing.roots.map((root, i) => [rootNumbers[i], root.isComplete]));
  const dangling = listing.dangling.map(({ root, relativePath }) => placeOf(rootNumbers[root], relativePath));
  /** A link at the file's place, or at a folder above it, leads nowhere: perhaps its disk is not there now. */
  const isBehindLink = (mark: number): boolean => {
    const place = placeOf(marks.numbers.root[mark], marks.paths[mark]);
    return dangling.some((link) => place === link || place.startsWith(`${link}/`));
  };
  const gone: number[] = [];
  const unseen: number[] = [];
  for (let i = 0; i < marks.count; i++) {
    if (isSeen[i] === 0) (isComplete.get(marks.numbers.root[i]) === true && !isBehindLink(i) ? gone : unseen).push(i);
  }

  function listed(file: TranscriptFile, mark: number): ListedFile {
    return { ...file, kind: KIND_OF[file.kind], root: rootNumbers[file.root], mark };
  }

  return {
    changed,
    gone,
    unseen,
    unchanged: (isWanted) =>
      listing.files.flatMap((file, i) => (markOf[i] >= 0 && isWanted(file, markOf[i]) ? [listed(file, markOf[i])] : [])),
  };
}

/** True when every file is as its mark says and every mark has its file. */
export function isUpToDate({ changed, gone }: Differences): boolean {
  return changed.length === 0 && gone.length === 0;
}

/**
 * Finds the mark of a place, -1 for none.
 *
 * By the file's number first, which is no text to be hashed (100,000 files: 90 ms in place of 250, with reading the marks); a file that moved, or was
 * replaced, or has several names, by its path.
 */
function markFinder({ count, numbers: { root, ino }, paths }: Marks): (root: number, relativePath: string, ino: number) => number {
  const byIno = new Map<number, number>();
  for (let mark = 0; mark < count; mark++) byIno.set(ino[mark], mark);
  let byPlace: Map<string, number> | null = null;
  const placesOfAll = (): Map<string, number> => {
    const places = new Map<string, number>();
    for (let mark = 0; mark < count; mark++) places.set(placeOf(root[mark], paths[mark]), mark);
    return places;
  };
  return (rootNumber, relativePath, inode) => {
    const mark = byIno.get(inode);
    if (mark !== undefined && paths[mark] === relativePath && root[mark] === rootNumber) return mark;
    byPlace ??= placesOfAll();
    return byPlace.get(placeOf(rootNumber, relativePath)) ?? -1;
  };
}

function placeOf(root: number, relativePath: string): string {
  return `${root}/${relativePath}`;
}
