/**
 * What search sees of an index: types only, so that search is pure and tests can pass an index in memory.
 *
 * Ids: a chunk, a row and a term ordinal are numbers local to their segment; a session number is a row of
 * the catalog and the same in every segment. A row is a run of consecutive chunks of one turn from one file
 * of one batch: a turn that grew over several refreshes has a row in several segments.
 */
import type { Key } from '../hash.ts';

/** Bits of RowTable.flags. */
export const ROW_FLAG = {
  /** The row holds the session's title (turn 0). */
  title: 1,
  /** The row holds text of a sub-agent of that turn. */
  agent: 2,
  /** The row holds a prompt that waits in the queue. */
  queued: 4,
  /** The row begins with the prompt that opened the turn. */
  opening: 8,
} as const;

/** Columns with one value for each row; firstChunk has one more (the chunk count). */
export interface RowTable {
  readonly count: number;
  readonly session: Uint32Array;
  /** 1 for the first prompt; 0 for text before any prompt. */
  readonly turn: Uint32Array;
  readonly flags: Uint8Array;
  /** Time of the turn (its prompt), milliseconds; NaN when the file gave none. */
  readonly timeMs: Float64Array;
  readonly firstChunk: Uint32Array;
  /** Position of the row's first chunk among the chunks of its turn (agent, title and queued rows: 0). */
  readonly firstOrdinal: Uint32Array;
  /** Key of the prompt's identity, halves; 0, 0 for turn 0. Queued rows: key of the text. */
  readonly turnKeyHi: Uint32Array;
  readonly turnKeyLo: Uint32Array;
  /** Key of the prompt's text and the first message.id of the turn, in the row that holds that answer; 0, 0 in others. */
  readonly answerKeyHi: Uint32Array;
  readonly answerKeyLo: Uint32Array;
}

/** Postings of one term, ascending by chunk. Arrays may be longer than count and are reused by the next call, of any segment. */
export interface Postings {
  count: number;
  chunks: Uint32Array;
  frequencies: Uint32Array;
}

