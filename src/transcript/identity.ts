/**
 * What makes two lines the same entry: forks, resumed copies, moved folders and re-appended history repeat lines.
 *
 * - An answer is its message.id and the content of its blocks: the copies that 1.0.44 made on every resume have new
 *   uuids and new times, but keep message.id.
 * - A tool's output is the id of its call and its content (those copies also drop `toolUseResult`).
 * - Everything else is its uuid, which forks keep (2.0.42 on); a line without one is its own bytes.
 *
 * Ids of fewer than 16 characters are not trusted to be unique: gateways to other models number from 1.
 * Blocks are compared as they stand in the line, escapes and all: the client writes both copies the same way.
 */
import { hash32, keyOfBytes, keyOfText, NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import { BLOCK, SLOT } from './raw-entry.ts';
import type { EntryKey, RawBlock, RawEntry } from './raw-entry.ts';
import { isString } from './raw-values.ts';

const MIN_ID_LENGTH = 16;
/** Longer ones are nobody's, and would swell the state that is kept. */
const MAX_ID_LENGTH = 200;
/** Of longer content only this much at either end is hashed, and its length. */
const DIGEST_BYTES = 4096;

/** Key of the line's uuid, NO_KEY when it has none. */
export function uuidOf(raw: RawEntry): Key {
  return keyOfRange(raw, 'uuid');
}

/** Key of message.id, NO_KEY when it is missing or too short to be unique. */
export function messageKeyOf(raw: RawEntry): Key {
  const start = raw.slots[2 * SLOT['message.id']];
  const end = raw.slots[2 * SLOT['message.id'] + 1];
  return isString(raw, 'message.id') && end - start >= MIN_ID_LENGTH ? keyOfBytes(raw.buffer, start, end) : NO_KEY;
}

/** Identity of an assistant line. */
export function answerIdentity(raw: RawEntry): Key {
  const message = messageKeyOf(raw);
  return message === NO_KEY ? lineIdentity(raw) : digest(raw, message.hi ^ 1, message.lo);
}

/** Identity of a user line with tool results. */
export function resultIdentity(raw: RawEntry): Key {
  for (let i = 0; i < raw.blockCount; i++) {
    const block = raw.blocks[i];
    const isTrusted = block.idStart >= 0 && block.idEnd - block.idStart >= MIN_ID_LENGTH;
    if (block.kind === BLOCK.toolResult && !isTrusted) return lineIdentity(raw);
  }
  return digest(raw, 2, 2);
}

/** Identity of any other line. */
export function lineIdentity(raw: RawEntry): Key {
  const uuid = uuidOf(raw);
  return uuid === NO_KEY ? keyOfBytes(raw.buffer, raw.lineStart, raw.lineEnd) : uuid;
}

/** Id of the tool call that the block makes or answers; '' when it has none that one would keep. */
export function callIdOf(raw: RawEntry, block: RawBlock): string {
  const length = block.idEnd - block.idStart;
  return block.idStart < 0 || length > MAX_ID_LENGTH ? '' : raw.buffer.toString('latin1', block.idStart, block.idEnd);
}

/** Key that leads from a tool call to what it started. */
export function callKey(id: string): Key {
  return keyOfText(`call ${id}`);
}

/** Key that leads from the id of a sub-agent to the call that started it. */
export function agentKey(id: string): Key {
  return keyOfText(`agent ${id}`);
}

function keyOfRange(raw: RawEntry, key: EntryKey): Key {
  const start = raw.slots[2 * SLOT[key]];
  const end = raw.slots[2 * SLOT[key] + 1];
  return isString(raw, key) && end > start ? keyOfBytes(raw.buffer, start, end) : NO_KEY;
}

function digest(raw: RawEntry, hi: number, lo: number): Key {
  for (let i = 0; i < raw.blockCount; i++) {
    const block = raw.blocks[i];
    hi = mix(raw, block, hi, 0x9e3779b9);
    lo = mix(raw, block, lo, 0x85ebca6b);
  }
  return hi === 0 && lo === 0 ? { hi: 0, lo: 1 } : { hi, lo };
}

/** One lane of the digest, one block further. */
function mix(raw: RawEntry, block: RawBlock, seed: number, lane: number): number {
  let hash = Math.imul(seed ^ block.kind, lane) >>> 0;
  hash = mixRange(raw.buffer, block.idStart, block.idEnd, hash);
  hash = mixRange(raw.buffer, block.nameStart, block.nameEnd, hash);
  hash = mixRange(raw.buffer, block.inputStart, block.inputEnd, hash);
  return mixRange(raw.buffer, block.textStart, block.textEnd, hash);
}

function mixRange(buffer: Buffer, start: number, end: number, seed: number): number {
  if (start < 0 || end <= start) return seed;
  if (end - start <= 2 * DIGEST_BYTES) return hash32(buffer, start, end, seed);
  const head = hash32(buffer, start, start + DIGEST_BYTES, seed ^ (end - start));
  return hash32(buffer, end - DIGEST_BYTES, end, head);
}
