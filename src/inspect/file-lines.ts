/**
 * The lines of a file, split at line feeds, read step by step: for checks that read transcripts without the code that indexes them.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const STEP_BYTES = 8 << 20;
/** A longer line is passed over. */
const MAX_LINE_BYTES = 64 << 20;

/** Every whole line of the first `sizeBytes` of a file. Throws what opening and reading throw. */
export function visitLines(path: string, sizeBytes: number, visit: (line: string) => void): void {
  const fd = openSync(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    const step = Buffer.allocUnsafe(Math.min(STEP_BYTES, sizeBytes));
    for (let at = 0; at < sizeBytes; ) {
      const count = readSync(fd, step, 0, Math.min(step.length, sizeBytes - at), at);
      if (count === 0) break;
      at += count;
      const bytes = rest.length === 0 ? step.subarray(0, count) : Buffer.concat([rest, step.subarray(0, count)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        if (end > start) visit(bytes.toString('utf8', start, end));
        start = end + 1;
      }
      rest = bytes.length - start > MAX_LINE_BYTES ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start));
    }
    if (rest.length > 0) visit(rest.toString('utf8'));
  } finally {
    closeSync(fd);
  }
}
