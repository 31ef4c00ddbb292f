/**
 * The order of versions, of Claude Code and of ccfind. Pure.
 *
 * The launcher has an order of its own (install/launcher-text.ts): it runs where no file of ccfind may be left.
 */

/** `2.1.9` before `2.1.10`: by the three numbers. One that is missing, or no number, counts as 0; so '' comes before all. */
export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}
