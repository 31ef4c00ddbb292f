/**
 * The small JSON files that the client keeps beside transcripts: titles, what is known of a sub-agent.
 *
 * They are looked for by name, so anything may lie there: a pipe would be waited for without end, a device or
 * a sparse file read until memory is full. So only a regular file of a sane size is opened.
 */
import { readFileSync, statSync } from 'node:fs';

/** Real ones have some hundred bytes, an index of thousands of sessions a few megabytes. */
export const MAX_SMALL_FILE_BYTES = 16 << 20;

/** What stands in the file; undefined when it cannot be read or is no JSON. Never throws. */
export function readSmallJson(path: string): unknown {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_SMALL_FILE_BYTES ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
