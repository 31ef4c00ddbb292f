/**
 * Tool output that was too long for the transcript: `<session>/tool-results/<name>`, since 2.1.12.
 *
 * The transcript keeps a preview and an absolute path, which is stale as soon as files move and may be anything in
 * a hostile file. So only its base name is used, looked up beside the transcript, and what it leads to must lie
 * inside the session's own folder. At most 1 MB of a file is read, head and tail; the rest is counted as cut.
 */
import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The product's promise for spilled output. */
export const MAX_SIDE_FILE_BYTES = 1 << 20;

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
    if (!statSync(path).isFile()) return null;
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
    if (size <= MAX_SIDE_FILE_BYTES) {
      const text = readRange(file, 0, size).toString('utf8');
      return { bytes: Buffer.from(clean(path.endsWith('.json') ? leavesOf(text) : text)), cutBytes: 0 };
    }
    const half = MAX_SIDE_FILE_BYTES / 2;
    const head = readRange(file, 0, half).toString('utf8').replace(/\ufffd$/, '');
    const tail = readRange(file, size - half, half).toString('utf8').replace(/^\ufffd+/, '');
    return { bytes: Buffer.from(clean(`${head}\n…\n${tail}`)), cutBytes: size - MAX_SIDE_FILE_BYTES };
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

/** Terminal sequences and control characters taken out, line ends made one, as clean.ts does with the transcript's text. */
function clean(text: string): string {
  return text
    .replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '');
}

/** The texts in the JSON list that an MCP tool's output is kept as; the file as it stands when it is something else. */
function leavesOf(text: string): string {
  try {
    const leaves: string[] = [];
    const gather = (value: unknown, depth: number): void => {
      if (typeof value === 'string') leaves.push(value);
      else if (typeof value === 'object' && value !== null && depth < 32) {
        const isImage = 'type' in value && value.type === 'image';
        if (!isImage) for (const [key, part] of Object.entries(value)) if (key !== 'type') gather(part, depth + 1);
      }
    };
    gather(JSON.parse(text), 0);
    return leaves.join('\n');
  } catch {
    return text;
  }
}
