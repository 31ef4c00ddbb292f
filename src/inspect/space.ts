/**
 * Where the bytes of an index folder go: by what they are for, not by file.
 *
 * The sizes of a segment's sections are in its footer. Whatever else lies in the folder is `other`: the lock, the last list,
 * leftovers, files that are not ours.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SectionName } from '../index/format.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import { MANIFEST_NAME } from '../index/manifest.ts';

/** What serves one purpose; bytes on disk. */
export interface SpacePart {
  part: string;
  bytes: number;
}

/** What is in no section (footer, padding) counts as tables. */
const TABLES = 'tables';

const PART_OF: Readonly<Record<SectionName, string>> = {
  texts: 'text', textIndex: 'text', textBytes: 'text',
  postings: 'postings', meta: 'postings',
  positions: 'positions',
  dictionary: 'dictionary', termIndex: 'dictionary',
  entryHi: 'entries', entryLo: 'entries', entryChunk: 'entries', linkHi: 'entries', linkLo: 'entries', linkRow: 'entries',
  lengths: TABLES, fields: TABLES, rows: TABLES, checksums: TABLES,
};

/** Every part that has bytes, largest first. Cost: a stat for each file of the folder. */
export function spaceOf({ manifest, open }: OpenSnapshot, indexDir: string): SpacePart[] {
  const parts = new Map<string, number>();
  const add = (part: string, bytes: number): void => void parts.set(part, (parts.get(part) ?? 0) + bytes);
  const named = new Map<string, string>([[manifest.catalog, 'catalog'], [manifest.catalogBase, 'catalog'], [manifest.marks, 'marks'], [manifest.marksBase, 'marks'], ['compiled', 'compiled code'], [MANIFEST_NAME, 'manifest']]);
  open.forEach(({ reader }, i) => {
    const { name, bytes } = manifest.segments[i];
    named.set(name, '');
    let rest = bytes;
    for (const [section, { length }] of Object.entries(reader.file.footer.sections)) {
      add(PART_OF[section as SectionName], length);
      rest -= length;
    }
    add(TABLES, rest);
  });
  for (const name of namesIn(indexDir)) {
    const part = named.get(name) ?? 'other';
    if (part !== '') add(part, bytesBelow(join(indexDir, name)));
  }
  return [...parts].map(([part, bytes]) => ({ part, bytes })).filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
}

/** Of a file, or of everything in a folder; 0 for what is gone or cannot be read. */
function bytesBelow(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return namesIn(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
