/**
 * What a set of quality is: piles of sessions, and queries whose right sessions are known.
 *
 * A converter makes it of a public data set; lay-down.ts writes the piles as transcripts of Claude Code. Names of sessions and
 * queries are the source's own, so that two conversions can be compared.
 */

/** A piece of a session, told as its reader would: what the person said, what Claude did. */
export interface Part {
  readonly kind: 'prompt' | 'answer' | 'thinking' | 'tool' | 'output';
  readonly text: string;
  /** Name of the tool, of parts of kind tool. */
  readonly tool?: string;
  /** Said by or to a sub-agent. */
  readonly isAgent?: boolean;
  /** Unix time; that of the part before when missing. */
  readonly atMs?: number;
}

export interface Session {
  /** Unique in its pile. */
  readonly name: string;
  /** '' for none. */
  readonly title: string;
  readonly parts: readonly Part[];
}

/** A history of its own: its sessions are searched together, and apart from those of other piles. */
export interface Pile {
  readonly name: string;
  readonly sessions: readonly Session[];
}

export interface Query {
  readonly id: string;
  readonly text: string;
  /** Name of the pile that is asked. */
  readonly pile: string;
  /** Names of the sessions that are right, one at least. */
  readonly right: readonly string[];
}

/** What a converter makes of its repositories. sets: by key of the set (collections.ts). */
export interface Collection {
  readonly piles: readonly Pile[];
  readonly sets: Readonly<Record<string, readonly Query[]>>;
}

/** A set without queries whose right sessions are missing, of the others those that are there. */
export function answerable(queries: readonly Query[], piles: readonly Pile[]): Query[] {
  const names = new Map(piles.map(({ name, sessions }) => [name, new Set(sessions.map((session) => session.name))]));
  const known = queries.map((query) => ({ ...query, right: query.right.filter((name) => names.get(query.pile)?.has(name) === true) }));
  return known.filter(({ right }) => right.length > 0);
}
