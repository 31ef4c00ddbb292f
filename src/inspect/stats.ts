/**
 * What is indexed, in numbers.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Stats } from '../reports.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import { MANIFEST_NAME } from '../index/manifest.ts';
import { largestOf } from './largest.ts';
import { spaceOf } from './space.ts';

/** Throws IndexDamage. Cost: see largestOf() and spaceOf(). */
export function statsOf(snapshot: OpenSnapshot, indexDir: string): Stats {
  const { sessions, segments, counts, manifest, roots } = snapshot;
  let sessionCount = 0;
  let turns = 0;
  for (let session = 0; session < sessions.count; session++) {
    if (sessions.live[session] === 0) continue;
    sessionCount++;
    turns += sessions.turnCount[session];
  }
  const { files, bytes: transcriptBytes, skipped, truncated, absent, pending } = counts;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const chunks = sum(manifest.segments.map(({ liveChunks }) => liveChunks));
  return {
    sessions: sessionCount,
    turns,
    chunks,
    terms: sum(segments.map(({ termCount }) => termCount)),
    files,
    transcriptBytes,
    indexBytes: sum(manifest.segments.map(({ bytes }) => bytes)),
    segments: segments.length,
    skipped,
    truncated,
    absent,
    pending,
    roots: [...roots],
    indexDir,
    deadChunks: sum(manifest.segments.map((segment) => segment.chunks)) - chunks,
    published: statSync(join(indexDir, MANIFEST_NAME), { throwIfNoEntry: false })?.mtime.toISOString() ?? null,
    space: spaceOf(snapshot, indexDir),
    ...largestOf(snapshot),
  };
}
