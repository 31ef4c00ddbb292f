/**
 * The listing compared with the marks: all that a refresh does when nothing changed, so it costs a lookup per file.
 */
import { optimiseHotCode } from '../compiler.ts';
import { FILE_KIND } from '../index/marks.ts';
import type { Marks } from '../index/marks.ts';
import type { TranscriptFile } from '../transcript/file-list.ts';
import type { Listing } from '../transcript/files.ts';
import { hasArrived } from './side-texts.ts';

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
  /** New, or not as their marks say, or with a side file that was not there. */
  readonly changed: readonly ListedFile[];
  /** Marks whose files are gone for certain. */
  readonly gone: readonly number[];
  /** Marks whose files are not in the listing, and nobody knows why: another root, a folder that cannot be read, a link that leads nowhere. */
  readonly unseen: readonly number[];
  /** The files that are as their marks say, of those marks that `isWanted`. */
  unchanged(isWanted: (mark: number) => boolean): ListedFile[];
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
  const { columns } = listing;
  const findMark = markFinder(marks);
  const isSeen = new Uint8Array(marks.count);
  const changed: ListedFile[] = [];
  /** By file of the listing: the mark of a file that did not change. */
  const markOf = new Int32Array(columns.count);
  for (let i = 0; i < columns.count; i++) {
    const { root, prefix, folder } = columns.projects[columns.project[i]];
    const mark = findMark(rootNumbers[root], columns.paths[i], prefix.length, columns.ino[i]);
    if (mark >= 0) isSeen[mark] = 1;
    const absent = mark >= 0 && marks.absent.size > 0 ? marks.absent.get(mark) : undefined;
    const isWhole = absent === undefined || !hasArrived(prefix + folder, absent);
    const isSame = isWhole && mark >= 0 && sizeBytes[mark] === columns.sizeBytes[i] && mtimeMs[mark] === columns.mtimeMs[i] && ino[mark] === columns.ino[i] && isStale[mark] === 0;
    markOf[i] = isSame ? mark : CHANGED;
    if (!isSame) changed.push(listed(listing.file(i), mark));
  }
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
    unchanged: (isWanted) => {
      const files: ListedFile[] = [];
      for (let i = 0; i < markOf.length; i++) if (markOf[i] >= 0 && isWanted(markOf[i])) files.push(listed(listing.file(i), markOf[i]));
      return files;
    },
  };
}

/** True when every file is as its mark says and every mark has its file. */
export function isUpToDate({ changed, gone }: Differences): boolean {
  return changed.length === 0 && gone.length === 0;
}

/**
 * Finds the mark of a place, -1 for none. The path is that of the file, of which the first letters are the root's.
 *
 * First the mark behind the one found last: marks are written in the order of the listing (index/marks.ts). Then by the file's number, which is no
 * text to be hashed (100,000 files: 90 ms in place of 250, with reading the marks); a file that moved, or was replaced, or has several names, by
 * its path.
 */
function markFinder({ count, numbers: { root, ino }, paths }: Marks): (root: number, path: string, prefixLength: number, ino: number) => number {
  let next = 0;
  let byIno: Map<number, number> | null = null;
  let byPlace: Map<string, number> | null = null;
  const numbersOfAll = (): Map<number, number> => {
    const numbers = new Map<number, number>();
    for (let mark = 0; mark < count; mark++) numbers.set(ino[mark], mark);
    return numbers;
  };
  const placesOfAll = (): Map<string, number> => {
    const places = new Map<string, number>();
    for (let mark = 0; mark < count; mark++) places.set(placeOf(root[mark], paths[mark]), mark);
    return places;
  };
  return (rootNumber, path, prefixLength, inode) => {
    let mark: number | undefined = next;
    if (mark >= count || ino[mark] !== inode) mark = (byIno ??= numbersOfAll()).get(inode);
    const isThere = mark !== undefined && root[mark] === rootNumber && paths[mark].length + prefixLength === path.length && path.endsWith(paths[mark]);
    if (!isThere) mark = (byPlace ??= placesOfAll()).get(placeOf(rootNumber, path.slice(prefixLength))) ?? -1;
    if (mark as number >= 0) next = (mark as number) + 1;
    return mark as number;
  };
}

function placeOf(root: number, relativePath: string): string {
  return `${root}/${relativePath}`;
}
