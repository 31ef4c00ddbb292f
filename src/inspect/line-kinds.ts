/**
 * Counts what clients write, by version: kinds of lines and blocks that no list knows, and known ones that no longer hold
 * their words where they used to. Either way a newer client may say something that is not read.
 */
import { KNOWN_BLOCKS, KNOWN_LINES, WORDS_OF } from '../transcript/known-kinds.ts';
import type { KindTrouble } from '../reports.ts';
import { blocksOf, objectOf } from './said.ts';
import type { RawLine } from './said.ts';

/** Fewer silent ones of a known kind prove nothing: some always are. */
const MIN_SILENT = 5;

/** The counts by version and kind. */
export interface LineKinds {
  readonly note: (line: RawLine) => void;
  /** What is unknown or silent, most frequent first. */
  readonly trouble: () => KindTrouble[];
}

interface Count {
  readonly version: string;
  readonly kind: string;
  readonly isKnown: boolean;
  count: number;
  silent: number;
}

/** Begins with no counts. */
export function countLineKinds(): LineKinds {
  const counts = new Map<string, Count>();
  const add = (version: string, kind: string, isKnown: boolean, isSilent: boolean): void => {
    const key = `${version} ${kind}`;
    let count = counts.get(key);
    if (count === undefined) counts.set(key, (count = { version, kind, isKnown, count: 0, silent: 0 }));
    count.count++;
    if (isSilent) count.silent++;
  };
  function note(line: RawLine): void {
    if (typeof line.type !== 'string') return;
    const version = typeof line.version === 'string' ? line.version : '';
    const message = objectOf(line.message);
    const kind = `line ${line.type}`;
    add(version, kind, KNOWN_LINES.has(line.type), isSilent(kind, line.type === 'user' || line.type === 'assistant' ? (message ?? {}) : line));
    for (const block of blocksOf(message?.content)) {
      if (typeof block.type === 'string') add(version, `block ${block.type}`, KNOWN_BLOCKS.has(block.type), isSilent(`block ${block.type}`, block));
    }
  }
  function trouble(): KindTrouble[] {
    const found = [...counts.values()].filter(({ isKnown, silent, count }) => !isKnown || (silent >= MIN_SILENT && silent * 2 > count));
    return found.sort((a, b) => b.count - a.count).map(({ version, kind, isKnown, count, silent }) => ({ kind, version, count: isKnown ? silent : count, isKnown }));
  }
  return { note, trouble };
}

function isSilent(kind: string, holder: RawLine): boolean {
  const key = WORDS_OF.get(kind);
  return key !== undefined && (holder[key] === undefined || holder[key] === null);
}
