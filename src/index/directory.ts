/**
 * What an index needs from the place where it is stored, and nothing more: a folder on disk (disk-directory.ts)
 * or memory in tests (memory-directory.ts), which can also be made to fail.
 *
 * Names are plain file names. A file is written once, whole, and never changed: readers that have opened
 * it can go on reading after it was removed.
 */

import type { LockHolder } from '../contract.ts';

/** A file opened for positional reading. */
export interface RandomFile {
  readonly sizeBytes: number;
  /** Reads exactly [position, position + length); throws when the file is shorter. into: memory of that length, which may be used. */
  read(position: number, length: number, into?: Buffer): Buffer;
  close(): void;
}

/** An index folder. Functions throw what the file system throws. */
export interface Directory {
  readonly path: string;
  /** Every name, ours or not; empty when the folder does not exist. */
  list(): string[];
  /** Throws with code ENOENT when the file is missing. */
  open(name: string): RandomFile;
  readAll(name: string): Buffer;
  /** A text that stays equal only while the file under that name is certainly the same; never throws. Cost: one stat. */
  stamp(name: string): string;
  /**
   * Writes aside, flushes, renames: readers see the old file or the new one. Owner-only. Makes the folder when it is missing. Returns the bytes written.
   *
   * parts: taken one by one; a part may be overwritten once the next is asked for. What they throw is thrown on, and nothing is written.
   * isCommit: whatever was written before is on disk before this name appears, and so is the name on return.
   */
  write(name: string, parts: Iterable<Uint8Array>, isCommit?: boolean): number;
  /** A missing file is no error. */
  remove(name: string): void;
  /** Takes the writer's lock, waiting up to waitMs; null when another live process holds it, which is reported to onHeld again and again. */
  lock(waitMs: number, onHeld?: (holder: LockHolder | null) => void): Lock | null;
}

/** The writer's lock, held. Its functions never throw. */
export interface Lock {
  /** False when another process took the lock because this one seemed dead: then nothing may be published. */
  isHeld(): boolean;
  /** Shows that this process lives; does nothing if called again within a few seconds. */
  touch(): void;
  /** A lock that cannot be removed counts as dead as soon as this process ends. */
  release(): void;
}
