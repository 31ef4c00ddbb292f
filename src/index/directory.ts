/** A file opened for positional reading. */
export interface RandomFile {
  readonly sizeBytes: number;
  /** Reads exactly [position, position + length); throws when the file is shorter. */
  read(position: number, length: number): Buffer;
  close(): void;
}

/** Where an index lives: a folder on disk, or memory in tests. Names are plain file names. */
export interface Directory {
  readonly path: string;
  list(): string[];
  /** Throws with code ENOENT when the file is missing. */
  open(name: string): RandomFile;
  readAll(name: string): Buffer;
  /** Writes aside, flushes, renames: readers see the old file or the new one. Owner-only. */
  write(name: string, parts: readonly Uint8Array[]): void;
  remove(name: string): void;
  /** Takes the writer's lock, waiting up to waitMs; null when another live process holds it. */
  lock(waitMs: number): Lock | null;
}

export interface Lock {
  release(): void;
}
