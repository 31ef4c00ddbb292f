/**
 * The byte walker: takes the wanted values out of one line of a transcript, as ranges, making no string.
 *
 * About four fifths of a transcript are worthless to a search (output told twice, snapshots, images,
 * signatures), so going key by key and passing over the rest is six times cheaper than JSON.parse. Key
 * order does not matter (assistant lines have `type` behind `message`), the last of two equal keys
 * wins, as with JSON.parse, which is the oracle of the tests and the fallback (scan-fallback.ts).
 *
 * Invariants: a line that JSON.parse accepts gives the same leaves here or is called bad. A line that it
 * refuses is called bad too, unless the fault lies inside a string or a value that nobody wants (see
 * scan-skip.ts). Nesting is followed to a fixed depth only, so no line can overflow the stack.
 * The one exception: the first `type` that is not wanted ends the walk. If another object may be glued
 * to such a line (two writers at once: seen in 2.0.x, even behind `progress`), it is called bad.
 */

import { BLOCK, ENTRY_KEYS, SLOT } from './raw-entry.ts';
import type { RawBlock, RawEntry } from './raw-entry.ts';
import {
  BLOCK_KEYS, BLOCK_TABLES, BLOCK_TYPES, CONTAINER, CONTAINERS, CONTENT, findWord, INNER_CONTENT, LINE_TABLE, LINE_TYPES,
  MESSAGE, UNKNOWN,
} from './scan-keys.ts';
import type { WordTable } from './scan-keys.ts';
import {
  BACKSLASH, BAD, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, LINE_FEED, OPEN_BRACE, OPEN_BRACKET, QUOTE, RETURN,
  skipSpace, skipValue, SPACE, TAB,
} from './scan-skip.ts';

/** 'ok': the entry holds the line's values. 'skip': nothing of interest. 'bad': ask the fallback. */
export type ScanOutcome = 'ok' | 'skip' | 'bad';

