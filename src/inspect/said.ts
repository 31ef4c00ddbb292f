/**
 * What was said on a line of a transcript, read without the code that indexes it: by JSON.parse and rules of its own, so that
 * faults of the index show. Nothing of the reader in transcript/ is used but the lists of known kinds.
 *
 * It leaves out what the index leaves out on purpose, by rules that err on the side of leaving out too much:
 *   - texts that a client wrote in the person's name (they begin with `<`, `[`, `/` or one of its sentences), meta lines, notices
 *   - reminders and what an editor inserted; the client's words around refusals, answers and outputs kept elsewhere
 *   - images and other data; text with control codes that move the cursor
 *   - everything around a plan but the plan itself, and everything of ours: ccfind's own calls and answers
 */

/** Whose words these are, or what they come from. */
export type SaidKind = 'prompt' | 'answer' | 'thinking' | 'tool' | 'output' | 'summary';

/** A text. */
export interface Said {
  readonly kind: SaidKind;
  readonly text: string;
}

/** A line that is an object. */
export type RawLine = Readonly<Record<string, unknown>>;

/** Texts that a client wrote in the person's name; a coarse form of transcript/speaker.ts. */
const WRITTEN_BY_CLIENT = /^\s*(?:[<[/]|Caveat:|This session is being continued|Base directory|Unknown s|Args from|Stop hook|Operation stopped|Implement the following plan|Warmup|Tool loaded|Continue from)/;
const SUMMARY_HEAD = /^\s*This session is being continued from a previous conversation/;
/** Results in which the client speaks, or that are kept elsewhere; see transcript/tool-words.ts. */
const NO_OUTPUT = /^\s*(?:The user doesn't want|User has answered|Your questions have been|Async agent launched|Spawned successfully|<persisted-output>|(?:Exit code \d+\n)?\[Request interrupted)/;
const INJECTED = /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics)>[\s\S]*?<\/\1>/g;
const COLOURS = /\x1b\[[0-9;]*m/g;
const CURSOR_CODES = /[\x07\x08\x1b\x7f-\x9f]/;
const PLAN_TOOLS: ReadonlySet<unknown> = new Set(['ExitPlanMode', 'exit_plan_mode']);
const MAX_DEPTH = 16;

/** The object of a line, or null when it is none. */
export function parseLine(text: string): RawLine | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An object that is no list, or null. */
export function objectOf(value: unknown): RawLine | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawLine) : null;
}

/** The blocks of a message's or a result's content; none of a string. */
export function blocksOf(content: unknown): RawLine[] {
  return Array.isArray(content) ? content.map(objectOf).filter((block): block is RawLine => block !== null) : [];
}

/** What was said on the line, in its order. */
export function saidOn(line: RawLine): Said[] {
  if ([line.attributionPlugin, line.attributionSkill, line.attributionMcpServer].some((name) => typeof name === 'string' && name.includes('ccfind'))) return [];
  const said = line.type === 'assistant' ? saidByClaude(line) : line.type === 'user' ? saidByPerson(line) : line.type === 'attachment' ? saidInBetween(line) : [];
  return said.flatMap(({ kind, text }) => {
    const plain = text.replace(COLOURS, '');
    return plain.trim() === '' || CURSOR_CODES.test(plain) ? [] : [{ kind, text: plain }];
  });
}

function saidByClaude({ message, isApiErrorMessage }: RawLine): Said[] {
  const { content, model } = objectOf(message) ?? {};
  if (isApiErrorMessage === true || model === '<synthetic>') return [];
  return blocksOf(content).flatMap((block): Said[] => {
    if (block.type === 'text') return textIn('answer', block.text);
    if (block.type === 'thinking') return textIn('thinking', block.thinking);
    if (block.type !== 'tool_use') return [];
    const input = PLAN_TOOLS.has(block.name) ? (objectOf(block.input)?.plan ?? null) : block.input;
    return [{ kind: 'tool', text: [block.name, ...stringsIn(input, MAX_DEPTH)].filter((part) => typeof part === 'string').join('\n') }];
  });
}

function saidByPerson(line: RawLine): Said[] {
  if (line.isMeta === true || typeof line.sourceToolUseID === 'string') return [];
  const { content } = objectOf(line.message) ?? {};
  const blocks = blocksOf(content);
  const texts = [...(typeof content === 'string' ? [content] : []), ...blocks.map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''))];
  const whole = texts.filter((text) => text !== '').join('\n');
  if (line.isCompactSummary === true || SUMMARY_HEAD.test(whole)) return [{ kind: 'summary', text: withoutInjected(whole) }];
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? outputIn(block.content) : []));
  return [...results, ...(isProgram(line) ? [] : typed(whole))];
}

/** A prompt that the client took in between two tool calls. */
function saidInBetween({ attachment }: RawLine): Said[] {
  const { type, prompt, commandMode, origin } = objectOf(attachment) ?? {};
  if (type !== 'queued_command' || commandMode !== 'prompt' || typeof prompt !== 'string') return [];
  const from = objectOf(origin)?.kind;
  return from === undefined || from === 'human' ? typed(prompt) : [];
}

function isProgram({ promptSource, origin }: RawLine): boolean {
  const from = objectOf(origin)?.kind;
  return promptSource === 'system' || (from !== undefined && from !== 'human');
}

function typed(text: string): Said[] {
  const own = withoutInjected(text);
  return WRITTEN_BY_CLIENT.test(own) ? [] : [{ kind: 'prompt', text: own }];
}

function outputIn(content: unknown): Said[] {
  const texts = typeof content === 'string' ? [content] : blocksOf(content).map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''));
  const text = withoutInjected(texts.join('\n'));
  return NO_OUTPUT.test(text) ? [] : [{ kind: 'output', text }];
}

function withoutInjected(text: string): string {
  return text.includes('<') ? text.replace(INJECTED, '\n') : text;
}

function textIn(kind: SaidKind, text: unknown): Said[] {
  return typeof text === 'string' ? [{ kind, text }] : [];
}

function stringsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((part) => stringsIn(part, depth - 1));
}
