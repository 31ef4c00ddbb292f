/**
 * What the byte walker takes out of one line: ranges of the wanted values, nothing decoded.
 *
 * A RawEntry is one reusable object: scanLine() overwrites it for every line. Every value is a
 * half-open byte range in `buffer`; of a JSON string the range between its quotes, still escaped; of
 * any other JSON value its whole text. A missing value has start -1. Tables say which keys are wanted;
 * everything else is skipped without being looked at.
 */

/** Wanted keys of a line: [path, slot]. A path is one or two keys deep. */
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

/** Slot of each wanted key in RawEntry.slots (start at 2 * slot, end at 2 * slot + 1). */
export const SLOT: Readonly<Record<EntryKey, number>> = Object.fromEntries(
  ENTRY_KEYS.map((key, slot) => [key, slot]),
) as Record<EntryKey, number>;

/** Kinds of content blocks; `other` is any that nobody wants. */
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

/** One line, walked. See the head of this file. */
export interface RawEntry {
  buffer: Buffer;
  /** The line itself, without its line feed. */
  lineStart: number;
  lineEnd: number;
  /** Two numbers a slot; see SLOT. Start is -1 where the key is missing or its value is null. */
  readonly slots: Int32Array;
  /** Reused objects; only the first blockCount count. */
  readonly blocks: RawBlock[];
  blockCount: number;
}
