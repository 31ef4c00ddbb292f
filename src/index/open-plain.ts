/**
 * Opens a file of the index folder to read it, and never waits for it: a pipe of that name, which somebody else made, would
 * keep every command waiting for a writer, and a device might never end.
 */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** Windows has neither such pipes nor the flag. */
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** The caller closes it. Throws what the file system throws, and an error without a code for anything but a regular file. */
export function openPlain(path: string): { fd: number; stats: Stats } {
  const fd = openSync(path, FLAGS);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('no regular file');
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
