/**
 * The stored text of several segments into one: whole blocks as they are, the rest packed anew.
 *
 * A block is copied as it is when nothing in it is dead and it is at least half full; smaller ones (every refresh ends
 * with one) are joined with their neighbours, or the text of a thousand refreshes would be in a thousand tiny blocks.
 */
import type { MergeInput } from './merge.ts';
import { later } from './segment-file.ts';
import type { SectionBytes } from './segment-file.ts';
import { TEXT_BLOCK_BYTES, TextWriter } from './text-writer.ts';

/** Sections of the texts of all live chunks, in order. Blocks are read and packed while `texts` is taken, which comes first in the file. */
export function mergeTexts(inputs: readonly MergeInput[]): Pick<SectionBytes, 'texts' | 'textIndex' | 'textBytes'> {
  const writer = new TextWriter();
  return {
    texts: blocks(inputs, writer),
    textIndex: later(() => writer.sections().textIndex),
    textBytes: later(() => writer.sections().textBytes),
  };
}

function* blocks(inputs: readonly MergeInput[], writer: TextWriter): Generator<Uint8Array, void> {
  for (const { segment, chunkMap } of inputs) {
    const { texts } = segment;
    for (let block = 0; block < texts.blockCount; block++) {
      const first = texts.firstChunk(block);
      const end = texts.firstChunk(block + 1);
      const lengths = texts.lengths(first, end);
      const bytes = lengths.reduce((sum, length) => sum + length, 0);
      if (bytes * 2 >= TEXT_BLOCK_BYTES && chunkMap.subarray(first, end).every((chunk) => chunk >= 0)) {
        writer.addBlock(texts.packed(block), lengths);
      } else {
        for (let chunk = first; chunk < end; chunk++) {
          if (chunkMap[chunk] < 0) continue;
          const text = texts.text(chunk);
          writer.add(text, 0, text.length);
        }
      }
      yield* writer.takeBlocks();
    }
  }
  yield* writer.sections().texts;
}
