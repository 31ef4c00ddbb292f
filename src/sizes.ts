/**
 * Amounts as a person reads them. Pure.
 */

/** `812 B`, `4 KB`, `1.2 MB`, `314 MB`: decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

/** What something took: `12 ms`, `1.5 s`, `42 s`, `2 min 5 s`. */
export function elapsed(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}

/** What something will take: `3 s`, `2 min 5 s`, `11 min`; rounded up, so that it never says that nothing is left. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `1 session`, `2 sessions`. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** `0 of 1 text`, `1 of 2 texts`. */
export function countedOf(count: number, total: number, unit: string): string {
  return `${count} of ${counted(total, unit)}`;
}

/** The verb of so many. */
export function areOf(count: number): string {
  return count === 1 ? 'is' : 'are';
}
