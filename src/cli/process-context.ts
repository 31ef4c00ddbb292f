/**
 * The process as the command line sees it: the real streams, environment, clock and engine.
 *
 * Output is written to the file descriptors directly: process.stdout costs 1 to 5 ms of a start, and what a
 * pipe has not taken when the process ends would be lost. It is used only where a terminal is likely.
 */
import { fstatSync, readSync, statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { openEngine } from '../engine.ts';
import { CcfindError } from '../errors.ts';
import { shellQuote } from '../resume/command.ts';
import { waitForDescriptor, writeAll } from '../terminal/descriptor.ts';
import type { CliContext, OutputStream } from './context.ts';

const STANDARD_ERROR = 2;

const DEFAULT_COLUMNS = 80;

/** Where there is one: else a stream tells. */
const NULL_DEVICE = '/dev/null';

/** demoDir: folder of the invented history. */
export function createProcessContext(demoDir: string, serveMcp: CliContext['serveMcp']): CliContext {
  const cwd = presentFolder();
  return {
    env: process.env,
    cwd,
    program: programName(cwd),
    demoDir,
    output: outputStream(1, () => process.stdout),
    messages: outputStream(STANDARD_ERROR, () => process.stderr),
    nowMs: Date.now,
    readInput,
    openEngine,
    serveMcp,
  };
}

/** The present folder; if it was removed under our feet it has no name, and paths are relative to the root. */
function presentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

/** `node plugin/lib/ccfind.cjs` from a checkout, else `ccfind`. */
function programName(cwd: string): string {
  const script = process.argv[1] ?? '';
  if (!basename(script).endsWith('.cjs')) return 'ccfind';
  const fromHere = relative(cwd, script);
  return `node ${shellQuote(fromHere.startsWith('..') ? script : fromHere)}`;
}

function outputStream(fd: number, stream: () => NodeJS.WriteStream): OutputStream {
  let isTerminal: boolean | null = null;
  return {
    write: (text) => (fd === STANDARD_ERROR ? writeMessage(text) : writeOutput(fd, text)),
    isTerminal: () => (isTerminal ??= mayBeTerminal(fd) && stream().isTTY === true),
    columns() {
      const columns = this.isTerminal() ? stream().columns : 0;
      return columns > 0 ? columns : DEFAULT_COLUMNS;
    },
  };
}

/** Timetables and hooks throw away what is said: to see that costs less than a stream. */
function mayBeTerminal(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isCharacterDevice() && stats.rdev !== statSync(NULL_DEVICE, { throwIfNoEntry: false })?.rdev;
  } catch {
    return false;
  }
}

/** If nobody can read our messages, that must not stop an answer that somebody reads. */
function writeMessage(text: string): void {
  try {
    writeAll(STANDARD_ERROR, text);
  } catch {
    // There is nowhere to say it.
  }
}

function writeOutput(fd: number, text: string): void {
  try {
    writeAll(fd, text);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EPIPE') throw cause;
    throw new CcfindError('failure', `output cannot be written: ${code ?? String(cause)}`, { cause });
  }
}

/** All of standard input; bytes that are not UTF-8 become replacement characters. */
function readInput(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.allocUnsafe(65536);
    try {
      const count = readSync(0, part, 0, part.length, null);
      if (count === 0) return Buffer.concat(parts).toString('utf8');
      parts.push(part.subarray(0, count));
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code;
      if (code === 'EAGAIN') waitForDescriptor();
      else if (code === 'EOF') return Buffer.concat(parts).toString('utf8');
      else throw new CcfindError('failure', `standard input cannot be read: ${code ?? String(cause)}`, { cause });
    }
  }
}
