/**
 * Long runs of tool calls, of what they printed and of thinking, folded: their beginning and end stay. Pure.
 */
import type { SessionTurn } from '../contract.ts';
import { counted } from '../sizes.ts';

/** A part of a turn. */
export type Part = SessionTurn['parts'][number];

/** Stands where parts were left out, and says in words how many of what. */
export interface Fold {
  readonly leftOut: string;
}

/** Parts of a run that stay at its beginning and its end; a run that is hardly longer is left whole. */
const FIRST = 8;
const LAST = 4;
const SPARED = 6;

/** The parts, or in the place of the middle of a long run what was left out there. A run has what one speaker did between two texts to read. */
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
