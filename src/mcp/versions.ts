/**
 * The published versions of the Model Context Protocol, and how they differ for a server that only has tools. A table.
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
  /** Tools may say what they do to the world, and progress may have a message. */
  readonly hasAnnotations: boolean;
  /** Titles for people, `_meta` of a tool, and results as a structure beside the text. */
  readonly hasStructure: boolean;
  /** An error for a request without a readable id has no id; in older versions it is null, as in JSON-RPC itself. */
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

/** The version that `initialize` answers: the one that was asked for, else the newest of those that are agreed on in that way. */
export function agreedVersion(asked: string): ProtocolVersion {
  const agreeable = VERSIONS.filter(({ isPerRequest }) => !isPerRequest);
  return agreeable.find(({ name }) => name === asked) ?? agreeable[0];
}

/** The version that a request names for itself; null if this server does not know it, or does not speak it per request. */
export function requestVersion(named: string): ProtocolVersion | null {
  return VERSIONS.find(({ isPerRequest, name }) => isPerRequest && name === named) ?? null;
}
