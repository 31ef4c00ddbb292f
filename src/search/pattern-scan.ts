/**
 * The slow way: a regular expression over the stored text of all wanted chunks.
 *
 * Chunks that were cut from one text are joined again, so that a match may cross their borders; it counts for the chunk in which it
 * begins. If every match contains a certain text, only texts are read in which the index knows it (what the index cannot find,
 * see literal.ts, is not found here either). Memory is that of a batch of text, however long the history. A text over WINDOW_UNITS is
 * searched in pieces; a match longer than their overlap may be cut. A text on which the pattern runs too long is given up after
 * REGEX.textMs, the whole search after REGEX.totalMs: what was given up is counted in the answer. A match of no characters is none.
 */
import type { PatternReport } from '../contract.ts';
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import { parsePattern } from '../pattern.ts';
import { CHUNK_BYTES, CUT_SEARCH_BYTES, TAIL_BYTES } from '../schema.ts';
import { REGEX } from './constants.ts';
import type { TimeLimit } from './hits.ts';
import { FoundMatches } from './found-matches.ts';
import { followsOn } from './joined-text.ts';
import { flatten } from './one-line.ts';
import { requiredTexts } from './required-text.ts';
import type { Spans } from './spans.ts';

/** Characters of a text that are searched in one go. */
const WINDOW_UNITS = 1 << 18;
/** Two pieces of a text overlap by at least this much. */
const OVERLAP_UNITS = 1 << 15;
/** Characters between two looks at the clock. */
const BATCH_UNITS = 1 << 18;
/** Matches of one chunk that are counted: more would not change the score noticeably. */
const COUNTED_MATCHES = 64;

/** By text, by segment: the chunks in which it may begin, and all chunks it may cross; null when that would rule out little. */
export type LookUp = (texts: readonly string[]) => readonly Uint32Array[][] | null;

/** A pattern that was looked up in the index. */
export interface PatternScan {
  /** Reads what must be read; call it once. spans: by segment; isWanted: 1 by field id, null for all. */
  run(spans: readonly Spans[], isWanted: Uint8Array | null): PatternHits;
}

export interface PatternHits {
  /** By segment. */
  readonly postings: readonly Postings[];
  readonly report: PatternReport;
  /** The text of a chunk, flat, with as much of what follows as its first match covers, and the place of that match. */
  shown(segment: number, chunk: number): { text: string; start: number; end: number };
}

/** Prepares a scan and asks the index. Throws a usage error when the pattern does not compile. */
export function openPatternScan(snapshot: Snapshot, typed: string, lookUp: LookUp, limit: TimeLimit): PatternScan {
  const { source, flags } = parsePattern(typed);
  const required = requiredTexts(source);
  const isAnyCase = flags.includes('i');
  const asked = required === null ? null : askable(required, isAnyCase);
  const candidates = asked === null ? null : lookUp(asked);
  const needle = required?.length === 1 && !isAnyCase ? required[0] : '';
  return { run: (spans, isWanted) => scan(snapshot, new RegExp(source, flags), needle, candidates, spans, isWanted, limit) };
}

/**
 * The texts to ask the index for, or null. If case does not matter, one run of letters and digits from each: the index
 * knows it as one word in every case, while its parts depend on case. If letters and digits mix, it may be a piece of base64, which
 * without case cannot be told from a name: of base64 the index knows the head alone.
 */
function askable(required: readonly string[], isAnyCase: boolean): string[] | null {
  const texts = required.map((text) => (isAnyCase ? longestRun(text) : text.trim()));
  if (isAnyCase && texts.some((text) => /[a-z][0-9]|[0-9][a-z]/.test(text))) return null;
  return texts.every((text) => text.length >= REGEX.leastAsked) ? texts : null;
}

function longestRun(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? ['']).reduce((a, b) => (b.length > a.length ? b : a)).toLowerCase();
}

/** A text, or a piece of a long one. */
interface Piece {
  readonly text: string;
  readonly segment: number;
  readonly firstChunk: number;
  /** Where each chunk begins in text. */
  readonly starts: readonly number[];
  /** Matches that begin in [from, until) count. */
  readonly from: number;
  readonly until: number;
}

