/**
 * Tool output that was too long for the transcript: `<session>/tool-results/<name>`, since 2.1.12.
 *
 * The transcript keeps a preview and an absolute path, which is stale as soon as files move and may be anything in
 * a hostile file. So only its base name is used, looked up beside the transcript, and what it leads to must lie
 * inside the session's own folder. At most 1 MB of a file is read, head and tail; the rest is counted as cut.
 */
import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appendText } from './clean.ts';
import { TextBuffer } from './text-buffer.ts';

/** Of a longer file head and tail are read, half of this each: an output is told by its command and its end. */
const MAX_SIDE_FILE_BYTES = 1 << 20;
/** Stands where the middle of a file is missing. */
const CUT = Buffer.from('\n…\n');
/** Nesting of a JSON file that is followed. */
const MAX_DEPTH = 32;

/** What was read of a side file. */
export interface SideFile {
  /** Clean UTF-8. */
  readonly bytes: Buffer;
  /** Bytes of the file that are not in it. */
  readonly cutBytes: number;
}

/** Absolute path of that side file of the session, or null when there is none. Never throws. */
export function findSideFile(sessionDir: string, name: string): string | null {
  const path = `${sessionDir}/tool-results/${name}`;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    return dirname(realpathSync(path)) === join(realpathSync(sessionDir), 'tool-results') ? path : null;
  } catch {
    return null;
  }
}

/** Reads a side file. Throws what opening and reading throw. */
export function readSideFile(path: string): SideFile {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const out = new TextBuffer();
    if (size <= MAX_SIDE_FILE_BYTES) {
      const bytes = readRange(file, 0, size);
      if (!path.endsWith('.json') || !appendTexts(out, bytes)) appendText(out, bytes, 0, bytes.length);
    } else {
      const half = MAX_SIDE_FILE_BYTES / 2;
      for (const part of [readRange(file, 0, half), CUT, readRange(file, size - half, half)]) appendText(out, part, 0, part.length);
    }
    return { bytes: out.bytes.subarray(0, out.length), cutBytes: Math.max(0, size - MAX_SIDE_FILE_BYTES) };
  } finally {
    closeSync(file);
  }
}

function readRange(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(file, bytes, filled, length - filled, position + filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}

/** Appends the texts in the JSON list that an MCP tool's output is kept as; false when the file is something else. */
function appendTexts(out: TextBuffer, bytes: Buffer): boolean {
  const texts: string[] = [];
  const gather = (value: unknown, depth: number): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      if ('type' in value && value.type === 'image') return;
      for (const [key, part] of Object.entries(value)) if (key !== 'type') gather(part, depth + 1);
    }
  };
  try {
    gather(JSON.parse(bytes.toString('utf8')), 0);
  } catch {
    return false;
  }
  const whole = Buffer.from(texts.join('\n'));
  appendText(out, whole, 0, whole.length);
  return true;
}
