/**
 * Why no terminal opened a window, in one line. Pure.
 */
import type { Refusal } from '../resume/open-window.ts';
import { sanitize } from '../terminal/sanitize.ts';

/** Names the terminals in the order in which they were tried, and what they said, made harmless. */
export function refusalText(refusals: readonly Refusal[]): string {
  if (refusals.length === 0) return 'no terminal to open a window in';
  return `no terminal would open a window: ${refusals.map(({ terminal, reason }) => `${terminal} (${sanitize(reason)})`).join('; ')}`;
}
