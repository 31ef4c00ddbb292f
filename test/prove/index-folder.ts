/**
 * An index folder seen from outside: what a dead writer left, whose files they are, which stage a killed one had reached.
 */
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What may lie beside the files that the manifest names: itself, compiled code, the numbers of the last list. */
const OTHERS = ['manifest.json', 'compiled', 'last-list.json'];

/** The stages of a writer that a kill can meet, in their order. */
export const STAGES = ['before the lock', 'lock held', 'files written', 'published', 'lock released'] as const;

export type Stage = (typeof STAGES)[number];

/** Replaces an index folder by a copy of another, as its owner would have made it: cpSync() of Node 24 opens folders to all. */
export function copyIndex(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  for (const name of ['.', ...namesOf(to)]) if (statSync(join(to, name)).isDirectory()) chmodSync(join(to, name), 0o700);
}

/** Names that nothing accounts for once no writer lives. */
export function straysOf(folder: string): string[] {
  const manifest = manifestOf(folder);
  return namesOf(folder).filter((name) => !OTHERS.includes(name) && !manifest.includes(`"${name}"`));
}

/** What others than the owner could read, or the owner could not. */
export function wrongRightsOf(folder: string): string[] {
  return ['.', ...namesOf(folder)].flatMap((name) => {
    const stats = statSync(join(folder, name));
    const wanted = stats.isDirectory() ? 0o700 : 0o600;
    return (stats.mode & 0o777) === wanted ? [] : [`${name} has ${(stats.mode & 0o777).toString(8)}`];
  });
}

/** before: the manifest's text when the writer started. */
export function stageOf(folder: string, before: string): Stage {
  const isPublished = manifestOf(folder) !== before;
  const strays = straysOf(folder).filter((name) => !name.startsWith('lock'));
  if (existsSync(join(folder, 'lock'))) return strays.length > 0 ? 'files written' : isPublished ? 'published' : 'lock held';
  return isPublished ? 'lock released' : 'before the lock';
}

/** '' when there is none. */
export function manifestOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'manifest.json'), 'utf8');
  } catch {
    return '';
  }
}

export function segmentCountOf(folder: string): number {
  return (JSON.parse(manifestOf(folder)) as { segments: unknown[] }).segments.length;
}

/** Pid of the lock's holder; 0 when there is none. */
export function holderOf(folder: string): number {
  try {
    return (JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')) as { pid: number }).pid;
  } catch {
    return 0;
  }
}

export function namesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
