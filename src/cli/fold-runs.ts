/**
 * Folds long runs of tool calls, their output and thinking: only their beginning and end stay. Pure.
 */
import type { SessionTurn } from '../contract.ts';
import { counted } from '../sizes.ts';

/** A part of a turn. */
export type Part = SessionTurn['parts'][number];

/** Stands where parts were left out, and says how many of which kind. */
export interface Fold {
  readonly leftOut: string;
}

/** Parts that stay at the beginning and at the end of a run; a run longer by no more than SPARED is left whole. */
const FIRST = 8;
const LAST = 4;
const SPARED = 6;

/** The parts, with a Fold in place of the middle of each long run. A run is what one speaker (Claude or a sub-agent) did between two texts meant to be read. */
export function foldRuns(parts: readonly Part[]): (Part | Fold)[] {
  const folded: (Part | Fold)[] = [];
  for (let start = 0; start < parts.length; ) {
    let end = start + 1;
    if (isWork(parts[start])) while (end < parts.length && isWork(parts[end]) && parts[end].agent === parts[start].agent) end++;
    const run = parts.slice(start, end);
    if (run.length <= FIRST + LAST + SPARED) folded.push(...run);
    else folded.push(...run.slice(0, FIRST), { leftOut: inWords(run.slice(FIRST, -LAST)) }, ...run.slice(-LAST));
    start = end;
  }
  return folded;
}

function isWork({ field }: Part): boolean {
  return field === 'tool' || field === 'output' || field === 'thinking';
}

function inWords(parts: readonly Part[]): string {
  const count = (field: Part['field']): number => parts.filter((part) => part.field === field).length;
  const kinds: [number, string][] = [[count('tool'), 'tool call'], [count('output'), 'output'], [count('thinking'), 'thought']];
  return kinds.filter(([number]) => number > 0).map(([number, kind]) => counted(number, kind)).join(', ');
}
