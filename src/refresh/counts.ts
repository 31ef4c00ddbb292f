/**
 * What is counted in every answer: files known, lines and files skipped and why, bytes cut, files not yet read.
 */
import type { IndexCounts } from '../index/reader-types.ts';
import type { Trouble } from '../transcript/trouble.ts';
import type { MarkBook } from './mark-book.ts';

/** Reasons that stand in the marks; all others are found anew by every listing. */
const LINE_REASONS = { bad: 'broken line', long: 'line over 64 MB' } as const;

/** pending, unmarked: files not wholly read, and those of them that have no mark yet. */
export function countIndex(marks: MarkBook, trouble: readonly Trouble[], pending: number, unmarked: number): IndexCounts {
  const { files, bytes, badLines, longLines, cutBytes, absent } = marks.totals();
  const skipped = [{ reason: LINE_REASONS.bad, count: badLines }, { reason: LINE_REASONS.long, count: longLines }].filter(({ count }) => count > 0);
  return { files: files + unmarked, bytes, skipped: [...skipped, ...countTrouble(trouble)], truncated: cutBytes, absent, pending };
}

/** The counts of an index with the trouble of today in place of that of its last publication. */
export function withTrouble(counts: IndexCounts, trouble: readonly Trouble[]): IndexCounts {
  const lasting: readonly string[] = Object.values(LINE_REASONS);
  return { ...counts, skipped: [...counts.skipped.filter(({ reason }) => lasting.includes(reason)), ...countTrouble(trouble)] };
}

function countTrouble(trouble: readonly Trouble[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of trouble) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
