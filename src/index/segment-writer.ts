/**
 * Turns a draft's text and tables into an immutable segment.
 *
 * Chunk by chunk the text is packed (text-writer.ts) and its tokens are interned and streamed (segment-terms.ts); then the terms are
 * sorted, the tokens brought into term order by one counting sort, and all is encoded. Memory: 8 bytes for each token and the dictionary, kept
 * for the next segment, and the file. Knows nothing of other segments, so it may run in any thread.
 */
import { CostMeter } from './cost-meter.ts';
import { packValues } from './key-table.ts';
import type { KeyColumns } from './key-table.ts';
import type { SegmentSource } from './segment-draft.ts';
import { PageChecksums, assembleSegment, bytesOf } from './segment-file.ts';
import { SegmentTerms } from './segment-terms.ts';
import { DEFLATE_FROM_BYTES, TermWriter } from './term-writer.ts';
import { TextWriter } from './text-writer.ts';

const MAX_LENGTH = 0xffff;

/** Makes segments, one after another. */
export class SegmentWriter {
  private readonly meter: CostMeter;
  private readonly deflateFromBytes: number;
  private readonly terms = new SegmentTerms();
  /**
   * V8 drops the compiled code of a class with its last object, which would be after every segment: a build of 1 GB
   * compiled four times as much (12 s of compiler threads under load, now 3).
   */
  readonly kept = [new TermWriter(), new TextWriter(), new PageChecksums()];

  /** deflateFromBytes: long posting lists (term-writer.ts). */
  constructor(meter = new CostMeter(), deflateFromBytes = DEFLATE_FROM_BYTES) {
    this.meter = meter;
    this.deflateFromBytes = deflateFromBytes;
  }

  /** The parts of the segment file. */
  write(source: SegmentSource): Uint8Array[] {
    const { meter, terms } = this;
    const texts = new TextWriter(meter);
    const firstPositions = meter.during('analysing', () => analyse(source, terms, texts));
    return meter.during('encoding', () => assemble(source, texts, firstPositions, terms.finish(firstPositions, this.deflateFromBytes)));
  }
}

/** By chunk, with one more: number of positions before it. */
function analyse({ chunkBytes, text }: SegmentSource, terms: SegmentTerms, texts: TextWriter): Uint32Array {
  terms.begin(chunkBytes.reduce((most, bytes) => Math.max(most, bytes), 0));
  const firstPositions = new Uint32Array(chunkBytes.length + 1);
  let start = 0;
  for (let chunk = 0; chunk < chunkBytes.length; chunk++) {
    const end = start + chunkBytes[chunk];
    texts.add(text, start, end);
    firstPositions[chunk + 1] = firstPositions[chunk] + terms.add(text, start, end);
    start = end;
  }
  return firstPositions;
}

function assemble({ fields, rowCount, rows, entries, links }: SegmentSource, texts: TextWriter, firstPositions: Uint32Array, terms: TermWriter): Uint8Array[] {
  const chunkCount = fields.length;
  const lengths = new Uint16Array(chunkCount);
  let tokens = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    lengths[chunk] = Math.min(MAX_LENGTH, firstPositions[chunk + 1] - firstPositions[chunk]);
    tokens += lengths[chunk];
  }
  const counts = { chunks: chunkCount, rows: rowCount, terms: terms.termCount, entries: entries.count, links: links.count, tokens };
  const sections = { lengths: bytesOf(lengths), fields, rows, ...terms.sections(), ...texts.sections(), ...keySections(entries, links) };
  return [...assembleSegment(sections, () => counts)];
}

/** Sections of the two key tables. */
export function keySections(entries: KeyColumns, links: KeyColumns) {
  return {
    entryHi: bytesOf(entries.hi),
    entryLo: bytesOf(entries.lo),
    entryChunk: bytesOf(packValues(entries.value)),
    linkHi: bytesOf(links.hi),
    linkLo: bytesOf(links.lo),
    linkRow: bytesOf(packValues(links.value)),
  };
}
