/**
 * The published versions of the Model Context Protocol, and in what they differ for a server that has tools alone. A table.
 *
 * Up to 2025-11-25 a version is agreed on once, by `initialize`; from 2026-07-28 on each request names it, and nothing is
 * remembered of the one before. This server speaks both at once. Source: schema/ and docs/specification/ of
 * modelcontextprotocol/modelcontextprotocol.
 */

/** One version. */
export interface ProtocolVersion {
  readonly name: string;
  /** Named in each request; else agreed on by `initialize`. */
  readonly isPerRequest: boolean;
  /** Several messages in one line, as a list. */
  readonly hasBatches: boolean;
  /** What a tool does to the world may be said, and progress may have words. */
  readonly hasAnnotations: boolean;
  /** Names for people, `_meta` of a tool, and answers as a structure beside the text. */
  readonly hasStructure: boolean;
  /** An error whose request has no readable id goes without one; before, JSON-RPC itself holds: null. */
  readonly mayLackId: boolean;
}

/** Newest first. */
export const VERSIONS: readonly ProtocolVersion[] = [
  { name: '2026-07-28', isPerRequest: true, hasBatches: false, hasAnnotations: true, hasStructure: true, mayLackId: true },
  { name: '2025-11-25', isPerRequest: false, hasBatches: false, hasAnnotations: true, hasStructure: true, mayLackId: true },
  { name: '2025-06-18', isPerRequest: false, hasBatches: false, hasAnnotations: true, hasStructure: true, mayLackId: false },
  { name: '2025-03-26', isPerRequest: false, hasBatches: true, hasAnnotations: true, hasStructure: false, mayLackId: false },
  { name: '2024-11-05', isPerRequest: false, hasBatches: false, hasAnnotations: false, hasStructure: false, mayLackId: false },
];

/** What `initialize` answers: the version that was asked for, else the newest one that is agreed on so. */
export function agreedVersion(asked: string): ProtocolVersion {
  const agreeable = VERSIONS.filter(({ isPerRequest }) => !isPerRequest);
  return agreeable.find(({ name }) => name === asked) ?? agreeable[0];
}

/** The version that a request names for itself; null where this server does not speak it so. */
export function requestVersion(named: string): ProtocolVersion | null {
  return VERSIONS.find(({ isPerRequest, name }) => isPerRequest && name === named) ?? null;
}
