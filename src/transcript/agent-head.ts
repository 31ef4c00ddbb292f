/**
 * What must be known about a sub-agent's file before it is read: which session it belongs to, and whether it is worth reading.
 *
 * 2.0.x left these files beside the sessions, with the parent's id inside only, and a dozen warm-ups with each
 * session: a user entry `Warmup` and its answer (2.0.77), or a lone answer (2.0.42; a real agent of that client
 * also begins with an answer, so only a file of one line is a warm-up). Later clients keep a small file with the
 * id of the tool call that started the agent.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { BLOCK } from './raw-entry.ts';
import { createRawEntry, scanLine } from './scan.ts';
import { isWord, stringAt, unescape } from './raw-values.ts';
import { readSmallJson } from './small-json.ts';

/** Bytes that are looked at; a longer first line is no warm-up. */
const HEAD_BYTES = 64 << 10;

/** What the first lines of an agent's file say. */
export interface AgentHead {
  /** Session id of the parent, '' when the head does not say. */
  readonly session: string;
  readonly isWarmup: boolean;
}

/** Looks at the first lines of an agent's file. Throws what opening and reading throw. */
export function readAgentHead(path: string): AgentHead {
  const bytes = readHead(path);
  const raw = createRawEntry();
  let session = '';
  let talkCount = 0;
  let first = '';
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed;
    if (scanLine(bytes, start, end, raw) === 'ok') {
      if (session === '') session = stringAt(raw, 'sessionId');
      const isTalk = isWord(raw, 'type', 'user') || isWord(raw, 'type', 'assistant');
      if (isTalk && talkCount++ === 0) {
        const block = raw.blockCount > 0 ? raw.blocks[0] : null;
        const text = block !== null && block.kind === BLOCK.text && block.textEnd - block.textStart < 100 ? unescape(bytes, block.textStart, block.textEnd) : '';
        first = isWord(raw, 'type', 'assistant') ? 'answer' : text.trim();
      }
    }
    start = end + 1;
  }
  const isWhole = bytes.length < HEAD_BYTES;
  return { session, isWarmup: first === 'Warmup' || (first === 'answer' && talkCount === 1 && isWhole) };
}

/** Id of the tool call that started an agent, from the agent-<id>.meta.json beside its file (2.1.120 and later); '' when nothing says so. */
export function readAgentCall(path: string): string {
  const value = readSmallJson(path.replace(/\.jsonl$/, '.meta.json'));
  return typeof value === 'object' && value !== null && 'toolUseId' in value && typeof value.toolUseId === 'string' ? value.toolUseId : '';
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
