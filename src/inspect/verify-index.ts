/**
 * Reads every byte of an index and checks it. A search does that only for what it touches; here it is done for everything, together
 * with whether the files agree with the manifest and with each other. Changes nothing.
 */
import type { Progress } from '../contract.ts';
import { openCatalog } from '../index/catalog.ts';
import { IndexDamage } from '../index/damage.ts';
import type { Directory, RandomFile } from '../index/directory.ts';
import { isMissing, readManifest } from '../index/index-reader.ts';
import { MANIFEST_NAME } from '../index/manifest.ts';
import type { Manifest, SegmentEntry } from '../index/manifest.ts';
import { openMarks } from '../index/marks.ts';
import { openSegment } from '../index/segment-reader.ts';

/** What was found. */
export interface Verification {
  readonly manifest: Manifest | null;
  /** True for an index of another version: the next search rebuilds it, and nothing is wrong. */
  readonly isOutdated: boolean;
  /** One sentence for each file that cannot be trusted. */
  readonly damage: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

/** How often it starts over when a writer has published in the meantime. */
const ATTEMPTS = 5;

/** Verifies the index that the manifest names. Never throws IndexDamage. Cost: one pass over the index. */
export function verifyIndex(directory: Directory, onProgress: (progress: Progress) => void): Verification {
  for (let attempt = 1; ; attempt++) {
    const found = verifyOnce(directory, onProgress);
    if (found.damage.length === 0 || attempt === ATTEMPTS || !wasReplaced(directory, found.manifest)) return found;
  }
}

function verifyOnce(directory: Directory, onProgress: (progress: Progress) => void): Verification {
  const damage: string[] = [];
  const none = { manifest: null, isOutdated: false, damage, files: 0, bytes: 0 };
  let manifest: Manifest | null = null;
  try {
    manifest = readManifest(directory);
  } catch (error) {
    if (!(error instanceof IndexDamage)) throw error;
    if (error.madeBy !== 'this version') return { ...none, isOutdated: true };
    damage.push(error.message);
  }
  if (manifest === null) return none;
  const startMs = Date.now();
  const filesTotal = manifest.segments.length + 3;
  const bytesTotal = manifest.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  let files = 1;
  let bytes = 0;
  const check = (name: string, read: () => number): void => {
    try {
      bytes += read();
    } catch (error) {
      if (!(error instanceof IndexDamage) && !isMissing(error)) throw error;
      damage.push(isMissing(error) ? `${name}: missing` : (error as IndexDamage).message);
    }
    files++;
    onProgress({ doing: 'checking', filesDone: files, filesTotal, bytesDone: bytes, bytesTotal, elapsedMs: Date.now() - startMs });
  };
  const { catalog, marks } = manifest;
  let sessionCount = Infinity;
  check(catalog, () => verifyCatalog(directory, manifest, (count) => (sessionCount = count)));
  check(marks, () => verifyMarks(directory, manifest));
  for (const entry of manifest.segments) check(entry.name, () => verifySegment(directory, entry, sessionCount));
  return { manifest, isOutdated: false, damage, files, bytes };
}

/** Returns the size of the catalog in bytes; tells the number of its sessions once that is known. Throws IndexDamage. */
function verifyCatalog(directory: Directory, manifest: Manifest, onCount: (sessionCount: number) => void): number {
  const { open, openedBytes } = countBytes(directory);
  const catalog = openCatalog(open, { newest: manifest.catalog, base: manifest.catalogBase }, manifest.roots);
  try {
    const { sessions } = catalog;
    onCount(sessions.count);
    // The texts of each session have a checksum of their own.
    for (let session = 0; session < sessions.count; session++) sessions.id(session);
  } finally {
    catalog.close();
  }
  return openedBytes();
}

/** Returns the size of the marks in bytes. Throws IndexDamage. */
function verifyMarks(directory: Directory, manifest: Manifest): number {
  const { open, openedBytes } = countBytes(directory);
  const marks = openMarks(open, { newest: manifest.marks, base: manifest.marksBase });
  // Now: reading the states opens the files again.
  const bytes = openedBytes();
  marks.files?.loadStates();
  for (let mark = 0; mark < marks.count; mark++) marks.state(mark);
  return bytes;
}

/** Opens files, and counts the bytes of those it has opened. */
function countBytes(directory: Directory): { open: (name: string) => RandomFile; openedBytes: () => number } {
  let bytes = 0;
  const open = (name: string): RandomFile => {
    const file = directory.open(name);
    bytes += file.sizeBytes;
    return file;
  };
  return { open, openedBytes: () => bytes };
}

/** Returns the size of the segment in bytes. Throws IndexDamage. */
function verifySegment(directory: Directory, entry: SegmentEntry, sessionCount: number): number {
  const file = directory.open(entry.name);
  try {
    if (file.sizeBytes !== entry.bytes) throw new IndexDamage(`${entry.name}: ${file.sizeBytes} bytes, expected ${entry.bytes}`);
    const segment = openSegment(file, entry.name);
    segment.verify();
    const { rows, chunkCount, lengths } = segment;
    if (chunkCount !== entry.chunks || lengths.length !== chunkCount || rows.count !== entry.rows) throw new IndexDamage(`${entry.name}: other numbers of rows and chunks than ${MANIFEST_NAME} says`);
    if (rows.session.some((session) => session >= sessionCount)) throw new IndexDamage(`${entry.name}: a row of a session that the catalog lacks`);
    return file.sizeBytes;
  } finally {
    file.close();
  }
}

function wasReplaced(directory: Directory, manifest: Manifest | null): boolean {
  try {
    const now = readManifest(directory);
    return now !== null && now.catalog !== manifest?.catalog;
  } catch {
    return false;
  }
}
