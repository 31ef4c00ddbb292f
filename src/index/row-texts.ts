/**
 * Short texts that few rows of a table have: `row/text` with NUL between them. No text holds one.
 */
import { IndexDamage } from './damage.ts';

/** texts: by row, '' for none. */
export function encodeRowTexts(texts: readonly string[]): Buffer {
  return Buffer.from(texts.flatMap((text, row) => (text === '' ? [] : [`${row}/${text}`])).join('\0'), 'utf8');
}

/** By row, of those that have any. Throws IndexDamage. */
export function readRowTexts(bytes: Buffer, rowCount: number): Map<number, string> {
  const texts = new Map<number, string>();
  for (const text of bytes.length === 0 ? [] : bytes.toString('utf8').split('\0')) {
    const cut = text.indexOf('/');
    const row = Number(text.slice(0, cut));
    if (cut < 0 || !(row < rowCount)) throw new IndexDamage('marks: a text of no row');
    texts.set(row, text.slice(cut + 1));
  }
  return texts;
}
