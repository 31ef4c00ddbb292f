/**
 * Where clean text is cut into chunks, the units that are stored and scored.
 *
 * A chunk has about a thousand bytes (schema.ts). A cut is at the best border among the last 400 of them: after a
 * paragraph, else a line, a sentence, a word, a punctuation mark, else between two characters, never inside one. The
 * last two chunks of a text share what is left, so that none is tiny.
 *
 * Invariants: the chunks of a text follow each other without gap or overlap; each has 1 to 1,000 bytes; the
 * cuts depend on the text alone. They are part of the index: copies of a turn are told apart by counting chunks.
 */

import { CHUNK_BYTES, CUT_SEARCH_BYTES, TAIL_BYTES } from '../schema.ts';
import { isGraphemeBorder } from './grapheme.ts';
import { previousSequence } from '../utf8.ts';

const LINE_FEED = 0x0a;


/** How good a border within a line is. */
const MARK = 1;
const WORD = 2;
const SENTENCE = 3;
/** To be judged by the bytes before: a mark of Chinese and Japanese may end here. */
const WIDE_MARK = 4;

/** What a byte says about a cut after it. */
const BEHIND = new Uint8Array(256);
for (const byte of Buffer.from('"\'`,;=&|!?*<>()[]{}')) BEHIND[byte] = MARK;
for (const byte of Buffer.from(' \t')) BEHIND[byte] = WORD;
// The last bytes of the marks in wideMark().
for (const byte of [0x80, 0x81, 0x82, 0x8c, 0x9f]) BEHIND[byte] = WIDE_MARK;

/**
 * End of the chunk that begins at `start`, in clean text that goes on to `end` (start < end).
 *
 * Cost: at most 400 bytes looked at.
 */
export function chunkEnd(bytes: Uint8Array, start: number, end: number): number {
  const rest = end - start;
  if (rest <= CHUNK_BYTES) return end;
  const limit = start + Math.min(CHUNK_BYTES, rest - TAIL_BYTES);
  const earliest = limit - CUT_SEARCH_BYTES;
  const line = lastLine(bytes, earliest, limit);
  if (line > 0) return line;
  let best = 0;
  let cut = -1;
  for (let at = limit; at > earliest && best < SENTENCE; at--) {
    let border = BEHIND[bytes[at - 1]];
    if (border <= best && border !== WORD) continue;
    if (border === WORD && endsSentence(bytes, at - 2)) border = SENTENCE;
    else if (border === WIDE_MARK) border = wideMark(bytes, at);
    if (border <= best || !isGraphemeBorder(bytes, start, at, end)) continue;
    best = border;
    cut = at;
  }
  return cut > 0 ? cut : lastGrapheme(bytes, start, limit, end);
}

/** After the last empty line in bytes[from, to), else after the last line; -1 where no line ends. */
function lastLine(bytes: Uint8Array, from: number, to: number): number {
  let line = -1;
  for (let at = to - 1; at >= from; at--) {
    if (bytes[at] !== LINE_FEED) continue;
    if (bytes[at - 1] === LINE_FEED) return at + 1;
    if (line < 0) line = at + 1;
  }
  return line;
}

/** Whether bytes[at] is a full stop or the like, or a quote or bracket right after one. */
function endsSentence(bytes: Uint8Array, at: number): boolean {
  const last = bytes[at];
  if (last === 0x22 || last === 0x27 || last === 0x29 || last === 0x5d) at--;
  return bytes[at] === 0x2e || bytes[at] === 0x21 || bytes[at] === 0x3f;
}

/** What comes before a cut at `at`: 。！？ end a sentence, 、， and the wide space a word. */
function wideMark(bytes: Uint8Array, at: number): number {
  const last = bytes[at - 1];
  if (bytes[at - 3] === 0xe3 && bytes[at - 2] === 0x80) return last === 0x82 ? SENTENCE : last <= 0x81 ? WORD : 0;
  if (bytes[at - 3] === 0xef && bytes[at - 2] === 0xbc) return last === 0x81 || last === 0x9f ? SENTENCE : last === 0x8c ? WORD : 0;
  return 0;
}

/** The last border between characters up to `limit`; between code points when a single character is longer than that. */
function lastGrapheme(bytes: Uint8Array, start: number, limit: number, end: number): number {
  let last = limit;
  while ((bytes[last] & 0xc0) === 0x80) last--;
  for (let at = last; at > start; at = previousSequence(bytes, at, start)) {
    if (isGraphemeBorder(bytes, start, at, end)) return at;
  }
  return last;
}
