/**
 * An index in plain arrays and maps: what search is tested against without files.
 *
 * Slow and obvious. The terms come from the real analyzer; everything else is built here.
 */
import { analyzeText } from '../../src/analysis/analyzer.ts';
import type { SearchRequest } from '../../src/contract.ts';
import { NO_KEY, type Key } from '../../src/hash.ts';
import { ByteBuffer, positionBits } from '../../src/index/codec.ts';
import { SEPARATOR } from '../../src/index/format.ts';
import { leadOf } from '../../src/index/term-index.ts';
import type { Copy, PostingList, Postings, RowTable, SegmentReader, SessionTable, Snapshot } from '../../src/index/reader-types.ts';
import { ROW_FLAG } from '../../src/index/reader-types.ts';
import { FIELD, type FieldName } from '../../src/schema.ts';
import type { SearchContext } from '../../src/search/hits.ts';
import { PositionWriter, appendPosting } from '../index/list-writer.ts';

export interface PlainSession {
  id: string;
  title?: string;
  opening?: string;
  cwd?: string;
  cwds?: string[];
  branch?: string;
  pullRequests?: string[];
  firstMs?: number;
  lastMs?: number;
  turns?: number;
  root?: number;
  path?: string;
  isDead?: boolean;
}

export interface PlainRow {
  /** Index of the session. */
  session: number;
  turn: number;
  /** isStart: an entry of the transcript begins with it. */
  chunks: { field: FieldName; text: string; isStart?: boolean }[];
  flags?: number;
  timeMs?: number;
  firstOrdinal?: number;
  key?: Key;
  isDead?: boolean;
}

export interface PlainIndex {
  sessions: PlainSession[];
  /** Rows by segment. */
  segments: PlainRow[][];
  copies?: Copy[];
  roots?: string[];
}

/** Builds a snapshot of it. */
export function snapshotOf({ sessions, segments, copies, roots }: PlainIndex): Snapshot {
  return {
    roots: roots ?? ['/root'],
    segments: segments.map((rows, at) => segmentOf(`seg-${at}`, rows)),
    deadRows: segments.map((rows) => (rows.some((row) => row.isDead) ? Uint8Array.from(rows, (row) => (row.isDead ? 1 : 0)) : null)),
    sessions: sessionTable(sessions),
    copies: copies ?? [],
    counts: { files: sessions.length, bytes: 0, skipped: [], truncated: 0, absent: 0, pending: 0 },
    close: () => undefined,
  };
}

function sessionTable(sessions: readonly PlainSession[]): SessionTable {
  const isLive = (index: number): boolean => !sessions[index].isDead;
  const live = [...sessions.keys()].filter(isLive);
  return {
    count: sessions.length,
    live: Uint8Array.from(sessions, (session) => (session.isDead ? 0 : 1)),
    firstMs: Float64Array.from(sessions, (session) => session.firstMs ?? NaN),
    lastMs: Float64Array.from(sessions, (session) => session.lastMs ?? NaN),
    turnCount: Uint32Array.from(sessions, (session) => session.turns ?? 0),
    root: Uint16Array.from(sessions, (session) => session.root ?? 0),
    id: (index) => sessions[index].id,
    title: (index) => sessions[index].title ?? '',
    opening: (index) => sessions[index].opening ?? '',
    cwd: (index) => sessions[index].cwd ?? '',
    cwds: (index) => sessions[index].cwds ?? [sessions[index].cwd ?? ''],
    branch: (index) => sessions[index].branch ?? '',
    branches: (index) => [sessions[index].branch ?? ''].filter((name) => name !== ''),
    pullRequests: (index) => sessions[index].pullRequests ?? [],
    path: (index) => sessions[index].path ?? `/config/projects/-p/${sessions[index].id}.jsonl`,
    find: (id) => live.find((index) => sessions[index].id === id) ?? -1,
    findPrefix: (start) => live.filter((index) => sessions[index].id.startsWith(start)),
  };
}

