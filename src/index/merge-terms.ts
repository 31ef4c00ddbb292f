/**
 * The terms of several segments into one: the dictionary walk of a merge.
 *
 * Every input is read front to back through windows. Of the output positions go to the file as they are made; postings, dictionary and meta
 * grow beside them and are held until their turn comes: three tenths of the file (114 of 378 MB).
 */
import { appendPosting, decodePostings, positionBits, readVarint, skimPostings, skimmed, varintEnd } from './codec.ts';
import { IndexDamage } from './damage.ts';
import type { MergeInput } from './merge.ts';
import { inflate } from './posting-reader.ts';
import type { TermMeta } from './posting-reader.ts';
import { SectionWindow } from './section-window.ts';
import { later } from './segment-file.ts';
import type { SectionBytes } from './segment-file.ts';
import { TermCursor } from './term-cursor.ts';
import { TermWriter } from './term-writer.ts';

interface Source extends MergeInput {
  readonly cursor: TermCursor;
  readonly postings: SectionWindow;
  readonly positions: SectionWindow;
  /** What to add to a chunk of a whole segment. */
  readonly shift: number;
}

/** The term sections of a merge; the walk is made while positions are taken, which come first in the file. */
export interface MergedTerms {
  readonly sections: Pick<SectionBytes, 'positions' | 'postings' | 'dictionary' | 'meta' | 'termIndex'>;
  /** Known when the sections were taken. */
  readonly termCount: () => number;
}

/** Lists of the terms that any live chunk holds. windowBytes: of each list in memory at a time. */
export function mergeTerms(inputs: readonly MergeInput[], windowBytes: number): MergedTerms {
  const writer = new TermWriter();
  return {
    sections: {
      positions: walk(inputs, writer, windowBytes),
      postings: later(() => writer.sections().postings),
      dictionary: later(() => writer.sections().dictionary),
      meta: later(() => writer.sections().meta),
      termIndex: later(() => writer.sections().termIndex),
    },
    termCount: () => writer.termCount,
  };
}

function* walk(inputs: readonly MergeInput[], writer: TermWriter, windowBytes: number): Generator<Uint8Array, void> {
  const sources = inputs.map((input) => openSource(input, windowBytes));
  const joiner = new ListJoiner(writer);
  let live = sources.filter((source) => source.cursor.next());
  const same: Source[] = [];
  while (live.length > 0) {
    leastTerm(live, same);
    const { bytes, start, end } = same[0].cursor;
    const chunks = same.length === 1 && same[0].isWhole && same[0].shift === 0 ? copyLists(writer, same[0]) : joiner.join(same);
    if (chunks > 0) writer.add(bytes, start, end, chunks);
    let isDone = false;
    for (const source of same) if (!source.cursor.next()) isDone = true;
    if (isDone) live = live.filter((source) => !source.cursor.isAtEnd);
    yield* writer.takePositions();
  }
  yield* writer.sections().positions;
}

function openSource(input: MergeInput, windowBytes: number): Source {
  const { file } = input.segment;
  return {
    ...input,
    cursor: new TermCursor(file, windowBytes),
    postings: new SectionWindow(file, 'postings', windowBytes),
    positions: new SectionWindow(file, 'positions', windowBytes),
    shift: input.isWhole && input.chunkMap.length > 0 ? input.chunkMap[0] : 0,
  };
}

/** Fills `same` with the sources that stand at the least term, in their order. */
function leastTerm(live: readonly Source[], same: Source[]): void {
  same.length = 0;
  for (const source of live) {
    const order = same.length === 0 ? -1 : compareTerms(source.cursor, same[0].cursor);
    if (order > 0) continue;
    if (order < 0) same.length = 0;
    same.push(source);
  }
}

function compareTerms(a: TermCursor, b: TermCursor): number {
  if (a.lead !== b.lead) return a.lead - b.lead;
  const length = Math.min(a.end - a.start, b.end - b.start);
  for (let i = 0; i < length; i++) {
    const order = a.bytes[a.start + i] - b.bytes[b.start + i];
    if (order !== 0) return order;
  }
  return a.end - a.start - (b.end - b.start);
}

