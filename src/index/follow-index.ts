/**
 * The present snapshot for a process that lives for days, while others publish: one stat of the manifest for every question.
 *
 * The manifest is read only when it has changed; segments that the old and the new one name stay open with all that is known of them,
 * the others are closed. A manifest that is gone means an empty index: whoever deletes the folder wants no more answers
 * from it.
 */
import { buildCatalog } from './catalog-builder.ts';
import { openCatalog } from './catalog.ts';
import type { Directory } from './directory.ts';
import { useEarliestTimes } from './earliest-times.ts';
import { openSnapshot } from './index-reader.ts';
import type { OpenSnapshot } from './index-reader.ts';
import { MANIFEST_NAME } from './manifest.ts';
import { createReadMemory } from './read-cache.ts';

/** An index that is looked at again and again. */
export interface FollowedIndex {
  /** What is published now, for search: with the times that are shown for turns. Valid until the next call. Throws IndexDamage. */
  present(): OpenSnapshot;
  /** Closes every file; present() opens them again. */
  close(): void;
}

/** Opens nothing yet. */
export function followIndex(directory: Directory): FollowedIndex {
  let opened: OpenSnapshot | null = null;
  let stamp = '';
  let putTimesBack = (): void => {};

  function close(): void {
    opened?.close();
    opened = null;
  }

  return {
    present: () => {
      // Before the manifest is read: what is published in between shows as another stamp next time.
      const now = directory.stamp(MANIFEST_NAME);
      if (opened !== null && now === stamp) return opened;
      const next: OpenSnapshot = openSnapshot(directory, opened) ?? emptySnapshot();
      stamp = now;
      if (next === opened) return next;
      opened = next;
      putTimesBack();
      putTimesBack = useEarliestTimes(next);
      return next;
    },
    close,
  };
}

/** A snapshot of nothing, for when there is no index yet. */
function emptySnapshot(): OpenSnapshot {
  const counts = { files: 0, bytes: 0, skipped: [], truncated: 0, absent: 0, pending: 0 };
  const manifest = { generation: 0, roots: [], segments: [], catalog: '', catalogBase: '', marks: '', marksBase: '', counts, sessions: 0 };
  const bytes = Buffer.from(new Uint8Array(Buffer.concat(buildCatalog(null).encode().parts)).buffer);
  const catalog = openCatalog(() => ({ sizeBytes: bytes.length, read: () => bytes, close: () => {} }), { newest: '', base: '' }, []);
  const { sessions } = catalog;
  return { manifest, catalog, open: [], memory: createReadMemory(), roots: [], segments: [], deadRows: [], sessions, copies: [], counts, close: () => {} };
}
