/**
 * What the byte walker must find, told by JSON.parse: the slow and obvious reading of a line.
 *
 * Both sides are brought to one shape (leaves): the value of every wanted key, and the blocks of
 * message.content in order. A value that is missing or null is left out on both sides.
 */

import { BLOCK, ENTRY_KEYS } from '../../src/transcript/raw-entry.ts';
import type { RawEntry } from '../../src/transcript/raw-entry.ts';

export interface Leaves {
  keys: Record<string, unknown>;
  blocks: Record<string, unknown>[];
}

const WANTED_TYPES = new Set([
  'user', 'assistant', 'system', 'attachment', 'queue-operation', 'summary', 'ai-title', 'custom-title', 'agent-name',
  'worktree-state', 'relocated', 'pr-link',
]);

const KINDS: Record<string, number> = {
  text: BLOCK.text, thinking: BLOCK.thinking, tool_use: BLOCK.toolUse, tool_result: BLOCK.toolResult, image: BLOCK.image,
};

/** Leaves of a line as JSON.parse sees it; null: not JSON; 'skip': nothing that anybody wants. */
export function parsedLeaves(line: string): Leaves | 'skip' | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value) || typeof value.type !== 'string' || !WANTED_TYPES.has(value.type)) return 'skip';
  const keys: Record<string, unknown> = {};
  for (const key of ENTRY_KEYS) {
    const [outer, inner] = key.split('.');
    let leaf: unknown = Object.hasOwn(value, outer) ? value[outer] : undefined;
    if (inner !== undefined) leaf = isObject(leaf) && Object.hasOwn(leaf, inner) ? leaf[inner] : undefined;
    if (leaf !== undefined && leaf !== null) keys[key] = leaf;
  }
  const blocks: Record<string, unknown>[] = [];
  if (isObject(value.message)) addBlocks(blocks, value.message.content, 0);
  return { keys, blocks };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addBlocks(blocks: Record<string, unknown>[], content: unknown, depth: number): void {
  for (const element of Array.isArray(content) ? (content as unknown[]) : [content]) {
    if (typeof element === 'string') blocks.push({ kind: BLOCK.text, depth, text: element });
    if (!isObject(element)) continue;
    const kind = KINDS[String(element.type)] ?? BLOCK.other;
    const block: Record<string, unknown> = { kind: typeof element.type === 'string' ? kind : BLOCK.other, depth };
    const take = (name: string, leaf: unknown): void => {
      if (typeof leaf === 'string') block[name] = leaf;
    };
    if (block.kind === BLOCK.text) take('text', element.text);
    if (block.kind === BLOCK.thinking) take('text', element.thinking);
    if (block.kind === BLOCK.toolUse) {
      take('id', element.id);
      take('name', element.name);
      if (element.input !== undefined && element.input !== null) block.input = element.input;
    }
    if (block.kind === BLOCK.toolResult) {
      take('id', element.tool_use_id);
      if (depth === 0 || typeof element.content === 'string') take('text', element.content);
    }
    blocks.push(block);
    if (block.kind === BLOCK.toolResult && depth === 0 && typeof element.content !== 'string') addBlocks(blocks, element.content, 1);
  }
}

/** Leaves of an entry that the walker filled. */
export function scannedLeaves(entry: RawEntry): Leaves {
  const keys: Record<string, unknown> = {};
  ENTRY_KEYS.forEach((key, slot) => {
    const start = entry.slots[2 * slot];
    if (start >= 0) keys[key] = valueOf(entry, start, entry.slots[2 * slot + 1]);
  });
  const blocks = entry.blocks.slice(0, entry.blockCount).map((raw) => {
    const block: Record<string, unknown> = { kind: raw.kind, depth: raw.depth };
    if (raw.textStart >= 0) block.text = valueOf(entry, raw.textStart, raw.textEnd);
    if (raw.idStart >= 0) block.id = valueOf(entry, raw.idStart, raw.idEnd);
    if (raw.nameStart >= 0) block.name = valueOf(entry, raw.nameStart, raw.nameEnd);
    if (raw.inputStart >= 0) block.input = JSON.parse(entry.buffer.toString('utf8', raw.inputStart, raw.inputEnd)) as unknown;
    return block;
  });
  return { keys, blocks };
}

function valueOf(entry: RawEntry, start: number, end: number): unknown {
  const quote = entry.buffer[start - 1] === 0x22 ? '"' : '';
  return JSON.parse(quote + entry.buffer.toString('utf8', start, end) + quote) as unknown;
}
