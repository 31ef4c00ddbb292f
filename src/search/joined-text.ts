/**
 * Chunks that were cut from one text, joined again.
 *
 * The index keeps chunks, not entries. Two chunks were one text if their size says so (only a chunk of a longer text is that long)
 * and so does the place of the cut.
 */
import type { SegmentReader } from '../index/reader-types.ts';
import { CHUNK_BYTES, CUT_SEARCH_BYTES, TAIL_BYTES } from '../schema.ts';
import { rangeOf } from './range-of.ts';

/** How far before a cut white space is looked for, at least: a third of CUT_SEARCH_BYTES, since a unit has at most three bytes. */
const BORDER_UNITS = 130;
/** White space behind which a text is cut: a space that does not break (U+00A0, U+202F) is none. */
const BLANK = /[ \t\n\u3000]/;

/** Not where the next character is one with what stands before it (transcript/grapheme.ts). */
const ALONE = '(?![\\p{M}\\p{Emoji_Modifier}\\u200c\\u200d\\u0e33\\u0eb3\\uff9e\\uff9f])';

/** Borders, the best first (transcript/chunk.ts): at the end of a text, and anywhere in one. */
const BORDERS: readonly { readonly atEnd: RegExp; readonly anywhere: RegExp }[] = [
  { atEnd: /\n\n$/, anywhere: /\n\n/ },
  { atEnd: /\n$/, anywhere: /\n/ },
  { atEnd: /[.!?]["')\]]?[ \t]$|[\u3002\uff01\uff1f]$/, anywhere: new RegExp(`(?:[.!?]["')\\]]?[ \\t]|[\\u3002\\uff01\\uff1f])${ALONE}`, 'u') },
  { atEnd: /[ \t\u3000\u3001\uff0c]$/, anywhere: new RegExp(`[ \\t\\u3000\\u3001\\uff0c]${ALONE}`, 'u') },
];

/**
 * True when the texts of two neighbouring chunks of a row were one. Then the first is as long as what is cut from a text of that
 * length (it may be shorter only if what follows is all the rest), and the cut is at the last border of the best kind in reach.
 */
export function followsOn(before: string, text: string): boolean {
  const bytes = Buffer.byteLength(before);
  const whole = bytes + Buffer.byteLength(text);
  if (bytes <= CHUNK_BYTES - CUT_SEARCH_BYTES && (whole <= CHUNK_BYTES || bytes <= whole - TAIL_BYTES - CUT_SEARCH_BYTES)) return false;
  const reach = Math.max(0, Math.min(CHUNK_BYTES, whole - TAIL_BYTES) - bytes);
  const behind = Buffer.from(text).toString('utf8', 0, reach);
  const seam = BORDERS.findIndex(({ atEnd }) => atEnd.test(before));
  const better = seam < 0 ? BORDERS : BORDERS.slice(0, seam + 1);
  if (better.some(({ anywhere }) => anywhere.test(behind))) return false;
  return seam >= 0 || !BLANK.test(before.slice(-BORDER_UNITS));
}

/** The stored text from a chunk on, with this many units after the chunk that are no white space, if the text goes on that far. Cost: a few chunks are read. */
export function textFrom(segment: SegmentReader, chunk: number, letterCount: number): Buffer {
  const { firstChunk, count } = segment.rows;
  const end = firstChunk[rangeOf(firstChunk, 0, count, chunk) + 1];
  const parts = [segment.text(chunk)];
  let before = parts[0].toString('utf8');
  for (let next = chunk + 1, letters = 0; next < end && letters < letterCount && segment.fieldOf(next) === segment.fieldOf(chunk); next++) {
    const bytes = segment.text(next);
    const text = bytes.toString('utf8');
    if (!followsOn(before, text)) break;
    parts.push(bytes);
    letters += text.replace(/\s+/g, '').length;
    before = text;
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}
