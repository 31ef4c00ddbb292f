/**
 * Opens what a manifest names: the one thing that readers do. No lock, no waiting.
 *
 * All files are opened at once, so that a merge which removes them later takes nothing away from this snapshot. A
 * file that is gone already means that the manifest was replaced meanwhile: it is read again. A file that the
 * present manifest names and that is not there, or is damaged, is IndexDamage: rebuild.
 */
import { ANALYZER_VERSION } from '../analysis/analyzer.ts';
import { buildCatalog } from './catalog-builder.ts';
import { openCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { IndexDamage } from './damage.ts';
import type { Directory, RandomFile } from './directory.ts';
import { useEarliestTimes } from './earliest-times.ts';
import { decodeDead, decodeManifest, MANIFEST_NAME } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import type { Snapshot } from './reader-types.ts';
import { openSegment } from './segment-reader.ts';

/** How often a reader follows a writer that publishes faster than it opens. */
const ATTEMPTS = 10;

/** A snapshot, and what it was opened from: for the next writer and for counts. */
export interface OpenSnapshot extends Snapshot {
  readonly manifest: Manifest;
  readonly catalog: Catalog;
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

/** The present snapshot, or null when there is no index. Throws IndexDamage. */
export function openSnapshot(directory: Directory): OpenSnapshot | null {
  let lost: unknown = null;
  for (let attempt = 0, generation = -1; attempt < ATTEMPTS; attempt++) {
    const manifest = readManifest(directory);
    if (manifest === null) return null;
    if (manifest.generation === generation) break;
    generation = manifest.generation;
    try {
      return openManifest(directory, manifest);
    } catch (error) {
      if (!isMissing(error)) throw error;
      lost = error;
    }
  }
  throw new IndexDamage('index: a file that the manifest names is missing', lost);
}

/** Throws IndexDamage, or ENOENT when a file is gone. */
function openManifest(directory: Directory, manifest: Manifest): OpenSnapshot {
  const files: RandomFile[] = [];
  const close = (): void => files.forEach((file) => file.close());
  try {
    for (const segment of manifest.segments) files.push(directory.open(segment.name));
    const catalog = openCatalog(directory.readAll(manifest.catalog), manifest.roots);
    return {
      manifest,
      catalog,
      roots: manifest.roots,
      segments: manifest.segments.map((segment, i) => {
        if (files[i].sizeBytes !== segment.bytes) throw new IndexDamage(`${segment.name}: ${files[i].sizeBytes} bytes, expected ${segment.bytes}`);
        return openSegment(files[i], segment.name);
      }),
      deadRows: manifest.segments.map(decodeDead),
      sessions: catalog.sessions,
      get copies() {
        return catalog.copies();
      },
      counts: manifest.counts,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** For search: the present snapshot, of nothing when there is no index, with the times that turns are shown with. Throws IndexDamage. */
export function openForSearch(directory: Directory): OpenSnapshot {
  const snapshot = openSnapshot(directory) ?? emptySnapshot();
  useEarliestTimes(snapshot);
  return snapshot;
}

/** What there is before there is an index: nothing, in the form of one. */
function emptySnapshot(): OpenSnapshot {
  const counts = { files: 0, bytes: 0, skipped: [], truncated: 0, pending: 0 };
  const manifest = { generation: 0, roots: [], segments: [], catalog: '', marks: '', counts, sessions: 0 };
  const catalog = openCatalog(Buffer.from(new Uint8Array(Buffer.concat(buildCatalog(null).encode())).buffer), []);
  const { sessions } = catalog;
  return { manifest, catalog, roots: [], segments: [], deadRows: [], sessions, copies: [], counts, close: () => {} };
}

/** True for the error of a file that is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
