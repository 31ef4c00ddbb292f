/**
 * Looks a number up among ascending ones, starting from a known place before it.
 */

/**
 * Index of the range that holds a number: the last i in [from, to) with start[i] <= wanted.
 *
 * start: ascending, start[from] <= wanted. Steps double first, so that near ranges are found in few steps.
 */
export function rangeOf(start: Uint32Array, from: number, to: number, wanted: number): number {
  let low = from;
  let step = 1;
  while (low + step < to && start[low + step] <= wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (start[middle] <= wanted) low = middle;
    else high = middle;
  }
  return low;
}
