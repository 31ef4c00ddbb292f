/**
 * The terms of several segments into one: the dictionary walk of a merge.
 */
import { PositionWriter, appendPosting, decodePostings, positionBits, readVarint, skimPostings, skimmed, varintEnd } from './codec.ts';
import { TermCursor } from './dictionary.ts';
import { IndexDamage } from './damage.ts';
import type { MergeInput } from './merge.ts';
import { inflate } from './posting-reader.ts';
import type { TermMeta } from './posting-reader.ts';
import { TermWriter } from './term-writer.ts';

interface Source extends MergeInput {
  readonly cursor: TermCursor;
  readonly postings: Buffer;
  readonly positions: Buffer;
  /** What to add to a chunk of a whole segment. */
  readonly shift: number;
}

/** Lists of the terms that any live chunk holds. */
export function mergeTerms(inputs: readonly MergeInput[]): TermWriter {
  const sources = inputs.map(openSource);
  const bytesOf = (list: 'postings' | 'positions'): number => sources.reduce((sum, source) => sum + source[list].length, 1 << 12);
  const writer = new TermWriter(bytesOf('postings'), bytesOf('positions'));
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
    if (isDone) live = live.filter((source) => source.cursor.start < source.cursor.bytes.length);
  }
  return writer;
}

function openSource(input: MergeInput): Source {
  const { file } = input.segment;
  return {
    ...input,
    cursor: new TermCursor(file),
    postings: file.read('postings', 0, file.footer.sections.postings.length),
    positions: file.read('positions', 0, file.footer.sections.positions.length),
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
  const { postingsStart, postingsBytes, positionsStart, positionsBytes } = meta;
  if (meta.isDeflated) writer.takeDeflated(source.postings, postingsStart, postingsStart + postingsBytes);
  else writer.postings.append(source.postings, postingsStart, postingsStart + postingsBytes);
  writer.positions.append(source.positions, positionsStart, positionsStart + positionsBytes);
  return meta.chunks;
}

/** Joins lists of several segments. One object, so that its arrays are used again. */
class ListJoiner {
  private readonly writer: TermWriter;
  private readonly bits: PositionWriter;
  private chunks = new Uint32Array(1024);
  private frequencies = new Uint32Array(1024);
  /** The list at hand as varints is list[start, end). */
  private list: Uint8Array = new Uint8Array(0);
  private start = 0;
  private end = 0;
  private before = -1;

  constructor(writer: TermWriter) {
    this.writer = writer;
    this.bits = new PositionWriter(writer.positions);
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
    this.bits.endTerm();
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
    this.bits.copy(source.positions, meta.positionsStart * 8, bitCount);
    this.before = lastChunk + source.shift;
    return meta.chunks;
  }

  private appendLive(source: Source, meta: TermMeta): number {
    this.decode(meta);
    const { lengths } = source.segment;
    let offset = meta.positionsStart * 8;
    let count = 0;
    for (let i = 0; i < meta.chunks; i++) {
      const chunk = this.chunks[i];
      if (chunk >= source.chunkMap.length) throw new IndexDamage(`${source.segment.name}: a posting beyond the last chunk`);
      const bitCount = positionBits(lengths[chunk]) * this.frequencies[i];
      const to = source.chunkMap[chunk];
      if (to >= 0) {
        appendPosting(this.writer.postings, this.before, to, this.frequencies[i]);
        this.bits.copy(source.positions, offset, bitCount);
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
    this.list = source.postings;
    this.start = meta.postingsStart;
    this.end = meta.postingsStart + meta.postingsBytes;
    if (!meta.isDeflated) return;
    this.list = inflate(source.postings.subarray(this.start, this.end), source.segment.name);
    this.start = 0;
    this.end = this.list.length;
  }
}
