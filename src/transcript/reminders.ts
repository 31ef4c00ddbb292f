/**
 * System reminders at the ends of a tool's output.
 *
 * The client puts them after the output (up to 2.1.6x, with every Read) or before it ("PARTIAL view", "This memory is
 * 2 days old": 2.1.8x on). One in the middle is what a file really holds (all 11 of 6,304 in real transcripts), so
 * only the ends are looked at. Between the person's words they are removed wherever they are, see speaker.ts.
 */
import type { TextBuffer } from './text-buffer.ts';

const OPENING = Buffer.from('<system-reminder>');
const CLOSING = Buffer.from('</system-reminder>');

/** Removes reminders that begin or end the text since `from`. Text without any costs two comparisons. */
export function stripReminders(out: TextBuffer, from: number): void {
  for (let end = trimmedEnd(out, from); endsWith(out, from, end, CLOSING); end = trimmedEnd(out, from)) {
    const opening = out.bytes.subarray(from, end).lastIndexOf(OPENING);
    if (opening < 0) break;
    out.length = from + opening;
  }
  for (let start = trimmedStart(out, from); startsWith(out, start, OPENING); start = trimmedStart(out, from)) {
    const closing = out.bytes.subarray(0, out.length).indexOf(CLOSING, start);
    if (closing < 0) break;
    const rest = closing + CLOSING.length;
    out.bytes.copyWithin(from, rest, out.length);
    out.length -= rest - from;
  }
}

function trimmedEnd(out: TextBuffer, from: number): number {
  let end = out.length;
  while (end > from && out.bytes[end - 1] <= 0x20) end--;
  return end;
}

function trimmedStart(out: TextBuffer, from: number): number {
  let start = from;
  while (start < out.length && out.bytes[start] <= 0x20) start++;
  return start;
}

function startsWith(out: TextBuffer, start: number, mark: Buffer): boolean {
  if (start + mark.length > out.length) return false;
  return out.bytes.compare(mark, 0, mark.length, start, start + mark.length) === 0;
}

function endsWith(out: TextBuffer, from: number, end: number, mark: Buffer): boolean {
  return end - mark.length >= from && startsWith(out, end - mark.length, mark);
}