/** Postings of one term as they are stored: varints (codec.ts) in bytes[start, end). A view, valid until the next call. */
export interface PostingList {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Whether a term is wanted, given as bytes[start, end) of scratch memory. */
export type TermTest = (bytes: Buffer, start: number, end: number) => boolean;

/** Chunks of a segment that are scored at a time (search/chunk-window.ts): what is written for that many stays in the processor's cache. */
export const WINDOW_CHUNKS = 32_768;

/** A segment as search reads it. Every function may throw IndexDamage. */
export interface SegmentReader {
  readonly name: string;
  readonly chunkCount: number;
  readonly termCount: number;
  readonly rows: RowTable;
  /** Field id by chunk. Read whole, like lengths: use it for many chunks. */
  readonly fields: Uint8Array;
  /** Length in tokens by chunk (saturates at 65,535). */
  readonly lengths: Uint16Array;
  /** Of one chunk. Cost: a page of the file. */
  fieldOf(chunk: number): number;
  lengthOf(chunk: number): number;
  /** The chunks around this one, at most WINDOW_CHUNKS, whose lengths are read at once. */
  windowAround(chunk: number): { first: number; end: number };
  /** Copies lengths or fields of the chunks [first, end). Cost: their pages. */
  copyLengths(first: number, end: number, into: Uint16Array): void;
  copyFields(first: number, end: number, into: Uint8Array): void;
  /** Says that windows are about to be copied: from the second time on both columns are kept. */
  keepChunks(): void;
  /** Sum of lengths, so that a search need not add them up; it does so when this is missing. */
  readonly tokenCount?: number;
  /** Term ordinal, or -1. Cost: a few positional reads. */
  lookup(term: Uint8Array): number;
  /** Ordinals [first, last) of the terms that begin so. */
  prefix(start: Uint8Array): { first: number; last: number };
  /** Ordinals of terms that contain the bytes (and fit), ascending, at most limit; `more` when there were others. Bytes that end in SEPARATOR (format.ts) match the end of a term. */
  infix(part: Uint8Array, limit: number, fits?: TermTest | null): { ordinals: number[]; more: boolean };
  /** The term's bytes (a copy). */
  term(ordinal: number): Buffer;
  /** Number of chunks with the term, dead ones included, without reading its postings. */
  documentFrequency(ordinal: number): number;
  /** The terms that begin so, in order, each as bytes[start, end) of scratch memory. One lookup and one read, while term() would read for every term. */
  visitPrefix(start: Uint8Array, onTerm: (ordinal: number, bytes: Buffer, start: number, end: number) => void): void;
  /** All terms from the first one on that is not less, piece by piece until onPiece() returns false: whole terms, each ended by SEPARATOR, the first of which has the ordinal. */
  visitTerms(from: Uint8Array, onPiece: (bytes: Buffer, ordinal: number) => boolean): void;
  /** By block of this many terms (the last may hold fewer) the first four bytes of its first term, big end first, zeros past its end. */
  termLeads(): { readonly leads: Uint32Array; readonly termsABlock: number };
  /** The terms of those blocks (ascending), each ended by SEPARATOR, one after another. */
  termBlocks(blocks: Uint32Array): Uint8Array;
  postings(ordinal: number): Postings;
  /** The same, to be decoded by the caller. Void when the next one is asked for, of any segment. */
  list(ordinal: number): PostingList;
  /** All positions of the term as they are stored (codec.ts), chunk after chunk. */
  positionBytes(ordinal: number): Uint8Array;
  /** Positions of the term: for the i-th wanted chunk (ascending ids) its ascending token positions, none if it lacks the term. */
  positions(ordinal: number, chunks: ArrayLike<number>): Uint32Array[];
  /** Stored text of a chunk: clean UTF-8, line feeds kept. Inflated blocks are cached for this reader's life. */
  text(chunk: number): Buffer;
  /** The chunks [first, end) that are inflated together with this one. */
  textsBeside(chunk: number): { first: number; end: number };
  /** First chunk of every entry of a transcript, in no order. Read whole. */
  entryStarts(): ArrayLike<number>;
}

/** Columns of the sessions; strings are decoded on demand. */
export interface SessionTable {
  readonly count: number;
  /** 1 where the session is live (has a transcript, or rows); dead numbers stay unused until a full rebuild. */
  readonly live: Uint8Array;
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  /** Prompts of the person. */
  readonly turnCount: Uint32Array;
  /** Number of the root (index into Snapshot.roots) that the session's main file is under. */
  readonly root: Uint16Array;
  id(session: number): string;
  /** Chosen or generated title, or '' when the session has none. */
  title(session: number): string;
  /** First prompt, one line, at most 300 characters; '' when nobody typed anything. */
  opening(session: number): string;
  /** Directory to resume in: the first one that the project folder is named after, else where the session was moved, else the first; '' when unknown. */
  cwd(session: number): string;
  /** Every directory seen in the session, the resume directory first. */
  cwds(session: number): string[];
  /** Last git branch other than HEAD, or ''. */
  branch(session: number): string;
  branches(session: number): string[];
  /** Addresses of pull requests that belong to the session, the last one seen last. */
  pullRequests(session: number): string[];
  /** Absolute path of the main transcript, '' when only sub-agent files are left. */
  path(session: number): string;
  /** Number of the live session with that id, or -1. */
  find(id: string): number;
  /** Numbers of live sessions whose id begins so. */
  findPrefix(start: string): number[];
}

/** A turn of another session that this session holds too (fork, resumed copy, moved folder). */
export interface Copy {
  readonly session: number;
  /** Its number in that session. */
  readonly turn: number;
  /** RowTable.turnKey of the turn whose text is stored. */
  readonly key: Key;
  /** The session whose rows store it: a copy concerns only rows with this session and this key. */
  readonly owner: number;
  /** Its number in the owner. */
  readonly ownerTurn: number;
  /** Ordinals [heldFrom, heldTo) of the owner's chunks of that turn; a session may hold several ranges of one turn. */
  readonly heldFrom: number;
  readonly heldTo: number;
  /** Time of the turn in this session if it differs from the owner's rows (1.0 copied with new times), else NaN or missing. */
  readonly timeMs?: number;
}

/** Identities of the entries of a segment, sorted by (hi, lo); one value for each entry. */
export interface EntryColumns {
  readonly count: number;
  readonly hi: Uint32Array;
  readonly lo: Uint32Array;
  /** The entry's first chunk. */
  readonly chunk: Uint32Array;
}

/** What the writing side asks of a segment, besides what search asks. Entries of dead rows are still found: look at the row. */
export interface SegmentInternals {
  /** First chunk of the entry with that identity, or -1. Cost: a few positional reads. */
  findEntry(identity: Key): number;
  /** Row that a link key (tool call id, agent id) leads to, or -1. */
  findLink(link: Key): number;
  /** Every entry; read whole, for a large batch. */
  entries(): EntryColumns;
}

/** An opened manifest: immutable, stays readable while newer ones are published. */
export interface Snapshot {
  readonly roots: readonly string[];
  readonly segments: readonly SegmentReader[];
  /** Per segment: 1 for each dead row, or null when none is. */
  readonly deadRows: readonly (Uint8Array | null)[];
  readonly sessions: SessionTable;
  readonly copies: readonly Copy[];
  /** Transcript files known, skipped lines and files by reason, cut bytes, files not yet read. */
  readonly counts: IndexCounts;
  close(): void;
}

/** What is counted in every answer; sums over all roots of the index. */
export interface IndexCounts {
  files: number;
  bytes: number;
  skipped: { reason: string; count: number }[];
  /** Bytes of side files that were cut. */
  truncated: number;
  /** Side files that lines point to and that are not there. */
  absent: number;
  /** Files that are known and not yet (completely) read. */
  pending: number;
}
