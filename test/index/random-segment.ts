/**
 * Random rows and chunks for tests of segments, and a plain index over them to compare with.
 */
import { analyzeBytes } from '../../src/analysis/analyzer.ts';
import type { Key } from '../../src/hash.ts';
import type { RandomFile } from '../../src/index/directory.ts';
import type { NewRow } from '../../src/index/row-log.ts';
import { SegmentDraft } from '../../src/index/segment-draft.ts';
import { openSegment } from '../../src/index/segment-reader.ts';
import type { Segment } from '../../src/index/segment-reader.ts';
import { SegmentWriter } from '../../src/index/segment-writer.ts';

export interface TestChunk {
  readonly field: number;
  readonly text: string;
}

export interface TestRow extends NewRow {
  readonly chunks: readonly TestChunk[];
  /** Identities: entry number i begins at chunk `at` of the row. */
  readonly entries: readonly { readonly identity: Key; readonly at: number }[];
  readonly links: readonly Key[];
  readonly answerKey: Key;
}

const WORDS = [
  'the', 'the', 'the', 'a', 'cache', 'retry', 'backoff', 'src/app.ts', 'getUserById', 'kube-vip', '--dry-run', '1.0.21', 'naïve', 'Größe', '数据库', '迁移计划', 'データ', 'привет', 'host:8080',
  "user's", 'x', 'y2k', '\n', '. ', 'Zm9vYmFyMQ8xAbCdEf12', 'error', 'errors', 'terror', 'ภาษาไทย', '→', 'https://example.com/a/b?c=d',
];

function randomKey(next: () => number): Key {
  return { hi: Math.floor(next() * 2 ** 32), lo: Math.floor(next() * 2 ** 32) };
}

/** Text of up to that many words, a few of them new. */
export function randomText(next: () => number, words: number): string {
  const parts: string[] = [];
  for (let i = Math.floor(next() * words); i >= 0; i--) {
    parts.push(next() < 0.1 ? `w${Math.floor(next() * 5000).toString(36)}` : WORDS[Math.floor(next() * WORDS.length)]);
  }
  return next() < 0.03 ? '→ ' : parts.join(' ');
}

export function randomRows(next: () => number, count: number, chunksARow = 5): TestRow[] {
  return Array.from({ length: count }, (_, i): TestRow => {
    const chunks = Array.from({ length: Math.floor(next() * chunksARow) }, (): TestChunk => ({ field: Math.floor(next() * 7), text: randomText(next, 60) }));
    return {
      session: Math.floor(next() * 100),
      turn: i,
      flags: Math.floor(next() * 16),
      timeMs: next() < 0.1 ? NaN : Math.floor(next() * 2e12),
      firstOrdinal: Math.floor(next() * 50),
      turnKey: randomKey(next),
      answerKey: next() < 0.3 ? { hi: 0, lo: 0 } : randomKey(next),
      chunks,
      entries: chunks.map((_chunk, at) => ({ identity: randomKey(next), at })),
      links: next() < 0.3 ? [randomKey(next)] : [],
    };
  });
}

/** Writes rows to a segment file in memory. */
export function writeRows(rows: readonly TestRow[]): Buffer {
  return segmentBytes(draftOf(rows));
}

/** Rows as a draft. */
export function draftOf(rows: readonly TestRow[]): SegmentDraft {
  const draft = new SegmentDraft();
  for (const row of rows) {
    draft.beginRow(row);
    draft.setAnswerKey(row.answerKey);
    for (const link of row.links) draft.addLink(link);
    row.chunks.forEach((chunk, at) => {
      for (const entry of row.entries) if (entry.at === at) draft.addEntry(entry.identity);
      const bytes = Buffer.from(`..${chunk.text}..`);
      draft.addChunk(chunk.field, bytes, 2, bytes.length - 2);
    });
  }
  return draft;
}

/** The file of the segment that the draft makes. */
export function segmentBytes(draft: SegmentDraft): Buffer {
  return Buffer.concat(new SegmentWriter().write(draft.finish()));
}

/** A file in memory that counts what is read. */
export function fileOf(bytes: Buffer): RandomFile & { reads: number; readBytes: number } {
  return {
    sizeBytes: bytes.length,
    reads: 0,
    readBytes: 0,
    read(position, length, into = Buffer.alloc(length)) {
      if (position < 0 || position + length > bytes.length) throw new Error('read outside the file');
      this.reads++;
      this.readBytes += length;
      into.set(bytes.subarray(position, position + length));
      return into;
    },
    close() {},
  };
}

export function openBytes(bytes: Buffer): Segment {
  return openSegment(fileOf(bytes), 'test segment');
}

/** term → chunk → positions. */
export type PlainIndex = Map<string, Map<number, number[]>>;

export function plainIndex(rows: readonly TestRow[]): { terms: PlainIndex; lengths: number[]; texts: string[]; fields: number[] } {
  const terms: PlainIndex = new Map();
  const lengths: number[] = [];
  const texts: string[] = [];
  const fields: number[] = [];
  for (const row of rows) {
    for (const { text, field } of row.chunks) {
      const chunk = texts.length;
      const bytes = Buffer.from(text);
      let length = 0;
      for (const { term, position } of analyzeBytes(bytes, 0, bytes.length)) {
        length = position + 1;
        let chunks = terms.get(term);
        if (chunks === undefined) terms.set(term, (chunks = new Map()));
        const positions = chunks.get(chunk);
        if (positions === undefined) chunks.set(chunk, [position]);
        else positions.push(position);
      }
      lengths.push(length);
      texts.push(text);
      fields.push(field);
    }
  }
  return { terms, lengths, texts, fields };
}
