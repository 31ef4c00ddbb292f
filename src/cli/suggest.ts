/**
 * The known name that was probably meant. Pure.
 *
 * Distance: insertions, deletions, replacements and swaps of neighbours, each 1. A name is near when
 * it begins with what was typed (three letters at least), or when at most a third of its letters are off.
 */

/** The nearest of the names, the first of equals; or null when none is near. */
export function suggest(typed: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const name of names) {
    const isStart = typed.length >= 3 && name.startsWith(typed);
    const distance = isStart ? 0.5 : editDistance(typed, name);
    if (distance < bestDistance && distance <= Math.max(1, Math.floor(name.length / 3))) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Source: Damerau 1964, in the restricted form (no letter is touched twice). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
