/**
 * Changes the settings as planned, and undoes that: a folder of ours keeps a record of what was done, with a copy of the settings as they were.
 *
 * If nobody has touched the settings since, undoing restores them byte for byte; otherwise only what setup put in is taken out. Files are
 * written in such an order that a kill in the middle leaves either the old settings, or the new ones with their record.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { planSettings } from './plan.ts';
import type { Change, Plan } from './plan.ts';
import { managedSays, projectSays, readSettings, refusalOf, writeSettings } from './settings-files.ts';
import type { SettingsFile } from './settings-files.ts';
import { takeBack } from './unplan.ts';

/** Where setup works; all paths are absolute. */
export interface SetupPlaces {
  readonly settings: string;
  /** Our folder, for the record and the copy. */
  readonly folder: string;
  /** A file that exists while recall is on. */
  readonly recall: string;
  readonly managed: string;
  /** The folder of the present project. */
  readonly project: string;
}

/** What --apply would do. */
export interface Proposal extends Plan {
  readonly file: SettingsFile;
  readonly isRecallOn: boolean;
  /** null when a change was not asked for. */
  readonly wantsRecall: boolean | null;
}

/** What undoing did: the settings before and after (null: no file), and recall. */
export interface Undone {
  readonly before: string | null;
  readonly after: string | null;
  readonly wasRecallOn: boolean;
}

/** What is kept to undo the changes. */
interface SetupRecord {
  readonly schema: 1;
  readonly changes: readonly Change[];
  /** Hash of the settings as setup left them. */
  readonly hash: string;
  /** The copy; null where there was no settings file. */
  readonly backup: string | null;
  /** How many of the first changes are already in the copy, because others changed the settings between two applications. */
  readonly earlierCount: number;
  /** Recall was switched on by setup. */
  readonly recall: boolean;
}

const RECORD = 'record.json';

/** What applying would do; changes nothing. Throws CcfindError for settings that cannot be parsed. */
export function proposeSetup(places: SetupPlaces, wantsRecall: boolean | null): Proposal {
  const file = readSettings(places.settings);
  try {
    const plan = planSettings(file.text ?? '', { managed: managedSays(places.managed), project: projectSays(places.project) });
    return { ...plan, file, isRecallOn: existsSync(places.recall), wantsRecall };
  } catch (error) {
    throw refusalOf(places.settings, error);
  }
}

/** True when applying would change anything. */
export function isChange({ changes, isRecallOn, wantsRecall }: Proposal): boolean {
  return changes.length > 0 || (wantsRecall !== null && wantsRecall !== isRecallOn);
}

/** Applies the proposal. nowMs names the copy. Returns the name of the copy; null when there was nothing to copy. Throws CcfindError. */
export function applySetup(places: SetupPlaces, proposal: Proposal, nowMs: number): string | null {
  const { file, changes, text, wantsRecall, isRecallOn } = proposal;
  const former = readRecord(places);
  makeFolder(places.folder);
  let backup = former?.backup ?? null;
  let hash = former?.hash ?? hashOf(file.text);
  let earlierCount = former?.earlierCount ?? 0;
  const all = [...(former?.changes ?? []), ...changes];
  if (changes.length > 0) {
    const isContinued = former !== null && former.changes.length > 0 && former.hash === hashOf(file.text);
    if (!isContinued) {
      backup = keepCopy(places, file, nowMs);
      earlierCount = all.length - changes.length;
    }
    hash = hashOf(text);
    // The record goes first: without it nothing could be undone.
    writeRecord(places, { schema: 1, changes: all, hash, backup, earlierCount, recall: former?.recall ?? false });
    writeSettings(file, text);
  }
  if (wantsRecall === null || wantsRecall === isRecallOn) return backup;
  writeRecord(places, { schema: 1, changes: all, hash, backup, earlierCount, recall: wantsRecall });
  if (wantsRecall) writeFile(places.recall, 'New sessions begin with past findings. ccfind setup --no-recall --apply takes this away.\n');
  else rmSync(places.recall, { force: true });
  return backup;
}

/** Undoes what was applied; null when nothing was. Throws CcfindError. */
export function undoSetup(places: SetupPlaces): Undone | null {
  const record = readRecord(places);
  if (record === null) return null;
  const file = readSettings(places.settings);
  const wasRecallOn = existsSync(places.recall);
  const after = record.changes.length === 0 ? file.text : textBefore(places, file, record);
  if (after !== file.text) writeSettings(file, after);
  if (record.recall) rmSync(places.recall, { force: true });
  rmSync(join(places.folder, RECORD), { force: true });
  const isExact = file.text === null || record.hash === hashOf(file.text);
  if (isExact && record.backup !== null) rmSync(join(places.folder, record.backup), { force: true });
  try {
    rmdirSync(places.folder);
  } catch {
    // A copy of settings that were changed since stays.
  }
  return { before: file.text, after, wasRecallOn: wasRecallOn && record.recall };
}

/** null: there was no file. */
function textBefore(places: SetupPlaces, { path, text }: SettingsFile, record: SetupRecord): string | null {
  if (text === null) return null;
  const isExact = record.hash === hashOf(text);
  if (isExact && record.backup === null) return null;
  try {
    if (!isExact) return takeBack(text, record.changes);
    return takeBack(readFileSync(join(places.folder, record.backup as string), 'utf8'), record.changes.slice(0, record.earlierCount));
  } catch (error) {
    throw refusalOf(path, error);
  }
}

function keepCopy({ folder }: SetupPlaces, { text }: SettingsFile, nowMs: number): string | null {
  if (text === null) return null;
  const name = `settings-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}.json`;
  writeFile(join(folder, name), text);
  return name;
}

function readRecord({ folder }: SetupPlaces): SetupRecord | null {
  const path = join(folder, RECORD);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  try {
    if (!found.isFile()) throw new Error('not a file');
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<SetupRecord>;
    const isName = record.backup === null || (typeof record.backup === 'string' && /^settings-[0-9TZ-]+\.json$/.test(record.backup));
    if (record.schema !== 1 || !Array.isArray(record.changes) || typeof record.hash !== 'string' || !Number.isSafeInteger(record.earlierCount) || !isName) throw new Error('not a record');
    return record as SetupRecord;
  } catch (cause) {
    throw new CcfindError('failure', `${path}: cannot be read: ${(cause as Error).message}`, { cause, hint: 'remove it to begin anew; what it would undo must then be undone by hand' });
  }
}

function writeRecord({ folder }: SetupPlaces, record: SetupRecord): void {
  writeFile(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new CcfindError('failure', `${path}: cannot be made: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`, { cause, hint: 'change the rights of the folder above it; nothing was changed' });
  }
}

/** Writes a file whole or not at all, readable by its owner alone. */
function writeFile(path: string, text: string): void {
  const aside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(aside, text, { mode: 0o600 });
    renameSync(aside, path);
  } catch (cause) {
    rmSync(aside, { force: true });
    throw new CcfindError('failure', `${path}: cannot be written: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`, { cause, hint: 'free the disk, or change the rights of its folder' });
  }
}

/** '' for no file. */
function hashOf(text: string | null): string {
  return text === null ? '' : createHash('sha256').update(text).digest('hex');
}