function scan(
  { segments }: Snapshot, pattern: RegExp, needle: string, candidates: readonly Uint32Array[][] | null, spans: readonly Spans[],
  isFieldWanted: Uint8Array | null, limit: TimeLimit,
): PatternHits {
  const beganMs = limit.nowMs();
  const found = segments.map(() => new FoundMatches());
  const report: PatternReport = { pattern: pattern.source, flags: pattern.flags, bytes: 0, ms: 0, chunks: 0, ruledOut: 0, unread: 0, givenUp: 0, cut: 0 };
  let batch: Piece[] = [];
  let batchUnits = 0;
  let isOver = false;
  const flush = (): void => {
    for (let at = 0; at < batch.length; ) {
      // Each of them may take all the time that a text has.
      if (isOver) report.unread += batch[at++].starts.length;
      else at = matchFrom(batch, at, pattern, needle, found, limit, report);
      isOver ||= limit.nowMs() - beganMs > REGEX.totalMs;
    }
    batch = [];
    batchUnits = 0;
  };
  const take = (piece: Piece): void => {
    batch.push(piece);
    batchUnits += piece.text.length;
    if (batchUnits >= BATCH_UNITS) flush();
  };
  segments.forEach((segment, at) => {
    const wanted = wantedChunks(segment, spans[at], isFieldWanted);
    const proposed = candidates === null ? null : markedChunks(segment.chunkCount, candidates.map((bySegment) => bySegment[at]));
    visitRuns(segment, (first, end) => {
      const wantedCount = sum(wanted, first, end);
      report.chunks += wantedCount;
      if (wantedCount === 0) return;
      if (proposed !== null && sum(proposed, first, end) === 0) report.ruledOut += wantedCount;
      else if (isOver) report.unread += wantedCount;
      else readRun(segment, at, first, end, take, report);
    });
    flush();
    // A text may be read for the sake of another of its chunks.
    found[at].keep(wanted);
  });
  report.ms = Math.round(limit.nowMs() - beganMs);
  const postings = found.map(({ count, chunks, counts }) => ({ count, chunks: chunks.subarray(0, count), frequencies: counts.subarray(0, count) }));
  return { postings, report, shown: (at, chunk) => shownText(segments[at], chunk, found[at], postings[at].chunks.indexOf(chunk)) };
}

/** Matches pieces from batch[at] on; returns the next one to be matched. A piece that cannot be matched in time is given up. */
function matchFrom(batch: readonly Piece[], at: number, pattern: RegExp, needle: string, found: readonly FoundMatches[], limit: TimeLimit, report: PatternReport): number {
  let next = at;
  let before = 0;
  const work = (): void => {
    for (; next < batch.length; next++) {
      before = found[batch[next].segment].count;
      if (batch[next].text.includes(needle)) matchPiece(batch[next], pattern, found[batch[next].segment]);
    }
  };
  const isDone = runSafely(limit, work);
  if (isDone) return next;
  // Perhaps the pieces before took the time: it gets the whole time for itself.
  if (next > at) {
    found[batch[next].segment].count = before;
    return next;
  }
  report.givenUp++;
  return next + 1;
}

/** False when it was stopped, or the pattern needed more memory than V8 gives it. */
function runSafely(limit: TimeLimit, work: () => void): boolean {
  try {
    return limit.run(REGEX.textMs, work);
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RangeError')) return false;
    throw error;
  }
}

function matchPiece({ text, firstChunk, starts, from, until }: Piece, pattern: RegExp, found: FoundMatches): void {
  let chunk = 0;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null && match.index < until; match = pattern.exec(text)) {
    const { index } = match;
    const length = match[0].length;
    if (length === 0) {
      pattern.lastIndex = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
      continue;
    }
    while (chunk + 1 < starts.length && starts[chunk + 1] <= index) chunk++;
    const count = found.add(firstChunk + chunk, index - starts[chunk], index + length - starts[chunk]);
    if (count >= COUNTED_MATCHES) pattern.lastIndex = Math.max(pattern.lastIndex, starts[chunk + 1] ?? text.length);
  }
}

