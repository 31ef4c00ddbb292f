/**
 * A copy of an entry that outlives the reader's next line: for prompts held back and prompts in the queue.
 */
import type { Entry } from '../transcript/entry.ts';
import { TextBuffer } from '../transcript/text-buffer.ts';

/** The same entry on memory of its own. Cost: its text is copied. */
export function keepEntry(entry: Entry): Entry {
  const text = new TextBuffer(entry.text.length);
  entry.text.bytes.copy(text.bytes, 0, 0, entry.text.length);
  text.length = entry.text.length;
  const pieces = entry.pieces.slice(0, entry.pieceCount).map((piece) => ({ ...piece }));
  return { ...entry, text, pieces, supersedes: [], links: [...entry.links], sideFiles: [...entry.sideFiles] };
}
