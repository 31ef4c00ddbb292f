/**
 * Where the time and the bytes of a refresh went, as rows. Pure.
 */
import type { RefreshCosts } from '../reports.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { counted, elapsed, formatBytes } from '../sizes.ts';

/** The engine's phases in words; a phase that is missing here is shown by its own name. */
const PHASE_WORDS: Readonly<Record<string, string>> = {
  waiting: 'waiting for another writer',
  listing: 'listing folders',
  comparing: 'comparing files',
  reading: 'reading and scanning',
  analysing: 'splitting into words',
  packing: 'packing text',
  encoding: 'sorting, encoding',
  workers: 'waiting for other threads',
  writing: 'writing segments',
  merging: 'merging segments',
  publishing: 'catalog and marks',
  other: 'the rest',
};

/** The rows, line feed at the end of each. */
export function renderCosts({ phases, phasesBeside, read, textBytes, segmentsWritten, segmentsMerged, bytesWritten, peakMemoryBytes, slowest }: RefreshCosts): string {
  const totalMs = phases.reduce((sum, { ms }) => sum + ms, 0);
  const totalBytes = read.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows: string[] = [`time, of ${elapsed(totalMs)}:`];
  for (const { phase, ms } of phases) rows.push(row(PHASE_WORDS[phase] ?? phase, `${elapsed(ms).padStart(9)} ${share(ms, totalMs)}`));
  if (phasesBeside.length > 0) rows.push('in other threads at the same time:');
  for (const { phase, ms } of phasesBeside) rows.push(row(PHASE_WORDS[phase] ?? phase, elapsed(ms).padStart(9)));
  rows.push('bytes:');
  for (const { kind, files, bytes } of read) rows.push(row(`read: ${kind}`, `${formatBytes(bytes).padStart(9)} in ${counted(files, 'file')}`));
  rows.push(row('text kept of it', `${formatBytes(textBytes).padStart(9)} ${share(textBytes, totalBytes)}`));
  rows.push(row('written', `${formatBytes(bytesWritten).padStart(9)} in ${counted(segmentsWritten, 'segment')}, ${segmentsMerged} merged`));
  rows.push(row('memory at most', formatBytes(peakMemoryBytes).padStart(9)));
  if (slowest.length > 0) rows.push('slowest to read:');
  for (const { path, bytes, ms } of slowest) rows.push(row(`${elapsed(ms)}, ${formatBytes(bytes)}`, `${speed(bytes, ms).padStart(9)}  ${sanitize(path)}`));
  return rows.map((line) => `${line}\n`).join('');
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(26)} ${value}`;
}

function share(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)} %`.padStart(6) : '';
}

function speed(bytes: number, ms: number): string {
  return ms > 0 ? `${(bytes / 1000 / ms).toFixed(1)} MB/s` : '';
}
