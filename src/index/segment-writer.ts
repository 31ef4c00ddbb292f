/**
 * A draft's text and tables in, an immutable segment out.
 *
 * Chunk by chunk the text is packed (text-writer.ts), its tokens are interned and streamed (interner.ts); then the terms are
 * sorted, the tokens brought into term order by one counting sort, and all is encoded. Memory: 8 bytes a token, the dictionary,
 * and the deflated text, twice that at the peak. Knows nothing of other segments: may run in any thread.
 */
import { tokenize } from '../analysis/tokenizer.ts';
import { CostMeter } from './cost-meter.ts';
import { Interner } from './interner.ts';
import { packValues } from './key-table.ts';
import type { KeyColumns } from './key-table.ts';
import { encodeTerms } from './posting-encoder.ts';
import type { SegmentSource } from './segment-draft.ts';
import { assembleSegment, bytesOf } from './segment-file.ts';
import { TextWriter } from './text-writer.ts';

const MAX_LENGTH = 0xffff;

/** The parts of the segment file. */
export function writeSegment(source: SegmentSource, meter = new CostMeter()): Uint8Array[] {
  const interner = new Interner();
  const texts = new TextWriter(meter);
  const firstPositions = meter.during('analysing', () => analyse(source, interner, texts));
  return meter.during('encoding', () => assemble(source, interner, texts, firstPositions));
}

/** By chunk, and one more: number of positions before it. */
function analyse({ chunkBytes, text }: SegmentSource, interner: Interner, texts: TextWriter): Uint32Array {
  const firstPositions = new Uint32Array(chunkBytes.length + 1);
  let start = 0;
  for (let chunk = 0; chunk < chunkBytes.length; chunk++) {
    const end = start + chunkBytes[chunk];
    texts.add(text, start, end);
    interner.beginChunk();
    firstPositions[chunk + 1] = firstPositions[chunk] + tokenize(text, start, end, 0, interner);
    start = end;
  }
  return firstPositions;
}

function assemble({ fields, rowCount, rows, entries, links }: SegmentSource, interner: Interner, texts: TextWriter, firstPositions: Uint32Array): Uint8Array[] {
  const chunkCount = fields.length;
  const lengths = new Uint16Array(chunkCount);
  let tokens = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    lengths[chunk] = Math.min(MAX_LENGTH, firstPositions[chunk + 1] - firstPositions[chunk]);
    tokens += lengths[chunk];
  }
  const terms = encodeTerms(interner, firstPositions);
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
