/**
 * A disk in memory on which something goes wrong: what a crash, a full disk or another process does to an index.
 *
 * Every command is a process of its own on the disk. A process counts its operations (reads too), and one of them, or all from
 * one on, may meet a fault (fault-kinds.ts). A killed process never goes on: whatever it still tries, also in a `finally`, throws and
 * has no effect; its lock stays until the next writer finds the holder dead. Reads fail as those of a folder do (disk-directory.ts):
 * with IndexDamage, but for a missing file.
 */
import { IndexDamage } from '../../src/index/damage.ts';
import type { Directory, RandomFile } from '../../src/index/directory.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';

/** What can meet a fault. */
export const OPERATIONS = ['list', 'open', 'read', 'write', 'remove', 'lock', 'isHeld', 'release'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One operation of a process: what it is about to do, and how to do it. */
export interface Step {
  readonly operation: Operation;
  /** Of the file. */
  readonly name: string;
  readonly disk: Disk;
  /** The operation itself. */
  act(): unknown;
  /** A write of the first half only, under the file's own name or aside. Returns the bytes of the whole. */
  writeHalf(where: 'aside' | 'in place'): number;
  /** Ends the process here. */
  die(): never;
}

/** Does the operation, or something else in its place. */
export type Fault = (step: Step) => unknown;

/** Thrown by a killed process; nothing comes after it. */
export class Killed extends Error {}

/** The files, and who holds the lock. */
export class Disk {
  readonly files = createMemoryDirectory();
  holder: Process | null = null;
  /** What the last flush of the folder left there: what a power cut goes back to. */
  private flushed = new Map<string, Buffer>();

  copy(): Disk {
    const copy = new Disk();
    for (const name of this.files.list()) copy.files.write(name, [this.files.readAll(name)]);
    copy.flush();
    return copy;
  }

  flush(): void {
    this.flushed = new Map(this.files.list().map((name) => [name, this.files.readAll(name)]));
  }

  /** Names given or taken since the folder was flushed are as they were. */
  cutPower(): void {
    for (const name of this.files.list()) this.files.remove(name);
    for (const [name, bytes] of this.flushed) this.files.write(name, [bytes]);
  }
}

/** A command on the disk. */
export class Process {
  readonly steps: { operation: Operation; name: string }[] = [];
  readonly directory: Directory;
  isDead = false;
  private readonly disk: Disk;
  private readonly faultOf: (place: number, operation: Operation, name: string) => Fault | null;

  /** faultOf: what happens at a step, counted from 0; null for nothing. */
  constructor(disk: Disk, faultOf: (place: number, operation: Operation, name: string) => Fault | null = () => null) {
    this.disk = disk;
    this.faultOf = faultOf;
    this.directory = this.makeDirectory();
  }

  /** The command has ended, one way or another. */
  end(): void {
    this.isDead = true;
  }

  private perform<T>(operation: Operation, name: string, act: () => T, parts: Iterable<Uint8Array> = []): T {
    if (this.isDead) throw new Killed();
    const fault = this.faultOf(this.steps.length, operation, name);
    this.steps.push({ operation, name });
    if (fault === null) return act();
    const { disk } = this;
    const writeHalf = (where: 'aside' | 'in place'): number => {
      const bytes = Buffer.concat(Array.from(parts, (part) => Buffer.from(part)));
      disk.files.write(where === 'aside' ? 'tmp-1-1' : name, [bytes.subarray(0, bytes.length >> 1)]);
      return bytes.length;
    };
    const die = (): never => {
      this.isDead = true;
      throw new Killed();
    };
    return fault({ operation, name, disk, act, writeHalf, die }) as T;
  }

  /** A read as a folder on disk does it. */
  private performRead<T>(operation: 'open' | 'read', name: string, act: () => T): T {
    try {
      return this.perform(operation, name, act);
    } catch (error) {
      if (error instanceof Killed || error instanceof IndexDamage || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      throw new IndexDamage(`${name} cannot be read`, error);
    }
  }

  private openFile(name: string): RandomFile {
    const file = this.performRead('open', name, () => this.disk.files.open(name));
    return { ...file, read: (position, length) => this.performRead('read', name, () => file.read(position, length)) };
  }

  private makeDirectory(): Directory {
    const { disk } = this;
    const isHeld = (): boolean => disk.holder === this;
    return {
      path: '(faults)',
      list: () => this.perform('list', '', () => disk.files.list()),
      open: (name) => this.openFile(name),
      readAll: (name) => {
        const file = this.openFile(name);
        return file.read(0, file.sizeBytes);
      },
      stamp: (name) => disk.files.stamp(name),
      write: (name, parts, isCommit = false) => this.perform('write', name, () => {
        if (isCommit) disk.flush();
        const sizeBytes = disk.files.write(name, parts);
        if (isCommit) disk.flush();
        return sizeBytes;
      }, parts),
      remove: (name) => this.perform('remove', name, () => disk.files.remove(name)),
      lock: () => this.perform('lock', '', () => {
        if (disk.holder !== null && !disk.holder.isDead) return null;
        disk.holder = this;
        return {
          isHeld: () => this.perform('isHeld', '', isHeld),
          touch: () => {},
          release: () => this.perform('release', '', () => {
            if (isHeld()) disk.holder = null;
          }),
        };
      }),
    };
  }
}