/** The lists of a term that only the first segment has, byte by byte: its chunks keep their numbers. */
function copyLists(writer: TermWriter, source: Source): number {
  const meta = source.segment.lists.meta(source.cursor.ordinal);
  const { postings, positions } = source;
  const { postingsStart, postingsBytes, positionsStart, positionsBytes } = meta;
  const postingsAt = postings.load(postingsStart, postingsStart + postingsBytes);
  if (meta.isDeflated) writer.takeDeflated(postings.bytes, postingsAt, postingsAt + postingsBytes);
  else writer.postings.append(postings.bytes, postingsAt, postingsAt + postingsBytes);
  const positionsAt = positions.load(positionsStart, positionsStart + positionsBytes);
  writer.positions.append(positions.bytes, positionsAt, positionsAt + positionsBytes);
  return meta.chunks;
}

/** Joins lists of several segments. One object, so that its arrays are used again. */
class ListJoiner {
  private readonly writer: TermWriter;
  private chunks = new Uint32Array(1024);
  private frequencies = new Uint32Array(1024);
  /** The list at hand as varints is list[start, end). */
  private list: Uint8Array = new Uint8Array(0);
  private start = 0;
  private end = 0;
  private before = -1;

  constructor(writer: TermWriter) {
    this.writer = writer;
  }

  /** Appends the live postings of the term that all sources stand at; returns how many. */
  join(sources: readonly Source[]): number {
    this.before = -1;
    let count = 0;
    for (const source of sources) {
      const meta = source.segment.lists.meta(source.cursor.ordinal);
      this.inflate(source, meta);
      count += source.isWhole ? this.appendWhole(source, meta) : this.appendLive(source, meta);
    }
    this.writer.bits.endTerm();
    return count;
  }

  /** Of a segment without dead chunks: only the first posting is written anew, the rest and the positions go over in one copy. */
  private appendWhole(source: Source, meta: TermMeta): number {
    const { list, start, end } = this;
    const { postings } = this.writer;
    skimPostings(list, start, meta.chunks, source.segment.lengths);
    const { lastChunk, bitCount } = skimmed;
    if (lastChunk >= source.chunkMap.length) throw new IndexDamage(`${source.segment.name}: a posting beyond the last chunk`);
    const first = readVarint(list, start);
    postings.varint((((first >>> 1) + source.shift - this.before - 1) << 1) | (first & 1));
    postings.append(list, varintEnd, end);
    const { positions } = source;
    const at = positions.load(meta.positionsStart, meta.positionsStart + meta.positionsBytes);
    this.writer.bits.copy(positions.bytes, at * 8, bitCount);
    this.before = lastChunk + source.shift;
    return meta.chunks;
  }

  private appendLive(source: Source, meta: TermMeta): number {
    this.decode(meta);
    const { lengths } = source.segment;
    const { positions } = source;
    let offset = positions.load(meta.positionsStart, meta.positionsStart + meta.positionsBytes) * 8;
    let count = 0;
    for (let i = 0; i < meta.chunks; i++) {
      const chunk = this.chunks[i];
      if (chunk >= source.chunkMap.length) throw new IndexDamage(`${source.segment.name}: a posting beyond the last chunk`);
      const bitCount = positionBits(lengths[chunk]) * this.frequencies[i];
      const to = source.chunkMap[chunk];
      if (to >= 0) {
        appendPosting(this.writer.postings, this.before, to, this.frequencies[i]);
        this.writer.bits.copy(positions.bytes, offset, bitCount);
        this.before = to;
        count++;
      }
      offset += bitCount;
    }
    return count;
  }

  private decode(meta: TermMeta): void {
    if (this.chunks.length < meta.chunks) {
      this.chunks = new Uint32Array(meta.chunks * 2);
      this.frequencies = new Uint32Array(meta.chunks * 2);
    }
    decodePostings(this.list, this.start, this.end, meta.chunks, this.chunks, this.frequencies);
  }

  private inflate(source: Source, meta: TermMeta): void {
    this.start = source.postings.load(meta.postingsStart, meta.postingsStart + meta.postingsBytes);
    this.list = source.postings.bytes;
    this.end = this.start + meta.postingsBytes;
    if (!meta.isDeflated) return;
    this.list = inflate(source.postings.bytes.subarray(this.start, this.end), source.segment.name);
    this.start = 0;
    this.end = this.list.length;
  }
}
