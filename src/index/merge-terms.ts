/**
 * The terms of several segments into one: the dictionary walk of a merge.
 */
import { PositionWriter, appendPosting, decodePostings, positionBits } from './codec.ts';
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
  const writer = new TermWriter();
  const joiner = new ListJoiner(writer);
  const sources = inputs.map(openSource);
  let live = sources.filter((source) => source.cursor.next());
  const same: Source[] = [];
  while (live.length > 0) {
    leastTerm(live, same);
    const { bytes, start, end } = same[0].cursor;
    const chunks = same.length === 1 && same[0].isWhole ? copyLists(writer, joiner, same[0]) : joiner.join(same);
    if (chunks > 0) writer.add(bytes, start, end, chunks);
    let isDone = false;
    for (const source of same) if (!source.cursor.next()) isDone = true;
    if (isDone) live = live.filter((source) => source.cursor.end >= 0);
  }
  return writer;
}

function openSource(input: MergeInput): Source {
  const { file } = input.segment;
  return {
    ...input,
    cursor: new TermCursor(file),
    postings: file.read('postings', 0, file.header.sections.postings.length),
    positions: file.read('positions', 0, file.header.sections.positions.length),
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
  const length = Math.min(a.end - a.start, b.end - b.start);
  for (let i = 0; i < length; i++) {
    const order = a.bytes[a.start + i] - b.bytes[b.start + i];
    if (order !== 0) return order;
  }
  return a.end - a.start - (b.end - b.start);
}

/** The lists of a term that only one segment has, as they are where chunks keep their numbers. */
function copyLists(writer: TermWriter, joiner: ListJoiner, source: Source): number {
  const meta = source.segment.lists.meta(source.cursor.ordinal);
  if (source.shift > 0) return joiner.joinWhole(source, meta);
  const { postingsStart, postingsBytes, positionsStart, positionsBytes } = meta;
  if (meta.isDeflated) writer.takeDeflated(source.postings, postingsStart, postingsStart + postingsBytes);
  else writer.postings.append(source.postings, postingsStart, postingsStart + postingsBytes);
  writer.positions.append(source.positions, positionsStart, positionsStart + positionsBytes);
  return meta.chunks;
}

/** Joins lists, chunk by chunk. One object, so that its arrays are used again. */
class ListJoiner {
  private readonly writer: TermWriter;
  private readonly bits: PositionWriter;
  private chunks = new Uint32Array(1024);
  private frequencies = new Uint32Array(1024);
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
      this.decode(source, meta);
      count += this.append(source, meta);
    }
    this.bits.endTerm();
    return count;
  }

  /** The same for one segment without dead chunks: positions go over as bytes. */
  joinWhole(source: Source, meta: TermMeta): number {
    this.decode(source, meta);
    this.before = -1;
    for (let i = 0; i < meta.chunks; i++) {
      const chunk = this.chunks[i] + source.shift;
      appendPosting(this.writer.postings, this.before, chunk, this.frequencies[i]);
      this.before = chunk;
    }
    this.writer.positions.append(source.positions, meta.positionsStart, meta.positionsStart + meta.positionsBytes);
    return meta.chunks;
  }

  private append(source: Source, meta: TermMeta): number {
    const { lengths } = source.segment;
    let offset = meta.positionsStart * 8;
    let count = 0;
    for (let i = 0; i < meta.chunks; i++) {
      const chunk = this.chunks[i];
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

  private decode(source: Source, meta: TermMeta): void {
    if (this.chunks.length < meta.chunks) {
      this.chunks = new Uint32Array(meta.chunks * 2);
      this.frequencies = new Uint32Array(meta.chunks * 2);
    }
    let { postings } = source;
    let start = meta.postingsStart;
    let end = start + meta.postingsBytes;
    if (meta.isDeflated) {
      postings = inflate(postings.subarray(start, end), source.segment.name);
      start = 0;
      end = postings.length;
    }
    decodePostings(postings, start, end, meta.chunks, this.chunks, this.frequencies);
    if (meta.chunks > 0 && this.chunks[meta.chunks - 1] >= source.chunkMap.length) throw new IndexDamage(`${source.segment.name}: a posting beyond the last chunk`);
  }
}
