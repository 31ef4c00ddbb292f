/**
 * Adding text to an entry: every piece goes through here.
 *
 * The volume (answers, thinking, tool input and output) is unescaped straight from the line's bytes into the entry's
 * buffer; only what the client or the person phrased is ever a string.
 */
import type { Entry } from './entry.ts';
import type { TextBuffer } from './text-buffer.ts';

/** Stands for an image: its data is never read. */
export const IMAGE_NOTE = '[image]';

/** Appends a string as UTF-8. */
export function appendString(out: TextBuffer, text: string): void {
  out.reserve(text.length * 3);
  out.length += out.bytes.write(text, out.length);
}

/** Makes a piece of what was appended since `start`; blank text is taken back. Returns true when there is one. */
export function addPiece(entry: Entry, field: number, start: number): boolean {
  const { text } = entry;
  if (isBlank(text, start)) {
    text.length = start;
    return false;
  }
  const piece = entry.pieces[entry.pieceCount];
  if (piece === undefined) entry.pieces.push({ field, start, end: text.length });
  else {
    piece.field = field;
    piece.start = start;
    piece.end = text.length;
  }
  entry.pieceCount++;
  return true;
}

/** A piece of that text alone. */
export function addText(entry: Entry, field: number, text: string): boolean {
  const start = entry.text.length;
  appendString(entry.text, text);
  return addPiece(entry, field, start);
}

/** The text since `start`, as a string. */
export function textSince(out: TextBuffer, start: number): string {
  return out.bytes.toString('utf8', start, out.length);
}

function isBlank(text: TextBuffer, start: number): boolean {
  for (let i = start; i < text.length; i++) if (text.bytes[i] > 0x20) return false;
  return true;
}
