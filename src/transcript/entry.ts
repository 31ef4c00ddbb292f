import type { Key } from '../hash.ts';
import type { TextBuffer } from './text-buffer.ts';

/** A run of clean text of one field inside an entry's text buffer. */
export interface Piece {
  /** Field id, see schema.ts. */
  field: number;
  /** Byte range in Entry.text. */
  start: number;
  end: number;
}

/** One line of a transcript as ccfind understands it. One reusable object: copy what you keep. */
export interface Entry {
  /** The same for every copy of this entry in forks, resumed copies and re-appended history. */
  identity: Key;
  /** Key of the uuid (of the line as it stands here); NO_KEY when it has none. */
  uuid: Key;
  /** Key of message.id of an assistant line; NO_KEY otherwise. */
  message: Key;
  /** Milliseconds since 1970, NaN when the line has no usable timestamp. */
  timeMs: number;
  /** True when this is a prompt of the person that opens a turn. */
  opensTurn: boolean;
  /** True for text of a sub-agent (its own file, or a sidechain line). */
  isAgent: boolean;
  /** True for a prompt waiting in the queue: later superseded when the same text arrives as a real prompt. */
  isQueued: boolean;
  /** Keys of a queued prompt's text that this entry makes obsolete (it arrived for real); usually empty. */
  supersedes: Key[];
  /** Keys of sub-agent calls made here (tool call id) or named here (agent id): they lead to this turn. */
  links: Key[];
  pieces: Piece[];
  pieceCount: number;
  text: TextBuffer;
  /** Side files whose text belongs to this entry (absolute paths, verified to lie beside the transcript). */
  sideFiles: string[];
}