/** Terms a block: few, so that a small history has many blocks. */
const BLOCK = 3;
/** Chunks of a window: rows go over their borders. */
const WINDOW = 5;

interface PlainTerm {
  bytes: Buffer;
  chunks: number[];
  positions: number[][];
}

function segmentOf(name: string, rows: readonly PlainRow[]): SegmentReader {
  const texts = rows.flatMap((row) => row.chunks);
  const byTerm = new Map<string, PlainTerm>();
  const lengths = texts.map(({ text }, chunk) => {
    const terms = analyzeText(text);
    for (const { term, position } of terms) {
      let entry = byTerm.get(term);
      if (entry === undefined) byTerm.set(term, (entry = { bytes: Buffer.from(term), chunks: [], positions: [] }));
      if (entry.chunks.at(-1) !== chunk) {
        entry.chunks.push(chunk);
        entry.positions.push([]);
      }
      entry.positions.at(-1)?.push(position);
    }
    return terms.reduce((end, term) => Math.max(end, term.position + 1), 0);
  });
  const terms = [...byTerm.values()].sort((a, b) => a.bytes.compare(b.bytes));
  const ordinalsWhere = (fits: (bytes: Buffer) => boolean): number[] => [...terms.keys()].filter((ordinal) => fits(terms[ordinal].bytes));
  const listOf = (ordinal: number): PostingList => {
    const { chunks, positions } = terms[ordinal];
    const out = new ByteBuffer();
    chunks.forEach((chunk, i) => appendPosting(out, i === 0 ? -1 : chunks[i - 1], chunk, positions[i].length));
    return { bytes: out.bytes, start: 0, end: out.length, count: chunks.length };
  };
  return {
    name,
    chunkCount: texts.length,
    termCount: terms.length,
    rows: rowTable(rows),
    fields: Uint8Array.from(texts, ({ field }) => FIELD[field]),
    lengths: Uint16Array.from(lengths),
    fieldOf: (chunk) => FIELD[texts[chunk].field],
    lengthOf: (chunk) => lengths[chunk],
    windowAround: (chunk) => ({ first: chunk - (chunk % WINDOW), end: Math.min(texts.length, chunk - (chunk % WINDOW) + WINDOW) }),
    copyLengths: (first, end, into) => into.set(lengths.slice(first, end)),
    copyFields: (first, end, into) => into.set(texts.slice(first, end).map(({ field }) => FIELD[field])),
    keepChunks: () => {},
    lookup: (term) => terms.findIndex((entry) => entry.bytes.equals(term)),
    prefix: (start) => {
      const found = ordinalsWhere((bytes) => bytes.subarray(0, start.length).equals(start));
      return found.length === 0 ? { first: 0, last: 0 } : { first: found[0], last: found[found.length - 1] + 1 };
    },
    infix: (part, limit, fits) => {
      const found = ordinalsWhere((bytes) => Buffer.concat([bytes, Uint8Array.of(SEPARATOR)]).includes(Buffer.from(part)) && (fits?.(bytes, 0, bytes.length) ?? true));
      return { ordinals: found.slice(0, limit), more: found.length > limit };
    },
    term: (ordinal) => Buffer.from(terms[ordinal].bytes),
    visitPrefix: (start, onTerm) => {
      for (const ordinal of ordinalsWhere((bytes) => bytes.subarray(0, start.length).equals(start))) onTerm(ordinal, terms[ordinal].bytes, 0, terms[ordinal].bytes.length);
    },
    visitTerms: (from, onPiece) => {
      const ordinals = ordinalsWhere((bytes) => bytes.compare(from) >= 0);
      ordinals.every((ordinal) => onPiece(Buffer.concat([terms[ordinal].bytes, Uint8Array.of(SEPARATOR)]), ordinal));
    },
    termLeads: () => ({ leads: Uint32Array.from({ length: Math.ceil(terms.length / BLOCK) }, (_, block) => leadOf(terms[block * BLOCK].bytes, 0, terms[block * BLOCK].bytes.length)), termsABlock: BLOCK }),
    termBlocks: (blocks) => Buffer.concat([...blocks].flatMap((block) => terms.slice(block * BLOCK, (block + 1) * BLOCK)).flatMap(({ bytes }) => [bytes, Uint8Array.of(SEPARATOR)])),
    documentFrequency: (ordinal) => terms[ordinal].chunks.length,
    postings: (ordinal): Postings => {
      const { chunks, positions } = terms[ordinal];
      return { count: chunks.length, chunks: Uint32Array.from([...chunks, 0]), frequencies: Uint32Array.from([...positions.map((list) => list.length), 9]) };
    },
    list: listOf,
    positionBytes: (ordinal) => {
      const out = new ByteBuffer();
      const bits = new PositionWriter(out);
      terms[ordinal].positions.forEach((positions, i) => positions.forEach((position) => bits.add(position, positionBits(lengths[terms[ordinal].chunks[i]]))));
      bits.endTerm();
      return out.view();
    },
    positions: (ordinal, wanted) => Array.from(wanted, (chunk) => Uint32Array.from(terms[ordinal].positions[terms[ordinal].chunks.indexOf(chunk)] ?? [])),
    text: (chunk) => Buffer.from(texts[chunk].text),
    entryStarts: () => [...texts.keys()].filter((chunk) => texts[chunk].isStart === true),
    textsBeside: (chunk) => ({ first: chunk - (chunk % 4), end: chunk - (chunk % 4) + 4 }),
  };
}

