/**
 * Every kind of line and block that is known, read or passed over on purpose: what is in none of these lists is new.
 *
 * What the reader takes is decided by scan-keys.ts, never here. These lists only let somebody tell a person that their
 * client writes what this version has never seen.
 */

/** Client up to which the lists are complete. */
export const KNOWN_CLIENT = '2.1.332';

/** `type` of a line. */
export const KNOWN_LINES: ReadonlySet<string> = new Set([
  'user', 'assistant', 'system', 'attachment', 'summary', 'ai-title', 'custom-title', 'agent-name', 'last-prompt', 'queue-operation',
  'mode', 'permission-mode', 'atis-latch', 'cost-state', 'tools-used', 'worktree-state', 'relocated', 'file-history-snapshot',
  'file-history-delta', 'progress', 'api-request', 'api-request-shape', 'api-request-blob', 'pr-link', 'fork-context-ref', 'continued-in',
  'frame-link', 'bridge-session', 'started', 'result', 'failed', 'attribution-snapshot', 'content-replacement', 'speculation-accept', 'tag',
]);

/** `type` of a block of message.content. */
export const KNOWN_BLOCKS: ReadonlySet<string> = new Set([
  'text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result', 'image', 'document',
]);

/** Key of the words of a kind that always has it (of a user's or Claude's line: in its message). An empty text counts as there: thinking often is. */
export const WORDS_OF: ReadonlyMap<string, string> = new Map([
  ['line user', 'content'], ['line assistant', 'content'], ['line summary', 'summary'], ['line ai-title', 'aiTitle'], ['line custom-title', 'customTitle'],
  ['block text', 'text'], ['block thinking', 'thinking'], ['block tool_use', 'input'], ['block tool_result', 'content'],
]);
