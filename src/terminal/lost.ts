/**
 * Lets a process end properly after its terminal was closed.
 *
 * At its end, Node before 22 restores the settings of every standard stream that was a terminal; where that fails, as on a terminal that is
 * gone, it aborts and dumps its memory. It leaves alone streams that are closed by then, so those of a lost terminal are closed first.
 * And when a terminal changes its size just before it is closed, Node asks it in vain: an error of the stream, which somebody must hear.
 */
import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** From now on the process ends with its own exit code even if its terminal is gone. For processes that outlive the closing of their terminal. */
export function outliveTerminal(): void {
  if (process.listeners('exit').includes(letGo)) return;
  process.on('exit', letGo);
  if (isatty(1)) process.stdout.on('error', () => {});
  if (isatty(2)) process.stderr.on('error', () => {});
}

function letGo(): void {
  for (const fd of [0, 1, 2]) {
    try {
      if (fstatSync(fd).isCharacterDevice() && !isatty(fd)) closeSync(fd);
    } catch {
      // Closed already.
    }
  }
}
