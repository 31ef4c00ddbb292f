/**
 * `ccfind stats`: what is indexed, how large it is, and what was skipped.
 */
import type { Stats } from '../reports.ts';
import { EXIT } from '../errors.ts';
import { oneLine } from '../picker/hit-text.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import { truncate } from '../terminal/width.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { formatTime } from './days.ts';
import { withIndex } from './open-index.ts';
import { counted, formatBytes } from '../sizes.ts';

/** Exit code 0, also for an empty history: it has been counted. */
export function runStats(args: Arguments, context: CliContext): Promise<number> {
  return withIndex(args.values, context, ({ engine, places }) => {
    const stats = engine.stats();
    context.output.write(args.values.json ? `${toJson({ schema: 1, ...stats })}\n` : renderStats(stats, places.searched, context.output.columns()));
    return EXIT.ok;
  });
}

function renderStats(stats: Stats, searched: readonly string[], columns: number): string {
  const skipped = stats.skipped.filter(({ count }) => count > 0).map(({ reason, count }) => `${sanitize(reason)} ${count}`);
  const rows: [string, string][] = [
    ['sessions', String(stats.sessions)],
    ['turns', String(stats.turns)],
    ['transcripts', `${counted(stats.files, 'file')}, ${formatBytes(stats.transcriptBytes)}`],
    ['index', `${formatBytes(stats.indexBytes)} in ${counted(stats.segments, 'segment')}${shareOf(stats)}`],
    ['its folder', `${formatBytes(stats.space.reduce((sum, { bytes }) => sum + bytes, 0))}: ${stats.space.map(({ part, bytes }) => `${part} ${formatBytes(bytes)}`).join(', ')}`],
    ['last change', formatTime(stats.published)],
    ['chunks', `${stats.chunks}${stats.deadChunks === 0 ? '' : `, and ${stats.deadChunks} dead ones that wait to be cleared`}`],
    ['terms', String(stats.terms)],
    ['skipped', skipped.length === 0 ? 'nothing' : skipped.join(', ')],
    ['cut short', stats.truncated === 0 ? 'nothing' : `${formatBytes(stats.truncated)} of long outputs`],
    ['not there', stats.absent === 0 ? 'nothing' : `${counted(stats.absent, 'side file')} with whole outputs: their beginnings are indexed, all once they come`],
    ['not indexed', stats.pending === 0 ? 'nothing' : `${counted(stats.pending, 'file')} waiting: ccfind index`],
    ...searched.map((folder): [string, string] => ['looked in', sanitize(folder)]),
    ['index in', sanitize(stats.indexDir)],
    ...stats.largestProjects.map(({ dir, sessions, chunks, textBytes }): [string, string] => ['large', largeRow(textBytes, chunks, `${oneLine(dir)}, ${counted(sessions, 'session')}`)]),
    ...stats.largestSessions.map(({ session, title, chunks, textBytes }): [string, string] => ['large', largeRow(textBytes, chunks, `${oneLine(session).slice(0, 8)} ${oneLine(title)}`)]),
  ];
  return rows.map(([name, value]) => `${name.padEnd(12)} ${name === 'large' ? truncate(value, columns - 13) : value}\n`).join('');
}

function shareOf({ indexBytes, transcriptBytes }: Stats): string {
  return transcriptBytes === 0 ? '' : `, ${Math.round((100 * indexBytes) / transcriptBytes)} % of the transcripts`;
}

function largeRow(textBytes: number, chunks: number, what: string): string {
  return `${formatBytes(textBytes)} of text in ${counted(chunks, 'chunk')}: ${what}`;
}
