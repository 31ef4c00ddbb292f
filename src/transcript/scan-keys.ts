/**
 * The keys and words that scan.ts knows, as hash tables of bytes: every key of every line is looked up, and a string of each would cost too
 * much.
 *
 * The keys come from ENTRY_KEYS (raw-entry.ts). Each object that is looked into has a table: the line itself; `message`, `attachment`
 * and the like; content blocks. A table gives a key's number: the SLOT of its value, or one of the codes below.
 */

import { BLOCK, ENTRY_KEYS } from './raw-entry.ts';

/** The key is not in the table: its value is skipped. */
export const UNKNOWN = -1;
/** CONTAINER + n: the value is an object to look into, CONTAINERS[n]. Slots are smaller. */
export const CONTAINER = 1000;
/** The value is message.content. */
export const CONTENT = 2000;
/** The value is the content of a block: of a tool result. */
export const INNER_CONTENT = 2001;

/** Byte strings with a number each: open addressing, at most a quarter full, so that one or two probes are enough. */
export interface WordTable {
  readonly words: readonly (Uint8Array | null)[];
  readonly numbers: Int32Array;
  readonly mask: number;
}

/** An object inside a line that is looked into. slots: of its wanted keys, to be emptied when the object comes twice. */
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

/** Keys of a content block. scan.ts notes their values by place in this list until it knows the block's type. */
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
 * Types of lines that are read. The rest of any other line (progress, api-request*, file-history-*, mode, last-prompt, cost-state,
 * tools-used, and what newer clients invent) is skipped as soon as its type is seen.
 */
export const LINE_TYPES = makeTable(
  [
    'user', 'assistant', 'system', 'attachment', 'queue-operation',
    'summary', 'ai-title', 'custom-title', 'agent-name',
    'worktree-state', 'relocated', 'pr-link',
  ].map((type, number) => [type, number] as const),
);

const containerNames = [...new Set(ENTRY_KEYS.filter((key) => key.includes('.')).map((key) => key.split('.')[0]))];

/** The objects inside a line that are looked into; see CONTAINER. */
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

/** Keys of a block, by its depth: in message.content, and in a tool result's content, where the content of a block is not looked into again. */
export const BLOCK_TABLES: readonly [WordTable, WordTable] = [
  makeTable(BLOCK_KEYS.map((key, index) => [key, key === 'content' ? INNER_CONTENT : index] as const)),
  makeTable(BLOCK_KEYS.map((key, index) => [key, index] as const)),
];
