/**
 * Extracts the texts that ccfind would store, for engines that cannot read transcripts.
 *
 * They are read, cleaned and cut by the code that a build uses, and entries that were seen before (a fork's copies) are left out as
 * there. Only main transcripts are read, without titles and queued prompts: a generated history has nothing else.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { chunkEnd } from '../src/transcript/chunk.ts';
import { createEntryReader, type Entry } from '../src/transcript/entry.ts';
import type { TranscriptFile } from '../src/transcript/file-list.ts';
import { listTranscripts } from '../src/transcript/files.ts';
import { readLines } from '../src/transcript/lines.ts';
import { scanEntries } from '../src/transcript/scan-fallback.ts';
import { createRawEntry } from '../src/transcript/scan.ts';

/** The characters after a session id and after a chunk, for peers/chunks.cjs; clean text contains neither. */
const BORDER = 0x1f;
const END = 0x1e;
const OUTPUT_BYTES = 4 << 20;
/** A chunk has at most 1,000 bytes, an id 36. */
const ROOM_BYTES = 2048;

/** Writes the chunks of a config folder to a file. */
export function extractChunks(config: string, file: string): void {
  const to = openSync(file, 'w');
  const output = Buffer.allocUnsafe(OUTPUT_BYTES);
  let filled = 0;
  const flush = (): void => {
    for (let done = 0; done < filled; ) done += writeSync(to, output, done, filled - done);
    filled = 0;
  };
  const seen = new Set<number>();
  for (const transcript of listTranscripts([config]).files().filter(({ kind }) => kind === 'main')) {
    readEntries(transcript, ({ identity, pieces, pieceCount, text }) => {
      // One number of both halves: 53 bits tell a few million entries apart.
      const key = (identity.hi & 0x1fffff) * 0x100000000 + identity.lo;
      if (pieceCount === 0 || seen.has(key)) return;
      seen.add(key);
      for (let i = 0; i < pieceCount; i++) {
        const { start, end } = pieces[i];
        for (let from = start; from < end; ) {
          const until = chunkEnd(text.bytes, from, end);
          if (filled + ROOM_BYTES > OUTPUT_BYTES) flush();
          filled += output.write(transcript.session, filled, 'latin1');
          output[filled++] = BORDER;
          output.set(text.bytes.subarray(from, until), filled);
          filled += until - from;
          output[filled++] = END;
          from = until;
        }
      }
    });
  }
  flush();
  closeSync(to);
}

function readEntries({ path, folder, sizeBytes }: TranscriptFile, onEntry: (entry: Entry) => void): void {
  const reader = createEntryReader({ kind: 'main', folder, sessionDir: path.slice(0, -'.jsonl'.length) });
  const raw = createRawEntry();
  const descriptor = openSync(path, 'r');
  const onLine = (buffer: Buffer, start: number, end: number): void => {
    scanEntries(buffer, start, end, raw, () => {
      const entry = reader.read(raw);
      if (entry !== null) onEntry(entry);
    });
  };
  readLines(descriptor, 0, sizeBytes, onLine, { atEnd: 'deliver' });
  closeSync(descriptor);
}
