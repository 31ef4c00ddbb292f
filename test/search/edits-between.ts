/**
 * The distance of two words by its definition: a whole table, slow and obvious.
 */

/** Letters that are dropped, added, changed, or swapped with a neighbour between two words; none is edited twice. */
export function editsBetween(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        rows[i][j] = i + j;
        continue;
      }
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i][j] = Math.min(
        rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1), rows[i - 1][j] + 1, rows[i][j - 1] + 1, isSwap ? rows[i - 2][j - 2] + 1 : Infinity,
      );
    }
  }
  return rows[a.length][b.length];
}
