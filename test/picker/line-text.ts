/**
 * A row of the picker as text, for tests that look at what is on the screen.
 */
import type { Line } from '../../src/picker/line.ts';
import { width } from '../../src/terminal/width.ts';

/** The line as text, with blanks where a piece begins further right. */
export function lineText(line: Line): string {
  let text = '';
  for (const part of line) text += ' '.repeat(Math.max(0, (part.at ?? 0) - width(text))) + part.text;
  return text;
}
