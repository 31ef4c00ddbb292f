/**
 * Reads hand-made lines with the reader under test, for tests that are one shape each.
 */
import { FIELDS } from '../../src/schema.ts';
import { createEntryReader } from '../../src/transcript/entry.ts';
import type { Entry, EntryReader, ReaderContext } from '../../src/transcript/entry.ts';
import { createRawEntry } from '../../src/transcript/scan.ts';
import { scanEntries } from '../../src/transcript/scan-fallback.ts';
import { keyText } from './recorded.ts';

export const MAIN: ReaderContext = { kind: 'main', folder: '-home-dev-work', sessionDir: '/nowhere/session' };
export const AGENT: ReaderContext = { ...MAIN, kind: 'agent' };

/** An entry as plain text: `prompt> words`; `>` opens a turn, `?` waits, `@` before the field is a sub-agent's. */
export function describe(entry: Entry): string[] {
  const mark = entry.opensTurn ? '>' : entry.isQueued ? '?' : ':';
  return entry.pieces
    .slice(0, entry.pieceCount)
    .map((piece) => `${entry.isAgent ? '@' : ''}${FIELDS[piece.field].name}${mark} ${entry.text.bytes.toString('utf8', piece.start, piece.end)}`);
}

/** Everything about an entry that a reader of the index depends on, as a string. */
export function fingerprint(entry: Entry): string {
  return JSON.stringify([
    describe(entry), keyText(entry.identity), keyText(entry.uuid), keyText(entry.message), entry.timeMs, keyText(entry.textKey),
    entry.supersedes.map(keyText), entry.links.map(keyText), entry.sideFiles,
  ]);
}

/** Lines as the bytes of a file; strings are taken as they stand. */
export function toLines(lines: readonly unknown[]): Buffer[] {
  return lines.map((line) => Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)));
}

/** Feeds lines to a reader; `see` gets each entry. Returns how many lines held something that is no entry. */
export function feed(reader: EntryReader, lines: readonly Buffer[], see: (entry: Entry) => void): number {
  const raw = createRawEntry();
  let badCount = 0;
  for (const line of lines) {
    const isFine = scanEntries(line, 0, line.length, raw, () => {
      const entry = reader.read(raw);
      if (entry !== null) see(entry);
    });
    if (!isFine) badCount++;
  }
  return badCount;
}

/** Reads lines as one file and describes all entries. */
export function read(lines: readonly unknown[], context: ReaderContext = MAIN): string[] {
  const found: string[] = [];
  feed(createEntryReader(context), toLines(lines), (entry) => found.push(...describe(entry)));
  return found;
}

let uuidCount = 0;
function newUuid(): string {
  return `00000000-0000-4000-8000-${String(++uuidCount).padStart(12, '0')}`;
}

/** A user line with that content. */
export function user(content: unknown, extra: object = {}): Record<string, unknown> {
  return {
    type: 'user', uuid: newUuid(), timestamp: '2026-11-29T20:00:00.000Z', sessionId: 's', cwd: '/home/dev/work', gitBranch: 'main',
    message: { role: 'user', content }, ...extra,
  };
}

/** A user line with one tool result. */
export function result(id: string, content: unknown, extra: object = {}): Record<string, unknown> {
  return user([{ type: 'tool_result', tool_use_id: id, content }], extra);
}

/** An assistant line with those blocks; a string is a text block. */
export function assistant(content: unknown, extra: object = {}): Record<string, unknown> {
  const uuid = newUuid();
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return {
    message: { id: `msg_${uuid}`, role: 'assistant', model: 'claude-x', content: blocks }, type: 'assistant', uuid, timestamp: '2026-11-29T20:00:01.000Z', sessionId: 's', ...extra,
  };
}

/** An assistant line with one tool call. */
export function call(id: string, name: unknown, input: unknown, extra: object = {}): Record<string, unknown> {
  return assistant([{ type: 'tool_use', id, name, input }], extra);
}

export function enqueue(content: unknown): Record<string, unknown> {
  return { type: 'queue-operation', operation: 'enqueue', timestamp: '2026-11-29T20:00:02.000Z', sessionId: 's', content };
}
