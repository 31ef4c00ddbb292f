/**
 * An index folder on disk.
 *
 * Everything in it is the owner's alone (0700, 0600), whatever the umask says and for temporary files too:
 * a copy of every transcript is the most sensitive thing its owner has. Files of others that lie in the
 * folder are never touched: only names that OUR_NAMES describes are ours.
 */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Directory, Lock, RandomFile } from './directory.ts';
import { takeLock } from './lock.ts';

/** Temporary files of write(): while the lock is held, every one but the holder's own is a leftover. */
const TEMPORARY_NAME = /^tmp-[0-9a-z]+-[0-9a-z]+$/;
/** Files named by some manifest, and what taking a lock leaves behind when it is killed. */
const OUR_NAMES = [TEMPORARY_NAME, /^(?:seg|catalog|marks)-\d+-[0-9a-z]{6}$/, /^lock-[0-9a-z.-]+$/];

let temporaryCount = 0;

/** True for a name that only ccfind gives, `manifest.json` and `lock` themselves left out. */
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
    write: (name, parts, isCommit = false) => {
      ensureFolder(path);
      writeAside(path, name, parts, isCommit);
    },
    remove: (name) => fs.rmSync(join(path, name), { force: true }),
    lock: (waitMs): Lock | null => {
      ensureFolder(path);
      return takeLock(path, waitMs);
    },
  };
}

function listFolder(path: string): string[] {
  try {
    return fs.readdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function openFile(path: string): RandomFile {
  const fd = fs.openSync(path, 'r');
  const sizeBytes = fs.fstatSync(fd).size;
  let isOpen = true;
  return {
    sizeBytes,
    read: (position, length) => {
      // Not from Buffer's shared pool: callers lay typed arrays over it.
      const bytes = Buffer.allocUnsafeSlow(length);
      for (let done = 0; done < length; ) {
        const count = fs.readSync(fd, bytes, done, length - done, position + done);
        if (count === 0) throw Object.assign(new Error(`${path}: shorter than ${position + length} bytes`), { code: 'EOF' });
        done += count;
      }
      return bytes;
    },
    close: () => {
      if (isOpen) fs.closeSync(fd);
      isOpen = false;
    },
  };
}

/** Makes the folder and what is missing above it, and takes the rights of everybody else away from it. */
function ensureFolder(path: string): void {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (dirname(path) !== path) ensureParent(dirname(path));
    makeFolder(path);
  } else if ((found.mode & 0o77) !== 0 && (found.mode & 0o1000) === 0 && found.uid === process.getuid?.()) {
    // A folder that several people share (sticky, as /tmp) stays as it is; its files are owner-only anyway.
    fs.chmodSync(path, 0o700);
  }
}

function ensureParent(path: string): void {
  if (fs.existsSync(path)) return;
  if (dirname(path) !== path) ensureParent(dirname(path));
  makeFolder(path);
}

function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path, 0o700);
    fs.chmodSync(path, 0o700);
  } catch (error) {
    // Another process that started in the same moment made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function writeAside(folder: string, name: string, parts: readonly Uint8Array[], isCommit: boolean): void {
  const aside = join(folder, `tmp-${process.pid.toString(36)}-${(temporaryCount++).toString(36)}`);
  fs.rmSync(aside, { force: true });
  const fd = fs.openSync(aside, 'wx', 0o600);
  try {
    try {
      fs.fchmodSync(fd, 0o600);
      for (const part of parts) writeWhole(fd, part);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    if (isCommit) flushFolder(folder);
    fs.renameSync(aside, join(folder, name));
    if (isCommit) flushFolder(folder);
  } catch (error) {
    fs.rmSync(aside, { force: true });
    throw error;
  }
}

function writeWhole(fd: number, part: Uint8Array): void {
  for (let done = 0; done < part.length; ) done += fs.writeSync(fd, part, done, part.length - done);
}

/** Names on disk. Windows cannot open a folder; there a rename is left to the system. */
function flushFolder(folder: string): void {
  let fd;
  try {
    fd = fs.openSync(folder, 'r');
  } catch {
    return;
  }
  try {
    fs.fsyncSync(fd);
  } catch {
    // Some file systems refuse to flush a folder. The checksums still notice what a lost name would break.
  } finally {
    fs.closeSync(fd);
  }
}