/** Cuts a run of chunks of one row and field into the texts that they were cut from. */
function readRun(segment: SegmentReader, at: number, first: number, end: number, take: (piece: Piece) => void, report: PatternReport): void {
  let parts: string[] = [];
  let starts: number[] = [];
  let units = 0;
  let from = 0;
  let firstChunk = first;
  let isCut = false;
  const emit = (until: number): void => take({ text: parts.length === 1 ? parts[0] : parts.join(''), segment: at, firstChunk, starts, from, until });
  let before = '';
  let beforeBytes = 0;
  for (let chunk = first; chunk < end; chunk++) {
    const stored = segment.text(chunk);
    report.bytes += stored.length;
    const raw = stored.toString('utf8');
    if (parts.length > 0 && !(mayFollow(beforeBytes, stored.length) && followsOn(before, raw))) {
      emit(units);
      parts = [];
      starts = [];
      units = from = 0;
      firstChunk = chunk;
      isCut = false;
    } else if (units >= WINDOW_UNITS) {
      // What is kept is searched again with what follows; a lookbehind sees the chunk in front of it.
      let kept = parts.length - 1;
      while (kept > 1 && units - starts[kept] < OVERLAP_UNITS) kept--;
      emit(starts[kept]);
      if (!isCut) report.cut++;
      isCut = true;
      const shift = starts[kept - 1];
      from = starts[kept] - shift;
      parts = parts.slice(kept - 1);
      starts = starts.slice(kept - 1).map((start) => start - shift);
      units -= shift;
      firstChunk += kept - 1;
    }
    const text = raw.length === stored.length ? raw : raw.normalize('NFC');
    starts.push(units);
    parts.push(text);
    units += text.length;
    before = raw;
    beforeBytes = stored.length;
  }
  if (parts.length > 0) emit(units);
}

/** False when sizes alone show that two chunks were not one text: followsOn() says the same, but slower. */
function mayFollow(bytes: number, next: number): boolean {
  return bytes > CHUNK_BYTES - CUT_SEARCH_BYTES || (bytes + next > CHUNK_BYTES && bytes > bytes + next - TAIL_BYTES - CUT_SEARCH_BYTES);
}

/** Runs of chunks of one row and field, in order. */
function visitRuns({ rows, fields }: SegmentReader, onRun: (first: number, end: number) => void): void {
  for (let row = 0; row < rows.count; row++) {
    const last = rows.firstChunk[row + 1];
    for (let first = rows.firstChunk[row]; first < last; ) {
      let end = first + 1;
      while (end < last && fields[end] === fields[first]) end++;
      onRun(first, end);
      first = end;
    }
  }
}

/** 1 for chunks that are shown somewhere, in a field that counts. */
function wantedChunks({ chunkCount, fields }: SegmentReader, { count, first, unit }: Spans, isFieldWanted: Uint8Array | null): Uint8Array {
  const wanted = new Uint8Array(chunkCount);
  for (let span = 0; span < count; span++) {
    if (unit[span] < 0) continue;
    for (let chunk = first[span]; chunk < first[span + 1]; chunk++) wanted[chunk] = isFieldWanted === null ? 1 : isFieldWanted[fields[chunk]];
  }
  return wanted;
}

function markedChunks(chunkCount: number, lists: readonly Uint32Array[]): Uint8Array {
  const marked = new Uint8Array(chunkCount);
  for (const list of lists) for (const chunk of list) marked[chunk] = 1;
  return marked;
}

function sum(marks: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let chunk = from; chunk < to; chunk++) count += marks[chunk];
  return count;
}

function shownText(segment: SegmentReader, chunk: number, { starts, ends }: FoundMatches, at: number): { text: string; start: number; end: number } {
  let text = segment.text(chunk).toString('utf8').normalize('NFC');
  for (let next = chunk + 1; text.length < ends[at] && next < segment.chunkCount; next++) text += segment.text(next).toString('utf8').normalize('NFC');
  return { text: flatten(text), start: flatLength(text, starts[at]), end: flatLength(text, ends[at]) };
}

/** Where an offset of a text is once the text is flat. */
function flatLength(text: string, offset: number): number {
  const before = text.slice(0, offset).replace(/\s+/g, ' ').trimStart();
  // White space on both sides is one blank.
  return before.endsWith(' ') && /\s/.test(text[offset] ?? ' ') ? before.length - 1 : before.length;
}
