/**
 * One line on standard error that says how far a refresh is, how fast it goes and how long it will take, or whom it waits for.
 *
 * It appears only on a terminal, only after a fifth of a second, and is gone without a trace before anything else is
 * printed. The rate is that of the last seconds and changes once a second: a rate since the start would promise what a slow
 * part does not keep, a rate since the last line would jump. Without a terminal only a wait is reported, once.
 */
import type { Progress, Waiting } from '../contract.ts';
import { truncate } from '../terminal/width.ts';
import type { CliContext } from './context.ts';
import { countedOf, duration } from '../sizes.ts';
import { describeHolder, describeWaiting } from './waiting-text.ts';

/** The line; all functions may be called at any time. */
export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  readonly showWaiting: (waiting: Waiting) => void;
  /** Removes the line when there is one. */
  readonly clear: () => void;
}

/** How fast it goes now. */
export interface Pace {
  readonly bytesPerMs: number;
}

const SILENT_MS = 200;

/** A wait is reported more often than the line need change. */
const REDRAW_MS = 100;

/**
 * The rate is taken over at least so much time and so many bytes, and is shown for a second. Nothing is read while the text of some 35 MB is
 * analysed, so a rate over five seconds alone would change sevenfold from one second to the next; this one changes by a seventh (medians; 1 GB
 * on a busy machine).
 */
const PACE_WINDOW_MS = 5000;
const PACE_WINDOW_BYTES = 128e6;
const PACE_STEP_MS = 1000;

/** A line on the context's message stream; does nothing where that is no terminal. */
export function createProgressLine({ messages, env }: CliContext): ProgressLine {
  let shownColumns = 0;
  let waitShownMs = -Infinity;
  const paceAt = createPace();
  const erasing = (): string => {
    if (shownColumns === 0) return '';
    return env.TERM === 'dumb' ? `\r${' '.repeat(shownColumns)}\r` : '\r\x1b[K';
  };
  const clear = (): void => {
    if (shownColumns > 0) messages.write(erasing());
    shownColumns = 0;
  };
  const draw = (text: string): void => {
    // One column is left free: a full line makes some terminals wrap.
    const line = truncate(text, messages.columns() - 1);
    // In one write: a line that is gone for a moment flickers.
    messages.write(erasing() + line);
    shownColumns = line.length;
  };
  const show = (progress: Progress): void => {
    const pace = paceAt(progress);
    if (progress.elapsedMs >= SILENT_MS && messages.isTerminal()) draw(describeProgress(progress, pace));
  };
  const showWaiting = (waiting: Waiting): void => {
    const { waitedMs, limitMs, holder } = waiting;
    if (waitedMs < SILENT_MS || waitedMs - waitShownMs < REDRAW_MS) return;
    if (messages.isTerminal()) draw(describeWaiting(waiting));
    else if (waitShownMs < 0) messages.write(`ccfind: waiting at most ${duration(limitMs)} for ${describeHolder(holder)}\n`);
    waitShownMs = waitedMs;
  };
  return { show, showWaiting, clear };
}

/** Returns a function that takes each progress and gives the present pace; null while that is not known. */
export function createPace(): (progress: Pick<Progress, 'bytesDone' | 'elapsedMs'>) => Pace | null {
  let seen = [{ elapsedMs: 0, bytesDone: 0 }];
  let pace: Pace | null = null;
  let pacedMs = 0;
  return ({ elapsedMs, bytesDone }) => {
    // The refresh has started over.
    if (elapsedMs < seen[seen.length - 1].elapsedMs) {
      seen = [{ elapsedMs: 0, bytesDone: 0 }];
      pacedMs = 0;
    }
    seen.push({ elapsedMs, bytesDone });
    while (elapsedMs - seen[1].elapsedMs >= PACE_WINDOW_MS && bytesDone - seen[1].bytesDone >= PACE_WINDOW_BYTES) seen.shift();
    if (elapsedMs - pacedMs < PACE_STEP_MS) return pace;
    const bytes = bytesDone - seen[0].bytesDone;
    pace = bytes > 0 ? { bytesPerMs: bytes / (elapsedMs - seen[0].elapsedMs) } : null;
    pacedMs = elapsedMs;
    return pace;
  };
}

/** `indexing: 40 %, 40 of 100 files, 120 of 300 MB, 80 MB/s, 3 s left` */
export function describeProgress({ doing, filesDone, filesTotal, bytesDone, bytesTotal }: Progress, pace: Pace | null): string {
  const share = bytesTotal > 0 ? Math.min(1, bytesDone / bytesTotal) : filesTotal > 0 ? Math.min(1, filesDone / filesTotal) : 0;
  const percent = `${Math.floor(share * 100)} %`;
  if (doing === 'asking') return `${doing}: ${percent}, ${countedOf(filesDone, filesTotal, 'question')}`;
  const parts = [percent, countedOf(filesDone, filesTotal, 'file'), `${megabytes(bytesDone)} of ${megabytes(bytesTotal)} MB`];
  if (bytesTotal > 0 && bytesDone >= bytesTotal) parts.push('finishing');
  else if (pace !== null) {
    parts.push(`${megabytes(pace.bytesPerMs * 1000)} MB/s`, `${duration((bytesTotal - bytesDone) / pace.bytesPerMs)} left`);
  }
  return `${doing}: ${parts.join(', ')}`;
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
