/**
 * One line on standard error that says how far a refresh is, how fast it goes and how long it will take.
 *
 * Only on a terminal, only when the refresh has lasted a fifth of a second, and gone without a trace
 * before anything else is printed.
 */
import type { Progress } from '../contract.ts';
import { truncate } from '../terminal/width.ts';
import type { CliContext } from './context.ts';

/** The line; both functions may be called at any time. */
export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  /** Removes the line when there is one. */
  readonly clear: () => void;
}

const SILENT_MS = 200;

/** Rates are no use before this much has been seen. */
const LEAST_BYTES = 1_000_000;

/** A line on the context's message stream; does nothing where that is no terminal. */
export function createProgressLine({ messages, env }: CliContext): ProgressLine {
  let shownColumns = 0;
  const erasing = (): string => {
    if (shownColumns === 0) return '';
    return env.TERM === 'dumb' ? `\r${' '.repeat(shownColumns)}\r` : '\r\x1b[K';
  };
  const clear = (): void => {
    if (shownColumns > 0) messages.write(erasing());
    shownColumns = 0;
  };
  const show = (progress: Progress): void => {
    if (progress.elapsedMs < SILENT_MS || !messages.isTerminal()) return;
    // One column is left free: a full line would make some terminals wrap.
    const line = truncate(describeProgress(progress), messages.columns() - 1);
    // One write: a line that is gone for a moment flickers.
    messages.write(erasing() + line);
    shownColumns = line.length;
  };
  return { show, clear };
}

/** `indexing: 42 %, 120 of 300 MB, 85 MB/s, 3 s left` */
export function describeProgress({ filesDone, filesTotal, bytesDone, bytesTotal, elapsedMs }: Progress): string {
  const share = bytesTotal > 0 ? Math.min(1, bytesDone / bytesTotal) : filesTotal > 0 ? Math.min(1, filesDone / filesTotal) : 0;
  const parts = [`${Math.floor(share * 100)} %`, `${filesDone} of ${filesTotal} files`, `${megabytes(bytesDone)} of ${megabytes(bytesTotal)} MB`];
  if (bytesDone >= LEAST_BYTES && elapsedMs > 0) {
    const bytesPerMs = bytesDone / elapsedMs;
    parts.push(`${megabytes(bytesPerMs * 1000)} MB/s`, `${duration(Math.max(0, bytesTotal - bytesDone) / bytesPerMs)} left`);
  }
  return `indexing: ${parts.join(', ')}`;
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

/** `3 s`, `2 min 5 s`; rounded up, so that it never says that nothing is left. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
