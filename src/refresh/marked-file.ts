/**
 * Files that a listing does not show, by their marks: those of a root that was not given, or of a folder that cannot be read.
 */
import { statSync } from 'node:fs';
import type { Marks } from '../index/marks.ts';
import type { ListedFile } from './compare.ts';
import { isReadable } from './file-check.ts';

/** Marks and the roots that they count. */
export interface MarkedFiles {
  readonly marks: Marks;
  readonly roots: readonly string[];
}

/** A file that the listing did not show, as it is now; null when it cannot be looked at. */
export function fileAsItIs(present: MarkedFiles, mark: number): ListedFile | null {
  const file = fileOfMark(present, mark);
  if (!isReadable(file.path)) return null;
  const { size: sizeBytes, mtimeMs, ino } = statSync(file.path);
  return { ...file, sizeBytes, mtimeMs, ino };
}

/** A file as its mark knows it. */
export function fileOfMark({ marks, roots }: MarkedFiles, mark: number): ListedFile {
  const { root, path: relativePath, kind, sizeBytes, mtimeMs, ino } = marks.mark(mark);
  const path = `${roots[root]}/projects/${relativePath}`;
  return { root, relativePath, path, folder: relativePath.split('/')[0], kind, session: '', agent: agentOf(path), isConflictCopy: false, sizeBytes, mtimeMs, ino, mark };
}

function agentOf(path: string): string {
  return /\/agent-([^/]+)\.jsonl$/.exec(path)?.[1] ?? '';
}
