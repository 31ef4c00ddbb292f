/**
 * Which lines are copies of one entry. Forks, resumed sessions and moved folders repeat lines, and clients append old ones again; each
 * entry is to be indexed once. Lines are copies when they have the same identity, a key made of:
 *
 * - an answer: its message.id and its blocks. Client 1.0.44 copied the whole session on every resume, with new uuids and new times, but
 *   kept message.id.
 * - tool results: the ids of their calls and their content. (Those copies lost `toolUseResult` too.)
 * - any other line: its uuid, which forks keep (from 2.0.42 on); without one, its bytes.
 *
 * An id of fewer than 16 characters need not be unique: gateways to other models count from 1. Then the rule for other lines is used.
 * Blocks are compared as bytes of the line, still escaped: a client writes both copies in the same way.
 */
import { hash32, keyOfBytes, keyOfText, NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import { BLOCK, SLOT } from './raw-entry.ts';
import type { EntryKey, RawBlock, RawEntry } from './raw-entry.ts';
import { isString } from './raw-values.ts';

const MIN_ID_LENGTH = 16;
/** No client writes longer ones, and the reader's state keeps some of them. */
const MAX_ID_LENGTH = 200;
/** Content of more than twice this is hashed by its length and this much of either end. */
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

/** Id of the tool call that the block makes or answers; '' when it has none, or one that is too long to keep. */
export function callIdOf(raw: RawEntry, block: RawBlock): string {
  const length = block.idEnd - block.idStart;
  return block.idStart < 0 || length > MAX_ID_LENGTH ? '' : raw.buffer.toString('latin1', block.idStart, block.idEnd);
}

/** Key of a tool call's id: under it a sub-agent finds the turn that started it (Entry.links). */
export function callKey(id: string): Key {
  return keyOfText(`call ${id}`);
}

/** Key of a sub-agent's id, for the same: where the transcript names the agent, but its file does not name the call. */
export function agentKey(id: string): Key {
  return keyOfText(`agent ${id}`);
}

function keyOfRange(raw: RawEntry, key: EntryKey): Key {
  const start = raw.slots[2 * SLOT[key]];
  const end = raw.slots[2 * SLOT[key] + 1];
  return isString(raw, key) && end > start ? keyOfBytes(raw.buffer, start, end) : NO_KEY;
}

/** A key of all blocks; hi, lo: what it begins with. Never NO_KEY. */
function digest(raw: RawEntry, hi: number, lo: number): Key {
  for (let i = 0; i < raw.blockCount; i++) {
    const block = raw.blocks[i];
    hi = mix(raw, block, hi, 0x9e3779b9);
    lo = mix(raw, block, lo, 0x85ebca6b);
  }
  return hi === 0 && lo === 0 ? { hi: 0, lo: 1 } : { hi, lo };
}

/** Adds a block to one half of the digest. lane: another number for each half, so that they differ. */
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
