/**
 * Lets a process end properly after its terminal was closed.
 *
 * At its end, Node before 22 restores the settings of every standard stream that was a terminal; where that fails, as on a terminal that is
 * gone, it aborts and dumps its memory. It leaves alone streams that are closed by then, so those of a lost terminal are closed first.
 */
import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** From now on the process ends with its own exit code even if its terminal is gone. For processes that outlive the closing of their terminal. */
export function outliveTerminal(): void {
  if (!process.listeners('exit').includes(letGo)) process.on('exit', letGo);
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