function rowTable(rows: readonly PlainRow[]): RowTable {
  const firstChunk = new Uint32Array(rows.length + 1);
  rows.forEach((row, index) => (firstChunk[index + 1] = firstChunk[index] + row.chunks.length));
  const none = new Uint32Array(rows.length);
  return {
    count: rows.length,
    session: Uint32Array.from(rows, (row) => row.session),
    turn: Uint32Array.from(rows, (row) => row.turn),
    flags: Uint8Array.from(rows, (row) => row.flags ?? (row.turn > 0 ? ROW_FLAG.opening : 0)),
    timeMs: Float64Array.from(rows, (row) => row.timeMs ?? NaN),
    firstChunk,
    firstOrdinal: Uint32Array.from(rows, (row) => row.firstOrdinal ?? 0),
    turnKeyHi: Uint32Array.from(rows, (row) => (row.key ?? NO_KEY).hi),
    turnKeyLo: Uint32Array.from(rows, (row) => (row.key ?? NO_KEY).lo),
    answerKeyHi: none,
    answerKeyLo: none,
  };
}

/** A history in one segment: by session its turns, by turn its texts; the first text of a turn is the prompt. */
export function history(...sessions: (readonly (readonly string[])[])[]): PlainIndex {
  const rows = sessions.flatMap((turns, session) =>
    turns.map((texts, index): PlainRow => ({
      session,
      turn: index + 1,
      timeMs: Date.UTC(2026, 0, session + 1, index),
      chunks: texts.map((text, at) => ({ field: at === 0 ? 'prompt' : 'answer', text })),
    })),
  );
  return {
    sessions: sessions.map((turns, session) => ({
      id: `session-${session}`,
      opening: turns[0]?.[0] ?? '',
      cwd: `/work/project-${session}`,
      firstMs: Date.UTC(2026, 0, session + 1),
      lastMs: Date.UTC(2026, 0, session + 1, 23),
      turns: turns.length,
    })),
    segments: [rows],
  };
}

/** A request with everything at its default. */
export function requestFor(query: string, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query, limit: 10, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [],
    currentSession: null, self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/work', ...more,
  };
}

/** What search is told of the world: that /resume works in that folder of transcripts. */
export function contextAt(transcriptFolder: string | null): SearchContext {
  return { transcriptFolder, linesBack: (session) => ({ shell: `claude --resume ${session}`, client: `/resume ${session}` }) };
}
