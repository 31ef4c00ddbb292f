/**
 * Which files make a session, and the lines of them that are indexed: without the code that indexes them.
 */
import type { DiskFile } from '../disk-sample.ts';
import { visitLines } from '../file-lines.ts';
import { objectOf, parseLine } from '../said.ts';
import type { RawLine } from '../said.ts';

/** Files by session: main files first; a flat file of a sub-agent names its session inside. */
export function groupBySession(files: readonly DiskFile[]): Map<string, DiskFile[]> {
  const groups = new Map<string, DiskFile[]>();
  for (const file of [...files].sort((a, b) => Number(b.isMain) - Number(a.isMain) || (a.path < b.path ? -1 : 1))) {
    const session = file.session === '' ? sessionInside(file) : file.session;
    if (session === '' || file.sizeBytes === 0) continue;
    const group = groups.get(session);
    if (group === undefined) groups.set(session, [file]);
    else group.push(file);
  }
  return groups;
}

function sessionInside(file: DiskFile): string {
  let session = '';
  readObjects(file, ({ sessionId }) => {
    if (session === '' && typeof sessionId === 'string') session = sessionId;
  });
  return session;
}

/** Every object of a file; from where ccfind is spoken of on, what it printed itself may be quoted, and that is not indexed. */
export function readObjects({ path, sizeBytes, isMain }: DiskFile, use: (line: RawLine) => void): void {
  let isWarmup = false;
  let isEcho = false;
  let isFirst = true;
  /** The first line of a sub-agent when it is an answer: alone it is a warm-up too. */
  let held: RawLine | null = null;
  try {
    visitLines(path, sizeBytes, (text) => {
      isEcho ||= text.includes('ccfind');
      const line = isEcho ? null : parseLine(text);
      if (line === null) return;
      // What a sub-agent answers to a warm-up is not indexed.
      if (!isMain && line.type === 'user') isWarmup = objectOf(line.message)?.content === 'Warmup';
      if (held !== null) use(held);
      held = !isMain && isFirst && line.type === 'assistant' ? line : null;
      isFirst = false;
      if (!isWarmup && held === null) use(line);
    });
  } catch {
    // Gone, or not to be read: the doctor's check of files that cannot be read names it.
  }
}
