/**
 * The last list that was printed, so that `show 3` and `resume 3` mean what a person just saw.
 *
 * A small owner-only file in the index folder, replaced whole. It is a convenience and never needed:
 * its absence, a full disk, a read-only folder or garbage in it are no errors. Its ids are looked up
 * again when they are used, since a session may be gone.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../regular-file.ts';

/** Rows as they were numbered. */
export interface LastList {
  /** Number of the first row. */
  readonly first: number;
  /** Session ids in the order printed. */
  readonly sessions: readonly string[];
}

const NAME = 'last-list.json';

/** Nobody types numbers beyond this. */
const MAX_ROWS = 1000;

/** A thousand ids take less, even if each is as long as a file name can be. */
const LIMIT_BYTES = 1 << 20;

/** Keeps the list if possible. An empty list does not replace the one before. Never throws. */
export function saveLastList(indexDir: string, list: LastList): void {
  if (list.sessions.length === 0) return;
  const aside = join(indexDir, `${NAME}.${process.pid}.tmp`);
  try {
    const kept: LastList = { first: list.first, sessions: list.sessions.slice(0, MAX_ROWS) };
    writeFileSync(aside, JSON.stringify(kept), { mode: 0o600 });
    renameSync(aside, join(indexDir, NAME));
  } catch {
    // Numbers will then refer to the list before; as it holds ids, they still lead to real sessions.
    removeQuietly(aside);
  }
}

/** The last list, or null when there is none that makes sense. */
export function readLastList(indexDir: string): LastList | null {
  try {
    const list: unknown = JSON.parse(readWhole(join(indexDir, NAME), LIMIT_BYTES) ?? 'null');
    return isLastList(list) ? list : null;
  } catch {
    return null;
  }
}

function isLastList(value: unknown): value is LastList {
  if (typeof value !== 'object' || value === null || !('first' in value) || !('sessions' in value)) return false;
  const { first, sessions } = value;
  return Number.isSafeInteger(first) && Array.isArray(sessions) && sessions.every((id) => typeof id === 'string' && id !== '');
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A read-only folder: nothing was written there either.
  }
}
