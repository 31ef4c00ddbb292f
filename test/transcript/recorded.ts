/**
 * Reads the recorded transcripts with the reader under test and writes each session down as a short script, so that a
 * person can compare it with what was said. One line a piece of speech:
 *
 *   > prompt that opens a turn     ~ words of the person that open none     ? prompt that waited in the queue
 *   < answer                       = summary                                @ as any of them, by a sub-agent
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD } from '../../src/schema.ts';
import { readAgentHead } from '../../src/transcript/agent-head.ts';
import { createEntryReader } from '../../src/transcript/entry.ts';
import type { Entry, EntryReader } from '../../src/transcript/entry.ts';
import type { LeafTitle } from '../../src/transcript/facts.ts';
import { listTranscripts } from '../../src/transcript/files.ts';
import type { TranscriptFile } from '../../src/transcript/file-list.ts';
import { readLines } from '../../src/transcript/lines.ts';
import { createRawEntry } from '../../src/transcript/scan.ts';
import { scanEntries } from '../../src/transcript/scan-fallback.ts';
import type { Key } from '../../src/hash.ts';

export interface RecordedFile {
  readonly file: TranscriptFile;
  readonly reader: EntryReader;
  readonly talk: readonly string[];
  /** What proves that a turn is a copy: identity of its prompt, and key of the first message.id in it ('' if none). */
  readonly turns: readonly { readonly prompt: string; message: string }[];
  /** All text by field name, one string a field. */
  readonly text: ReadonlyMap<number, string>;
  /** Identities of all entries, as strings. */
  readonly identities: ReadonlySet<string>;
  /** Keys of uuids of all lines, as strings. */
  readonly uuids: ReadonlySet<string>;
  /** Links by key: the number of the turn they lead to. */
  readonly links: ReadonlyMap<string, number>;
  readonly summaries: readonly LeafTitle[];
  readonly sideFiles: readonly string[];
}

/** Folder of the recordings of a client. */
export function recordedRoot(version: string): string {
  return join(process.cwd(), 'test/fixtures/transcripts', version, 'config');
}

/** Reads all transcripts of a root, agents included; warm-ups are left out, as in a refresh. */
export function readRoot(root: string): RecordedFile[] {
  return listTranscripts([root]).files()
    .filter((file) => file.kind === 'main' || (file.kind === 'agent' && (file.session !== '' || !readAgentHead(file.path).isWarmup)))
    .map(readRecorded);
}

/** Reads one transcript. */
export function readRecorded(file: TranscriptFile): RecordedFile {
  const session = file.session !== '' ? file.session : readAgentHead(file.path).session;
  const sessionDir = file.path.slice(0, file.path.length - file.relativePath.length) + `${file.folder}/${session}`;
  const reader = createEntryReader({ kind: file.kind === 'agent' ? 'agent' : 'main', folder: file.folder, sessionDir });
  const talk: { line: string; key: string }[] = [];
  const text = new Map<number, string>();
  const identities = new Set<string>();
  const uuids = new Set<string>();
  const links = new Map<string, number>();
  const sideFiles: string[] = [];
  const turns: { prompt: string; message: string }[] = [];
  const raw = createRawEntry();
  const handle = openSync(file.path, 'r');
  const take = (): void => {
    const entry = reader.read(raw);
    uuids.add(keyText(reader.lineUuid));
    if (entry === null) return;
    for (const key of entry.supersedes) {
      const place = talk.findIndex((spoken) => spoken.key === keyText(key));
      if (place >= 0) talk.splice(place, 1);
    }
    if (entry.opensTurn) turns.push({ prompt: keyText(entry.identity), message: '' });
    const turn = turns[turns.length - 1];
    if (turn !== undefined && turn.message === '' && entry.message.hi !== 0 && !entry.isAgent) turn.message = keyText(entry.message);
    if (entry.pieceCount > 0) identities.add(keyText(entry.identity));
    for (const link of entry.links) links.set(keyText(link), turns.length);
    sideFiles.push(...entry.sideFiles);
    for (let i = 0; i < entry.pieceCount; i++) {
      const piece = entry.pieces[i];
      const words = entry.text.bytes.toString('utf8', piece.start, piece.end);
      text.set(piece.field, `${text.get(piece.field) ?? ''}${words}\n`);
      const mark = markOf(entry, piece.field);
      if (mark !== '') talk.push({ line: `${mark} ${words}`, key: entry.isQueued ? keyText(entry.textKey) : '' });
    }
  };
  readLines(handle, 0, file.sizeBytes, (buffer, start, end) => void scanEntries(buffer, start, end, raw, take), { atEnd: 'deliver' });
  closeSync(handle);
  return { file, reader, talk: talk.map(({ line }) => line), turns, text, identities, uuids, links, summaries: reader.takeSummaries(), sideFiles };
}

export function keyText(key: Key): string {
  return `${key.hi}.${key.lo}`;
}

function markOf(entry: Entry, field: number): string {
  const agent = entry.isAgent ? '@' : '';
  if (field === FIELD.answer) return `${agent}<`;
  if (field === FIELD.summary) return `${agent}=`;
  if (field !== FIELD.prompt) return '';
  return agent + (entry.isQueued ? '?' : entry.opensTurn ? '>' : '~');
}
