/**
 * Tells how far a measurement is, ten times a second at most: it is asked after every file and every question.
 */
import type { Progress } from '../../contract.ts';

const PROGRESS_MS = 100;

/** Starts counting the time. The function tells when it is due. */
export function createTicker(doing: Progress['doing'], onProgress: (progress: Progress) => void): (now: Omit<Progress, 'doing' | 'elapsedMs'>) => void {
  const startMs = Date.now();
  let toldMs = startMs;
  return (now) => {
    const nowMs = Date.now();
    if (nowMs - toldMs < PROGRESS_MS) return;
    toldMs = nowMs;
    onProgress({ doing, ...now, elapsedMs: nowMs - startMs });
  };
}
