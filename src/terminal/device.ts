/**
 * The terminal as the system knows it: where keys come from, where frames go, how large it is.
 *
 * Drawing goes to the controlling terminal, else to standard error; never to standard output, which stays clean for
 * `$(…)`. Keys come from standard input.
 */
import { closeSync, openSync } from 'node:fs';
import { WriteStream, isatty } from 'node:tty';
import { writeAll } from './descriptor.ts';
import { outliveTerminal } from './lost.ts';

/** The size of a terminal, in characters. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** What a terminal needs from the system; fakes in tests. Its functions throw when it is gone. */
export interface Device {
  readonly input: Pick<NodeJS.ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'>;
  /** Writes all of it before it returns. */
  write(text: string): void;
  /** The size as the system tells it; 0 or NaN where it does not know. */
  measure(): Size;
  close(): void;
}

/** The terminal of this process; null when standard input or the drawing device is not one. */
export function findTerminal(): Device | null {
  if (!isatty(0)) return null;
  outliveTerminal();
  const controlling = openControlling();
  if (controlling !== null) {
    return {
      input: process.stdin,
      write: (text) => writeAll(controlling, text),
      measure: measureControlling,
      close: () => closeSync(controlling),
    };
  }
  if (!isatty(2)) return null;
  // Used before we listen for changes of size: its own listener must run before ours.
  const stderr = process.stderr;
  return {
    input: process.stdin,
    write: (text) => writeAll(2, text),
    measure: () => ({ cols: stderr.columns, rows: stderr.rows }),
    close: () => {},
  };
}

function openControlling(): number | null {
  try {
    const fd = openTty();
    if (isatty(fd)) return fd;
    closeSync(fd);
  } catch {
    // No controlling terminal.
  }
  return null;
}

/** Node reads the size of such a stream only when it is created, so one is created each time. */
function measureControlling(): Size {
  const stream = new WriteStream(openTty());
  const size = { cols: stream.columns, rows: stream.rows };
  stream.destroy();
  return size;
}

/** Not opened by 'w', which would make a file of that name where a container has no such device. */
function openTty(): number {
  return openSync('/dev/tty', 'r+');
}
