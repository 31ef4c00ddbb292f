/**
 * The text of one bracketed paste, byte by byte. Pure.
 *
 * It ends with its own sequence and nothing else: whatever a paste holds acts on nobody. A paste that is longer than any query is cut, and
 * read to its end all the same.
 */

/** Most bytes that are kept. */
export const MAX_PASTE_BYTES = 65_536;

/** What a terminal sends behind a paste. */
const END = Buffer.from('\x1b[201~');

/** A paste under way. */
export interface Paste {
  /** Takes a byte; true when it was the last one, with which the paste ends. */
  push(byte: number): boolean;
  /** What was pasted up to now, as UTF-8; without what ends it. */
  text(): string;
}

/** A paste of which nothing has come yet. */
export function createPaste(): Paste {
  const kept: number[] = [];
  let count = 0;
  /** How many bytes of END have come. */
  let matched = 0;
  return {
    push(byte) {
      count++;
      if (kept.length < MAX_PASTE_BYTES) kept.push(byte);
      matched = byte === END[matched] ? matched + 1 : byte === END[0] ? 1 : 0;
      return matched === END.length;
    },
    text: () => Buffer.from(kept.slice(0, matched === END.length ? count - matched : count)).toString('utf8'),
  };
}
