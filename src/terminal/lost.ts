/**
 * The end of a process whose terminal was closed meanwhile.
 *
 * When it ends, Node before 22 gives each standard stream that was a terminal its settings back, and aborts, with a dump of all its memory, where
 * that fails: on a terminal that is gone. Streams that are closed by then it leaves alone.
 */
import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** From now on the process ends with its own exit code although its terminal is gone. For whoever lives on when a terminal is closed. */
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