/** The walk ended at a type that nobody wants. */
export const SKIP = -2;
const GLUE = Buffer.from('}{"');
/** A string whose escapes are all well-formed and none of \u0020 to \u007f: only those stand for letters of our words. */
const HARMLESS = /^(?:[^\\\x00-\x1f]|\\(?:["\\/bfnrt]|u(?!00[2-7])[0-9a-fA-F]{4}))*$/;
const TYPE_SLOT = SLOT.type;
const [B_TYPE, B_TEXT, B_THINKING, B_ID, B_RESULT_ID, B_NAME, B_INPUT, B_CONTENT] = BLOCK_KEYS.keys();
/** Scratch slots of the block being walked, one array for each depth. */
const blockSlots = [new Int32Array(2 * BLOCK_KEYS.length), new Int32Array(2 * BLOCK_KEYS.length)];
/** Position in RawEntry.blocks of the block of depth 0 being walked. */
let outerBlock = 0;

/** An empty entry; make one and use it for every line. */
export function createRawEntry(): RawEntry {
  return {
    buffer: Buffer.alloc(0), lineStart: 0, lineEnd: 0, slots: new Int32Array(2 * ENTRY_KEYS.length).fill(-1), blocks: [], blockCount: 0,
  };
}

/**
 * Walks the line buffer[start, end) (no line feed inside) and overwrites `entry`.
 *
 * A byte order mark, NUL bytes and white space around the object are passed over; entry.lineStart and
 * lineEnd are those of the object. A blank line and a line without a `type` are 'skip'. After 'skip' and
 * 'bad' the entry's values mean nothing. Never throws.
 */
export function scanLine(buffer: Buffer, start: number, end: number, entry: RawEntry): ScanOutcome {
  while (end > start && isPadding(buffer[end - 1])) end--;
  start = objectStart(buffer, start, end);
  if (start === end) return 'skip';
  const after = scanObject(buffer, start, end, entry);
  if (after === end) return hasType(entry) ? 'ok' : 'skip';
  if (after !== SKIP) return 'bad';
  return buffer.subarray(start, end).includes(GLUE) ? 'bad' : 'skip';
}

/** Position of the first byte that is no byte order mark, NUL or white space; at most end. */
export function objectStart(buffer: Buffer, start: number, end: number): number {
  while (start < end) {
    if (isPadding(buffer[start])) start++;
    else if (buffer[start] === 0xef && start + 3 <= end && buffer[start + 1] === 0xbb && buffer[start + 2] === 0xbf) start += 3;
    else break;
  }
  return start;
}

function isPadding(byte: number): boolean {
  return byte <= SPACE && (byte === SPACE || byte === 0 || byte === RETURN || byte === TAB || byte === LINE_FEED);
}

/** Walks the object at `start`, whatever follows it; returns the position after it, BAD, or SKIP (both below 0). */
export function scanObject(buffer: Buffer, start: number, end: number, entry: RawEntry): number {
  if (buffer[start] !== OPEN_BRACE) return BAD;
  const slots = entry.slots;
  for (let i = 0; i < slots.length; i += 2) slots[i] = -1;
  entry.blockCount = 0;
  entry.buffer = buffer;
  entry.lineStart = start;
  const after = walkObject(buffer, start + 1, end, LINE_TABLE, slots, entry);
  entry.lineEnd = after;
  return after;
}

/** `at` is after the opening brace. Wanted values go to `slots`; returns the position after the closing brace. */
function walkObject(buffer: Buffer, at: number, end: number, table: WordTable, slots: Int32Array, entry: RawEntry): number {
  at = skipSpace(buffer, at, end);
  if (at < end && buffer[at] === CLOSE_BRACE) return at + 1;
  for (;;) {
    if (at >= end || buffer[at] !== QUOTE) return BAD;
    const keyStart = ++at;
    let isEscaped = false;
    for (let byte = buffer[at]; byte !== QUOTE; byte = buffer[at]) {
      if (at >= end || byte < SPACE) return BAD;
      if (byte === BACKSLASH) {
        isEscaped = true;
        at++;
      }
      at++;
    }
    if (isEscaped && hidesLetters(buffer, keyStart, at)) return BAD;
    const target = findWord(table, buffer, keyStart, at);
    at++;
    if (buffer[at] !== COLON) at = skipSpace(buffer, at, end);
    if (at >= end || buffer[at] !== COLON) return BAD;
    at++;
    if (buffer[at] <= SPACE) at = skipSpace(buffer, at, end);
    if (at >= end) return BAD;
    at = target === UNKNOWN ? skipValue(buffer, at, end) : takeValue(buffer, at, end, target, slots, entry);
    if (at < 0) return at;
    if (buffer[at] <= SPACE) at = skipSpace(buffer, at, end);
    if (at >= end) return BAD;
    const byte = buffer[at++];
    if (byte === CLOSE_BRACE) return at;
    if (byte !== COMMA) return BAD;
    if (buffer[at] <= SPACE) at = skipSpace(buffer, at, end);
  }
}

/** `at` is at the value of a wanted key; keeps it, or looks into it, and returns the position after it. */
function takeValue(buffer: Buffer, at: number, end: number, target: number, slots: Int32Array, entry: RawEntry): number {
  if (target < CONTAINER) {
    const after = skipValue(buffer, at, end);
    if (after > 0) keepRange(buffer, at, after, slots, target);
    if (target !== TYPE_SLOT || slots !== entry.slots || after < 0) return after;
    const outcome = judgeType(buffer, slots, after, end);
    return outcome < 0 ? outcome : after;
  }
  if (target === CONTENT) {
    entry.blockCount = 0;
    return walkContent(buffer, at, end, entry, 0);
  }
  if (target !== INNER_CONTENT) return walkContainer(buffer, at, end, target, entry);
  entry.blockCount = outerBlock + 1;
  slots[2 * B_CONTENT] = -1;
  if (buffer[at] !== QUOTE) return walkContent(buffer, at, end, entry, 1);
  const after = skipValue(buffer, at, end);
  if (after > 0) keepRange(buffer, at, after, slots, B_CONTENT);
  return after;
}

/** Keeps the range of the value buffer[start, end) in a slot: of a string what is between the quotes, of null nothing. */
function keepRange(buffer: Buffer, start: number, end: number, slots: Int32Array, slot: number): void {
  const first = buffer[start];
  if (first === QUOTE) {
    slots[2 * slot] = start + 1;
    slots[2 * slot + 1] = end - 1;
  } else {
    slots[2 * slot] = first === 0x6e ? -1 : start;
    slots[2 * slot + 1] = end;
  }
}

/** 0 where the line's type may be wanted, SKIP where it is not, BAD where escapes hide it or the line is torn there. */
function judgeType(buffer: Buffer, slots: Int32Array, at: number, end: number): number {
  const start = slots[2 * TYPE_SLOT];
  // Not a string: perhaps the other half of a torn line. Walk on; scanLine() asks again at the end.
  if (start < 0 || buffer[start - 1] !== QUOTE) return 0;
  if (findWord(LINE_TYPES, buffer, start, at - 1) !== UNKNOWN) return 0;
  if (hidesLetters(buffer, start, at - 1)) return BAD;
  at = skipSpace(buffer, at, end);
  return at < end && (buffer[at] === COMMA || buffer[at] === CLOSE_BRACE) ? SKIP : BAD;
}

/** `at` is at the value of a key whose object is looked into; other values than objects are skipped. */
function walkContainer(buffer: Buffer, at: number, end: number, code: number, entry: RawEntry): number {
  const { table, slots } = CONTAINERS[code - CONTAINER];
  for (let i = 0; i < slots.length; i++) entry.slots[2 * slots[i]] = -1;
  if (code === MESSAGE) entry.blockCount = 0;
  return buffer[at] === OPEN_BRACE ? walkObject(buffer, at + 1, end, table, entry.slots, entry) : skipValue(buffer, at, end);
}

/** `at` is at the value of a `content`: a list of blocks, a string (one text block), or a lone block. */
function walkContent(buffer: Buffer, at: number, end: number, entry: RawEntry, depth: 0 | 1): number {
  if (buffer[at] !== OPEN_BRACKET) return walkBlock(buffer, at, end, entry, depth);
  at = skipSpace(buffer, at + 1, end);
  if (at < end && buffer[at] === CLOSE_BRACKET) return at + 1;
  for (;;) {
    if (at >= end) return BAD;
    at = walkBlock(buffer, at, end, entry, depth);
    if (at < 0) return BAD;
    if (buffer[at] <= SPACE) at = skipSpace(buffer, at, end);
    if (at >= end) return BAD;
    const byte = buffer[at++];
    if (byte === CLOSE_BRACKET) return at;
    if (byte !== COMMA) return BAD;
    if (buffer[at] <= SPACE) at = skipSpace(buffer, at, end);
  }
}

/** `at` is at one element of a content list. A string counts as a text block, other values than objects as nothing. */
function walkBlock(buffer: Buffer, at: number, end: number, entry: RawEntry, depth: 0 | 1): number {
  const first = buffer[at];
  if (first !== OPEN_BRACE) {
    const after = skipValue(buffer, at, end);
    if (first === QUOTE && after > 0) {
      const block = addBlock(entry, depth);
      block.kind = BLOCK.text;
      block.textStart = at + 1;
      block.textEnd = after - 1;
    }
    return after;
  }
  const index = entry.blockCount;
  const block = addBlock(entry, depth);
  if (depth === 0) outerBlock = index;
  const slots = blockSlots[depth];
  for (let i = 0; i < slots.length; i += 2) slots[i] = -1;
  const after = walkObject(buffer, at + 1, end, BLOCK_TABLES[depth], slots, entry);
  if (after < 0) return BAD;
  const typeStart = slots[2 * B_TYPE];
  if (typeStart >= 0 && buffer[typeStart - 1] === QUOTE) {
    const kind = findWord(BLOCK_TYPES, buffer, typeStart, slots[2 * B_TYPE + 1]);
    if (kind !== UNKNOWN) fillBlock(block, kind, buffer, slots);
    else if (hidesLetters(buffer, typeStart, slots[2 * B_TYPE + 1])) return BAD;
  }
  if (depth === 0 && block.kind !== BLOCK.toolResult) entry.blockCount = index + 1;
  return after;
}

/** The next reusable block of the entry, emptied. */
function addBlock(entry: RawEntry, depth: number): RawBlock {
  let block = entry.blocks[entry.blockCount];
  if (block === undefined) {
    block = {
      kind: BLOCK.other, depth, textStart: -1, textEnd: -1, idStart: -1, idEnd: -1, nameStart: -1, nameEnd: -1,
      inputStart: -1, inputEnd: -1,
    };
    entry.blocks.push(block);
  } else {
    block.kind = BLOCK.other;
    block.depth = depth;
    block.textStart = block.idStart = block.nameStart = block.inputStart = -1;
  }
  entry.blockCount++;
  return block;
}

/** Takes the values for a block of that kind from the scratch slots. */
function fillBlock(block: RawBlock, kind: number, buffer: Buffer, slots: Int32Array): void {
  block.kind = kind;
  const text = kind === BLOCK.text ? B_TEXT : kind === BLOCK.thinking ? B_THINKING : kind === BLOCK.toolResult ? B_CONTENT : -1;
  if (text >= 0 && isString(buffer, slots, text)) {
    block.textStart = slots[2 * text];
    block.textEnd = slots[2 * text + 1];
  }
  const id = kind === BLOCK.toolUse ? B_ID : kind === BLOCK.toolResult ? B_RESULT_ID : -1;
  if (id >= 0 && isString(buffer, slots, id)) {
    block.idStart = slots[2 * id];
    block.idEnd = slots[2 * id + 1];
  }
  if (kind === BLOCK.toolUse) {
    if (isString(buffer, slots, B_NAME)) {
      block.nameStart = slots[2 * B_NAME];
      block.nameEnd = slots[2 * B_NAME + 1];
    }
    if (slots[2 * B_INPUT] >= 0) {
      const quotes = isString(buffer, slots, B_INPUT) ? 1 : 0;
      block.inputStart = slots[2 * B_INPUT] - quotes;
      block.inputEnd = slots[2 * B_INPUT + 1] + quotes;
    }
  }
}

/** False for a whole object that has no `type`, or one that is no string: nobody wants it. */
export function hasType(entry: RawEntry): boolean {
  return isString(entry.buffer, entry.slots, TYPE_SLOT);
}

function isString(buffer: Buffer, slots: Int32Array, slot: number): boolean {
  return slots[2 * slot] >= 0 && buffer[slots[2 * slot] - 1] === QUOTE;
}

/** True when escapes could spell a word that the tables know, or the bytes are no JSON string. */
function hidesLetters(buffer: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && buffer[at] !== BACKSLASH && buffer[at] >= SPACE) at++;
  return at < end && !HARMLESS.test(buffer.toString('latin1', start, end));
}
