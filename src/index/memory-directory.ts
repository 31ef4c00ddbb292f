/**
 * An index in memory, for tests: the same contract as a folder, and any operation can be made to fail.
 *
 * A file that was opened stays readable after its removal, as on a POSIX disk.
 */
import type { Directory, RandomFile } from './directory.ts';

/** What can be made to fail. */
export type Operation = 'list' | 'open' | 'write' | 'remove' | 'lock';

/** beforeOperation: called before each operation takes effect; what it throws is what the disk would have thrown. */
export function createMemoryDirectory(beforeOperation: (operation: Operation, name: string) => void = () => {}): Directory {
  const files = new Map<string, Buffer>();
  const stamps = new Map<string, number>();
  let writeCount = 0;
  let isLocked = false;

  function fileBytes(name: string): Buffer {
    beforeOperation('open', name);
    const bytes = files.get(name);
    if (bytes === undefined) throw Object.assign(new Error(`${name}: no such file`), { code: 'ENOENT', syscall: 'open' });
    return bytes;
  }

  return {
    path: '(memory)',
    list: () => {
      beforeOperation('list', '');
      return [...files.keys()].sort();
    },
    open: (name) => randomFile(name, fileBytes(name)),
    readAll: (name) => copyOf(fileBytes(name), 0, fileBytes(name).length),
    stamp: (name) => (files.has(name) ? String(stamps.get(name)) : 'missing'),
    write: (name, parts) => {
      beforeOperation('write', name);
      const copies: Buffer[] = [];
      for (const part of parts) copies.push(Buffer.from(part));
      const bytes = Buffer.concat(copies);
      files.set(name, bytes);
      stamps.set(name, ++writeCount);
      return bytes.length;
    },
    remove: (name) => {
      beforeOperation('remove', name);
      files.delete(name);
    },
    lock: (_, onHeld) => {
      beforeOperation('lock', 'lock');
      if (isLocked) {
        onHeld?.(null);
        return null;
      }
      isLocked = true;
      return {
        isHeld: () => isLocked,
        touch: () => {},
        release: () => {
          isLocked = false;
        },
      };
    },
  };
}

function randomFile(name: string, bytes: Buffer): RandomFile {
  return {
    sizeBytes: bytes.length,
    read: (position, length) => {
      if (position + length > bytes.length) throw Object.assign(new Error(`${name}: shorter than ${position + length} bytes`), { code: 'EOF' });
      return copyOf(bytes, position, length);
    },
    close: () => {},
  };
}

/** A copy in memory of its own, aligned like a file read from disk. */
function copyOf(bytes: Buffer, position: number, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length);
  bytes.copy(copy, 0, position, position + length);
  return copy;
}
