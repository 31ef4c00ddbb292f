/**
 * Which keys and words the byte walker knows, as tables it can ask without making a string.
 *
 * ENTRY_KEYS (raw-entry.ts) is the list; this file turns it into one small hash table for each object
 * that is looked into: the line itself, `message`, `attachment` and the like, and the content blocks.
 * A table maps a key's bytes to a number: the slot for its value, or one of the codes below.
 */

import { BLOCK, ENTRY_KEYS } from './raw-entry.ts';

/** The key is not wanted: pass over its value. */
export const UNKNOWN = -1;
/** From here on the number is not a slot: CONTAINER + n says to look into CONTAINERS[n]. */
export const CONTAINER = 1000;
/** The value is message.content. */
export const CONTENT = 2000;
/** The value is the content of a block, that is of a tool result. */
export const INNER_CONTENT = 2001;

/** A set of byte strings with a number each; open addressing, at most a quarter full. */
export interface WordTable {
  readonly words: readonly (Uint8Array | null)[];
  readonly numbers: Int32Array;
  readonly mask: number;
}

/** An object of a line that is looked into; `slots` are the slots it fills. */
export interface Container {
  readonly table: WordTable;
  readonly slots: readonly number[];
}

function hashOf(length: number, first: number, last: number): number {
  return length * 13 + first * 7 + last * 3;
}

function makeTable(words: readonly (readonly [string, number])[]): WordTable {
  let size = 16;
  while (size < words.length * 4) size *= 2;
  const table = { words: new Array<Uint8Array | null>(size).fill(null), numbers: new Int32Array(size), mask: size - 1 };
  for (const [word, number] of words) {
    const bytes = Buffer.from(word);
    let place = hashOf(bytes.length, bytes[0], bytes[bytes.length - 1]) & table.mask;
    while (table.words[place] !== null) place = (place + 1) & table.mask;
    table.words[place] = bytes;
    table.numbers[place] = number;
  }
  return table;
}

/** The number of the word bytes[start, end), or UNKNOWN. Cost: one or two probes. */
export function findWord(table: WordTable, bytes: Buffer, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return UNKNOWN;
  let place = hashOf(length, bytes[start], bytes[end - 1]) & table.mask;
  for (let word = table.words[place]; word !== null; word = table.words[place]) {
    if (word.length === length) {
      let i = 0;
      while (i < length && word[i] === bytes[start + i]) i++;
      if (i === length) return table.numbers[place];
    }
    place = (place + 1) & table.mask;
  }
  return UNKNOWN;
}

/** Keys of a content block; the numbers index the walker's scratch slots. */
export const BLOCK_KEYS = ['type', 'text', 'thinking', 'id', 'tool_use_id', 'name', 'input', 'content'] as const;

/** Block kinds by the block's `type`. */
export const BLOCK_TYPES = makeTable([
  ['text', BLOCK.text],
  ['thinking', BLOCK.thinking],
  ['tool_use', BLOCK.toolUse],
  ['tool_result', BLOCK.toolResult],
  ['image', BLOCK.image],
]);

/**
 * Types of lines that are read. All others (progress, api-request*, file-history-*, mode,
 * last-prompt, cost-state, tools-used and whatever comes next) are passed over as soon as their type is seen.
 */
export const LINE_TYPES = makeTable(
  [
    'user', 'assistant', 'system', 'attachment', 'queue-operation',
    'summary', 'ai-title', 'custom-title', 'agent-name',
    'worktree-state', 'relocated', 'pr-link',
  ].map((type, number) => [type, number] as const),
);

const containerNames = [...new Set(ENTRY_KEYS.filter((key) => key.includes('.')).map((key) => key.split('.')[0]))];

/** The objects inside a line that are looked into, in the order of their codes. */
export const CONTAINERS: readonly Container[] = containerNames.map((name) => {
  const inside = ENTRY_KEYS.map((key, slot) => [key, slot] as const).filter(([key]) => key.startsWith(`${name}.`));
  const words: (readonly [string, number])[] = inside.map(([key, slot]) => [key.slice(name.length + 1), slot]);
  if (name === 'message') words.push(['content', CONTENT]);
  return { table: makeTable(words), slots: inside.map(([, slot]) => slot) };
});

/** Code of the container `message`. */
export const MESSAGE = CONTAINER + containerNames.indexOf('message');

/** Keys of the line itself. */
export const LINE_TABLE: WordTable = makeTable([
  ...ENTRY_KEYS.map((key, slot) => [key as string, slot] as const).filter(([key]) => !key.includes('.')),
  ...containerNames.map((name, index) => [name, CONTAINER + index] as const),
]);

/** Keys of a block in message.content, and of one inside a tool result's content. */
export const BLOCK_TABLES: readonly [WordTable, WordTable] = [
  makeTable(BLOCK_KEYS.map((key, index) => [key, key === 'content' ? INNER_CONTENT : index] as const)),
  makeTable(BLOCK_KEYS.map((key, index) => [key, index] as const)),
];
