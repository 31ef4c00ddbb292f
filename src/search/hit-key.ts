/**
 * The key of a hit, `SESSION:TURN:N`: where `show --around` finds it again.
 *
 * N counts the chunks of the turn in that session. What the person and Claude said has the ordinal that the
 * index keeps, so the key stays valid while the turn grows; text of sub-agents and prompts that wait in the
 * queue are counted separately, from SIDE_BASE up.
 */

/** First N of chunks that have no ordinal of their own. */
export const SIDE_BASE = 1_000_000;

/** A key, taken apart. */
export interface HitKey {
  readonly session: string;
  readonly turn: number;
  readonly number: number;
}

/** The key as text. */
export function formatHitKey({ session, turn, number }: HitKey): string {
  return `${session}:${turn}:${number}`;
}

/** The parts of a key, or null when the text is none. */
export function parseHitKey(text: string): HitKey | null {
  const found = /^(.+):(\d{1,9}):(\d{1,9})$/s.exec(text);
  return found === null ? null : { session: found[1], turn: Number(found[2]), number: Number(found[3]) };
}
