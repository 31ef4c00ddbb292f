/**
 * The files of an index folder, as its writer handles them: names, and what may be removed when.
 *
 * A file is removed only if no manifest in the folder names it. Nothing depends on removal, so what cannot
 * be removed now is a leftover for the next writer.
 */
import { byName } from '../errors.ts';
import { IndexDamage } from './damage.ts';
import type { Directory, Lock } from './directory.ts';
import { isOurLeftover } from './disk-directory.ts';
import { readManifest } from './index-reader.ts';
import { LOCK_NAME } from './lock.ts';
import { namesIn } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** The index folder refused a write: full, read-only, gone. The cause is the file system's error. */
export class WriteFailed extends Error {
  static override readonly [Symbol.hasInstance] = byName('WriteFailed');
  override readonly name = 'WriteFailed';

  constructor(cause: unknown) {
    super(`index folder: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Another process took the lock: nothing may be published or removed any more. */
export class LockLost extends Error {
  static override readonly [Symbol.hasInstance] = byName('LockLost');
  override readonly name = 'LockLost';
}

/** Names and removals of one writer's run. */
export class IndexFiles {
  private readonly directory: Directory;
  /** Names in the present manifest. */
  private named: ReadonlySet<string>;
  private written: string[] = [];

  /** present: the manifest in the directory, null when there is none (or none that makes sense). */
  constructor(directory: Directory, present: Manifest | null) {
    this.directory = directory;
    this.named = new Set(present === null ? [] : namesIn(present));
  }

  /** Writes a file that no manifest names yet; onPart: called before each part. Throws WriteFailed, and IndexDamage that the parts throw. */
  writeNew(kind: 'seg' | 'catalog' | 'marks', generation: number, parts: Iterable<Uint8Array>, onPart = (): void => {}): { name: string; bytes: number } {
    const random = Math.floor(Math.random() * 36 ** 6).toString(36).padStart(6, '0');
    const name = `${kind}-${generation}-${random}`;
    const bytes = this.write(name, watched(parts, onPart), false);
    this.written.push(name);
    return { name, bytes };
  }

  /** Replaces the manifest by the given bytes, and removes what it no longer names, except `later`, which a next one will name. Throws WriteFailed. */
  commit(name: string, bytes: Uint8Array, manifest: Manifest, later: readonly string[]): void {
    this.write(name, [bytes], true);
    const old = [...this.named, ...this.written];
    this.named = new Set(namesIn(manifest));
    this.written = this.written.filter((file) => later.includes(file) && !this.named.has(file));
    for (const file of old) if (!this.named.has(file) && !this.written.includes(file)) this.remove(file);
  }

  /**
   * Removes what dead writers left: our names that no manifest holds.
   *
   * The lock is looked at after the listing: who took it over in between may have published names that are not known
   * here. Throws LockLost.
   */
  removeLeftovers(lock: Lock): void {
    const leftovers = this.listed().filter((name) => isOurLeftover(name) && !this.named.has(name));
    if (!lock.isHeld()) throw new LockLost('another process took over the index');
    for (const name of leftovers) this.remove(name);
  }

  /** The run has failed somewhere: removes what it wrote, unless the manifest in the directory names it. */
  abandon(): void {
    try {
      const manifest = readManifest(this.directory);
      const named = manifest === null ? [] : namesIn(manifest);
      for (const name of this.written) if (!named.includes(name)) this.remove(name);
    } catch {
      // Then everything stays.
    }
  }

  private listed(): string[] {
    try {
      return this.directory.list();
    } catch {
      // Nothing depends on removal.
      return [];
    }
  }

  private write(name: string, parts: Iterable<Uint8Array>, isCommit: boolean): number {
    try {
      return this.directory.write(name, parts, isCommit);
    } catch (error) {
      if (error instanceof IndexDamage) throw error;
      throw new WriteFailed(error);
    }
  }

  private remove(name: string): void {
    try {
      this.directory.remove(name);
    } catch {
      // A leftover.
    }
  }
}

/**
 * For a command that has nothing to write: removes what a dead writer left behind, its lock too, if there is anything.
 *
 * present: the manifest as read a moment ago. Cost: one list of the folder; the lock is taken only when something is
 * there that it does not name, and not waited for: with a living writer it is that writer's.
 */
export function sweepLeftovers(directory: Directory, present: Manifest): void {
  try {
    const named = namesIn(present);
    if (!directory.list().some((name) => name === LOCK_NAME || (isOurLeftover(name) && !named.includes(name)))) return;
    const lock = directory.lock(0);
    if (lock === null) return;
    try {
      new IndexFiles(directory, readManifest(directory)).removeLeftovers(lock);
    } finally {
      lock.release();
    }
  } catch {
    // A folder that cannot be written, or damage that the next search will meet: leftovers stay.
  }
}

function* watched(parts: Iterable<Uint8Array>, onPart: () => void): Generator<Uint8Array, void> {
  for (const part of parts) {
    onPart();
    yield part;
  }
}
