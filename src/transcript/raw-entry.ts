/**
 * What scan.ts takes out of one line: where the wanted values stand. Nothing is decoded or copied.
 *
 * There is one RawEntry, which scanLine() overwrites for every line. A value is a half-open range of bytes in `buffer`: of a JSON string
 * what stands between its quotes, still escaped; of any other JSON value its whole text. A missing value begins at -1. The lists
 * below say which keys are wanted; values of all others are skipped unread.
 */

/** Wanted keys of a line; a dot leads into an object, one level deep at most. */
export const ENTRY_KEYS = [
  'type', 'subtype', 'uuid', 'timestamp', 'sessionId', 'cwd', 'gitBranch', 'leafUuid',
  'isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage',
  'operation', 'content', 'summary', 'customTitle', 'aiTitle', 'agentName', 'relocatedCwd', 'prUrl',
  'promptSource', 'userFeedback', 'sourceToolUseID', 'attributionPlugin', 'attributionSkill', 'attributionMcpServer',
  'message.id', 'message.model',
  'attachment.type', 'attachment.prompt', 'attachment.commandMode', 'attachment.origin',
  'origin.kind', 'worktreeSession.originalCwd', 'toolUseResult.agentId',
] as const;

/** Name of a wanted key. */
export type EntryKey = (typeof ENTRY_KEYS)[number];

/** Number of each wanted key: its value is [slots[2 * number], slots[2 * number + 1]). */
export const SLOT: Readonly<Record<EntryKey, number>> = Object.fromEntries(
  ENTRY_KEYS.map((key, slot) => [key, slot]),
) as Record<EntryKey, number>;

/** Kinds of content blocks; `other`: any that is not read. */
export const BLOCK = { text: 0, thinking: 1, toolUse: 2, toolResult: 3, image: 4, other: 5 } as const;

/** One block of message.content; a content that is a plain string is one text block of depth 0. */
export interface RawBlock {
  /** One of BLOCK. */
  kind: number;
  /** 0 in message.content, 1 inside a tool result's content list. */
  depth: number;
  /** text: the text; thinking: the thinking; tool_result: its content when that is a string. */
  textStart: number;
  textEnd: number;
  /** tool_use: its id; tool_result: tool_use_id. */
  idStart: number;
  idEnd: number;
  /** tool_use: the tool's name. */
  nameStart: number;
  nameEnd: number;
  /** tool_use: the input, a whole JSON value. */
  inputStart: number;
  inputEnd: number;
}

/** One line; see the top of this file. */
export interface RawEntry {
  buffer: Buffer;
  /** The line itself, without its line feed. */
  lineStart: number;
  lineEnd: number;
  /** Start and end by SLOT; start is -1 where the key is missing or its value is null. */
  readonly slots: Int32Array;
  /** Reused for every line: only the first `blockCount` belong to this one. */
  readonly blocks: RawBlock[];
  blockCount: number;
}
