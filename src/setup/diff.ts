/**
 * The lines in which two texts differ, with a line of context. Pure.
 *
 * For the few changes that setup makes. After a difference it goes on at the nearest pair of equal lines, which is linear and good enough.
 */

/** How many lines after a difference are searched for a pair of equal lines. */
const REACH = 60;

/** Rows: `- old`, `+ new`, `  both`, and `  …` where equal lines are left out. */
export function diffLines(before: string, after: string): string[] {
  const a = linesOf(before);
  const b = linesOf(after);
  const rows: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push(`  ${a[i++]}`);
      j++;
      continue;
    }
    const [removed, added] = nextMeeting(a, b, i, j);
    for (const line of a.slice(i, i + removed)) rows.push(`- ${line}`);
    for (const line of b.slice(j, j + added)) rows.push(`+ ${line}`);
    i += removed;
    j += added;
  }
  return nearDifferences(rows);
}

function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function nextMeeting(a: readonly string[], b: readonly string[], i: number, j: number): [number, number] {
  for (let sum = 1; sum <= REACH; sum++) {
    for (let removed = 0; removed <= sum; removed++) {
      const [x, y] = [i + removed, j + sum - removed];
      if (x < a.length && y < b.length && a[x] === b[y]) return [removed, sum - removed];
    }
  }
  return [a.length - i, b.length - j];
}

function nearDifferences(rows: readonly string[]): string[] {
  const isChanged = (row: string | undefined): boolean => row !== undefined && !row.startsWith('  ');
  const kept: string[] = [];
  rows.forEach((row, at) => {
    if (isChanged(row) || isChanged(rows[at - 1]) || isChanged(rows[at + 1])) kept.push(row);
    else if (kept.at(-1) !== '  …') kept.push('  …');
  });
  return kept;
}
