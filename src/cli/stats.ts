/**
 * `ccfind stats`: what is indexed, how large it is, and what was skipped.
 */
import type { Stats } from '../contract.ts';
import { EXIT } from '../errors.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';
import { counted, formatBytes } from './sizes.ts';

/** Exit code 0, also for an empty history: it has been counted. */
export function runStats(args: Arguments, context: CliContext): Promise<number> {
  return withIndex(args.values, context, ({ engine, places }) => {
    const stats = engine.stats();
    context.output.write(args.values.json ? `${toJson({ schema: 1, ...stats })}\n` : renderStats(stats, places.searched));
    return EXIT.ok;
  });
}

function renderStats(stats: Stats, searched: readonly string[]): string {
  const skipped = stats.skipped.filter(({ count }) => count > 0).map(({ reason, count }) => `${sanitize(reason)} ${count}`);
  const rows: [string, string][] = [
    ['sessions', String(stats.sessions)],
    ['turns', String(stats.turns)],
    ['transcripts', `${counted(stats.files, 'file')}, ${formatBytes(stats.transcriptBytes)}`],
    ['index', `${formatBytes(stats.indexBytes)} in ${counted(stats.segments, 'segment')}`],
    ['chunks', String(stats.chunks)],
    ['terms', String(stats.terms)],
    ['skipped', skipped.length === 0 ? 'nothing' : skipped.join(', ')],
    ['cut short', stats.truncated === 0 ? 'nothing' : `${formatBytes(stats.truncated)} of long outputs`],
    ['not indexed', stats.pending === 0 ? 'nothing' : `${counted(stats.pending, 'file')} waiting: ccfind index`],
    ...searched.map((folder): [string, string] => ['looked in', sanitize(folder)]),
    ['index in', sanitize(stats.indexDir)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(12)} ${value}\n`).join('');
}
