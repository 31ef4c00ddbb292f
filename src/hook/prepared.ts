/**
 * Past findings that were collected in the background when the last session in a repository ended, for the start of the next one.
 *
 * Collecting them takes some hundred milliseconds over gigabytes, more than a start may be held up; reading a small file takes no time. So they
 * are kept by repository, with the branch and the commits that they were collected for. The file is derived from the index and lies in its
 * folder, owner-only; it may be deleted with it at any time, and whatever is odd in it counts as nothing.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../regular-file.ts';
import type { Repository } from './repository.ts';

/** What is kept for a repository, in the state that it was in. */
export interface Prepared extends Repository {
  readonly text: string;
  readonly count: number;
  /** Transcripts that the text comes from, absolute. */
  readonly files: readonly string[];
}

/** Its name in the index folder. */
export const PREPARED_NAME = 'recall.json';

/** Most repositories in the file: those of the latest sessions. */
const MAX_KEPT = 50;
const LIMIT_BYTES = 1 << 20;

/** The findings for the repository in that folder; null when there are none, or a transcript was deleted since. Never throws, never waits. */
export function readPrepared(indexDir: string, folder: string): Prepared | null {
  return readAll(indexDir).find((one) => one.folder === folder && one.files.every((path) => existsSync(path))) ?? null;
}

/** Keeps the findings of one repository, in place of its earlier ones. Throws what the file system throws. */
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

/** True when both are at the same work: the same branch and commits. */
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
