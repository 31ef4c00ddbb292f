/**
 * Past findings that were looked for in the background, when the last session in a repository ended, for the start of the next one.
 *
 * Looking for them takes some hundred milliseconds over gigabytes, and a start may be held up for less; reading a small file takes none. So they lie
 * ready, by repository, with the branch and the commits that they were looked for with. The file is derived from the index, lies in its
 * folder, owner-only, goes with it, and makes no sense but by chance to anybody else: whatever is odd in it counts as nothing.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../regular-file.ts';
import type { Repository } from './repository.ts';

/** What lies ready for a repository as it was. */
export interface Prepared extends Repository {
  readonly text: string;
  readonly count: number;
  /** Transcripts that the text is from, absolute. */
  readonly files: readonly string[];
}

/** Its name in the index folder. */
export const PREPARED_NAME = 'recall.json';

/** Repositories, those of the last sessions. */
const MAX_KEPT = 50;
const LIMIT_BYTES = 1 << 20;

/** What lies ready for the repository of that folder; null without any, and where a transcript has been deleted since. Never throws, never waits. */
export function readPrepared(indexDir: string, folder: string): Prepared | null {
  return readAll(indexDir).find((one) => one.folder === folder && one.files.every((path) => existsSync(path))) ?? null;
}

/** Keeps it, for that repository alone. Throws what the file system throws. */
export function keepPrepared(indexDir: string, prepared: Prepared): void {
  const others = readAll(indexDir).filter(({ folder }) => folder !== prepared.folder);
  const path = join(indexDir, PREPARED_NAME);
  const aside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(aside, JSON.stringify([prepared, ...others].slice(0, MAX_KEPT)), { mode: 0o600 });
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Whether they are at the same work: branch and commits. */
export function isSameWork(a: Repository, b: Repository): boolean {
  return a.branch === b.branch && a.subjects.join('\n') === b.subjects.join('\n');
}

function readAll(indexDir: string): Prepared[] {
  try {
    const all: unknown = JSON.parse(readWhole(join(indexDir, PREPARED_NAME), LIMIT_BYTES) ?? '[]');
    return Array.isArray(all) ? all.filter(isPrepared) : [];
  } catch {
    return [];
  }
}

function isPrepared(value: unknown): value is Prepared {
  if (typeof value !== 'object' || value === null) return false;
  const { folder, branch, subjects, text, count, files } = value as Record<string, unknown>;
  const isRepository = typeof folder === 'string' && (branch === null || typeof branch === 'string') && isTexts(subjects);
  return isRepository && typeof text === 'string' && typeof count === 'number' && isTexts(files);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
