/**
 * An index folder on disk.
 *
 * Everything in it belongs to the owner alone (0700, 0600), whatever the umask says, temporary files included:
 * a copy of every transcript is the most sensitive thing its owner has. Files of others in the
 * folder are never touched: only names that OUR_NAMES describes are ours.
 */
import {
  chmodSync, closeSync, existsSync, fchmodSync, fsyncSync, mkdirSync, openSync, readSync, readdirSync, renameSync, statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CcfindError } from '../errors.ts';
import { openRegular } from '../regular-file.ts';
import { IndexDamage } from './damage.ts';
import type { Directory, Lock, RandomFile } from './directory.ts';
import { takeLock } from './lock.ts';
import { discardFile, isFolder, removeFile } from './remove-file.ts';
import { writeWhole } from './write-whole.ts';

/** Temporary files of write(): while the lock is held, all but the holder's own are leftovers. */
const TEMPORARY_NAME = /^tmp-[0-9a-z]+-[0-9a-z]+$/;
/** Files named by some manifest, and what taking a lock, keeping the last list, or a hook leaves behind when it is killed. */
const OUR_NAMES = [TEMPORARY_NAME, /^(?:seg|catalog|marks)-\d+-[0-9a-z]{6}$/, /^lock-[0-9a-z.-]+$/, /^(?:last-list\.json|recall\.json|hooks\.log)\.\d+\.tmp$/];

/** Smaller parts are gathered into writes of this size. */
const GATHERED_BYTES = 64 * 1024;

/**
 * Two files made within one tick of the file system's clock (4 ms; 2 s on FAT) may have the same time, size and, where the first
 * was removed, inode: a file younger than this is never certainly the same.
 */
const SETTLED_MS = 3_000;

/** What the system lacks at the moment: it says nothing about the index, and rebuilding would fail in the same way. */
const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

let temporaryCount = 0;
let stampCount = 0;

/** True for a name that only ccfind gives and that outlives its process only by accident: not `manifest.json`, nor `lock`, which shows itself whether it is dead. */
export function isOurLeftover(name: string): boolean {
  return OUR_NAMES.some((pattern) => pattern.test(name));
}

/** The folder need not exist: the first write or lock makes it. Throws what the file system throws. */
export function openDiskDirectory(path: string): Directory {
  return {
    path,
    list: () => listFolder(path),
    open: (name) => openFile(join(path, name)),
    readAll: (name) => {
      const file = openFile(join(path, name));
      try {
        return file.read(0, file.sizeBytes);
      } finally {
        file.close();
      }
    },
    stamp: (name) => stampOf(join(path, name)),
    write: (name, parts, isCommit = false) => {
      ensureFolder(path);
      return writeAside(path, name, parts, isCommit);
    },
    remove: (name) => removeFile(join(path, name)),
    lock: (waitMs, onHeld): Lock | null => {
      ensureFolder(path);
      return takeLock(path, waitMs, onHeld);
    },
  };
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    const isSettled = Math.abs(Date.now() - mtimeMs) > SETTLED_MS;
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}${isSettled ? '' : ` young ${stampCount++}`}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : `unknown ${stampCount++}`;
  }
}

/** Throws ENOENT as it is, and CcfindError for a shortage; any other reason why a file cannot be read means an index that cannot be trusted. */
function openFile(path: string): RandomFile {
  const { fd, stats } = orDamage(path, () => openRegular(path));
  const sizeBytes = stats.size;
  let isOpen = true;
  return {
    sizeBytes,
    read: (position, length, into) => {
      // Not from Buffer's shared pool: callers lay typed arrays over it.
      const bytes = into ?? Buffer.allocUnsafeSlow(length);
      for (let done = 0; done < length; ) {
        const from = done;
        const count = orDamage(path, () => readSync(fd, bytes, from, length - from, position + from));
        if (count === 0) throw Object.assign(new Error(`${path}: shorter than ${position + length} bytes`), { code: 'EOF' });
        done += count;
      }
      return bytes;
    },
    close: () => {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}

/** Another user's file, a folder or a pipe of that name, a bad sector: no reason to fail, but to rebuild the index. */
function orDamage<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw error;
    if (SHORTAGES.has(code)) throw new CcfindError('failure', `the index cannot be read now: ${message}`, { cause: error, hint: 'try again; if it stays so, end other programs, or see ulimit -a' });
    throw new IndexDamage(`${path} cannot be read (${code ?? message})`, error);
  }
}

/** Makes the folder and its missing parents, and takes away everybody else's rights to it. */
function ensureFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (dirname(path) !== path) ensureParent(dirname(path));
    makeFolder(path);
  } else if ((found.mode & 0o77) !== 0 && (found.mode & 0o1000) === 0 && found.uid === process.getuid?.()) {
    // A folder that several people share (sticky, as /tmp) stays as it is; its files are owner-only anyway.
    chmodSync(path, 0o700);
  }
}

function ensureParent(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) ensureParent(dirname(path));
  makeFolder(path);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, 0o700);
    chmodSync(path, 0o700);
  } catch (error) {
    // Another process that started at the same moment made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function writeAside(folder: string, name: string, parts: Iterable<Uint8Array>, isCommit: boolean): number {
  const aside = join(folder, `tmp-${process.pid.toString(36)}-${(temporaryCount++).toString(36)}`);
  const fd = openNew(aside);
  try {
    let sizeBytes;
    try {
      fchmodSync(fd, 0o600);
      sizeBytes = writeParts(fd, parts);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (isCommit) flushFolder(folder);
    renameOver(aside, join(folder, name));
    if (isCommit) flushFolder(folder);
    return sizeBytes;
  } catch (error) {
    discardFile(aside);
    throw error;
  }
}

/** A new file. Whatever a process left under that name is removed when it is in the way; looking each time would cost more than the writing. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeFile(path);
    return openSync(path, 'wx', 0o600);
  }
}

/** Also over a folder, which no rename replaces by a file. */
function renameOver(aside: string, target: string): void {
  try {
    renameSync(aside, target);
  } catch (error) {
    if (!isFolder(target)) throw error;
    removeFile(target);
    renameSync(aside, target);
  }
}

/** Gathers small parts: a segment has thousands. Returns the bytes of all. */
function writeParts(fd: number, parts: Iterable<Uint8Array>): number {
  const gathered = Buffer.allocUnsafeSlow(GATHERED_BYTES);
  let length = 0;
  let sizeBytes = 0;
  for (const part of parts) {
    sizeBytes += part.length;
    if (length + part.length > gathered.length) {
      writeWhole(fd, gathered.subarray(0, length));
      length = 0;
    }
    if (part.length > gathered.length) writeWhole(fd, part);
    else {
      gathered.set(part, length);
      length += part.length;
    }
  }
  writeWhole(fd, gathered.subarray(0, length));
  return sizeBytes;
}

/** Makes names durable. Windows cannot open a folder; there a rename is left to the system. */
function flushFolder(folder: string): void {
  let fd;
  try {
    fd = openSync(folder, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(fd);
  } catch {
    // Some file systems refuse to flush a folder. The checksums still notice what a lost name would break.
  } finally {
    closeSync(fd);
  }
}
