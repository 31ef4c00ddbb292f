/**
 * Opens what a manifest names: the one thing that readers do. No lock, no waiting.
 *
 * All files are opened at once, so that a merge which removes them later takes nothing away from this snapshot. If a
 * file is gone already, the manifest was replaced meanwhile: it is read again. A file that the
 * present manifest names and that is missing or damaged is IndexDamage: rebuild.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import { CcfindError } from '../errors.ts';
import { openCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { IndexDamage } from './damage.ts';
import type { Directory, RandomFile } from './directory.ts';
import { decodeDead, decodeManifest, MANIFEST_NAME } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { createReadMemory } from './read-cache.ts';
import type { ReadMemory } from './read-cache.ts';
import type { Snapshot } from './reader-types.ts';
import { openSegment } from './segment-reader.ts';
import type { Segment } from './segment-reader.ts';

/**
 * How often a reader follows a writer that publishes faster than it opens. A publication flushes the disk three times and
 * opening reads a few pages, so twice in a row is rare already.
 */
const ATTEMPTS = 100;

/** A snapshot, and what it was opened from: for the next writer and for counts. */
export interface OpenSnapshot extends Snapshot {
  readonly manifest: Manifest;
  readonly catalog: Catalog;
  /** By segment its file, which the snapshot closes. */
  readonly open: readonly { readonly file: RandomFile; readonly reader: Segment }[];
  readonly memory: ReadMemory;
}

/** The manifest, or null when there is none. Throws IndexDamage. */
export function readManifest(directory: Directory): Manifest | null {
  let bytes;
  try {
    bytes = directory.readAll(MANIFEST_NAME);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return decodeManifest(bytes, ANALYZER_VERSION);
}

/**
 * The present snapshot, or null when there is no index. Throws IndexDamage.
 *
 * previous: given up for the new one, which takes over the open segments that both name; the others are closed. It is
 * returned as it is when it is still the present one. Where this throws it stays as it was.
 */
export function openSnapshot(directory: Directory, previous: OpenSnapshot | null = null): OpenSnapshot | null {
  let lost: unknown = null;
  for (let attempt = 0, seen = ''; attempt < ATTEMPTS; attempt++) {
    const manifest = readManifest(directory);
    if (manifest === null) {
      previous?.close();
      return null;
    }
    // A catalog is written for one publication, and its name is random: a generation may come twice.
    if (manifest.catalog === previous?.manifest.catalog) return previous;
    if (manifest.catalog === seen) throw new IndexDamage('index: a file that the manifest names is missing', lost);
    seen = manifest.catalog;
    try {
      return openManifest(directory, manifest, previous);
    } catch (error) {
      if (!isMissing(error)) throw error;
      lost = error;
    }
  }
  if (previous !== null) return previous;
  throw new CcfindError('failure', 'the index is being replaced faster than it can be opened', { cause: lost, hint: 'try again in a moment' });
}

/** Throws IndexDamage, or ENOENT when a file is gone. */
function openManifest(directory: Directory, manifest: Manifest, previous: OpenSnapshot | null): OpenSnapshot {
  const kept = new Map(previous?.open.map((segment) => [segment.reader.name, segment]));
  const files: RandomFile[] = [];
  const memory = previous?.memory ?? createReadMemory();
  let catalog: Catalog | null = null;
  try {
    const found = manifest.segments.map(({ name }) => {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const file = directory.open(name);
      files.push(file);
      return { file, reader: null };
    });
    const opened = openCatalog((name) => directory.open(name), { newest: manifest.catalog, base: manifest.catalogBase }, manifest.roots);
    catalog = opened;
    const open = found.map(({ file, reader }, i) => {
      const { name, bytes } = manifest.segments[i];
      if (file.sizeBytes !== bytes) throw new IndexDamage(`${name}: ${file.sizeBytes} bytes, expected ${bytes}`);
      return { file, reader: reader ?? openSegment(file, name, memory) };
    });
    const isOpen = new Set(open.map(({ file }) => file));
    for (const { file, reader } of previous?.open ?? []) {
      if (isOpen.has(file)) continue;
      file.close();
      reader.forget();
    }
    previous?.catalog.close();
    return {
      manifest,
      catalog: opened,
      open,
      memory,
      roots: manifest.roots,
      segments: open.map(({ reader }) => reader),
      deadRows: manifest.segments.map(decodeDead),
      sessions: opened.sessions,
      get copies() {
        return opened.copies();
      },
      counts: manifest.counts,
      close: () => {
        open.forEach(({ file }) => file.close());
        opened.close();
      },
    };
  } catch (error) {
    for (const file of files) file.close();
    catalog?.close();
    throw error;
  }
}

/** True for the error of a file that is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
