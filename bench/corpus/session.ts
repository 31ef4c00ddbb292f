/**
 * One generated session: the lines that Claude Code would have written, key order and duplicates included
 * (a tool result stands twice, an edit carries the whole file, images and signatures are long base64).
 *
 * Calibrated on published figures of real histories: about 7 prompts and 1.15 MB a session, 14 to 20 % of the
 * bytes worth searching.
 */
import type { Needle, NeedleField } from './needles.ts';
import { createRandom, randomHex, randomUuid, type Random } from './random.ts';
import { capitalise, code, codeLine, listing, log, makeIdentifier, phrase, prose, techWord, word, type Project, type Voice } from './text.ts';
import { VOCABULARY } from './words.ts';

export interface SessionPlan {
  readonly seed: number;
  /** Seeds this session's random stream. */
  readonly number: number;
  readonly id: string;
  readonly projects: readonly Project[];
  readonly targetBytes: number;
  readonly needles: readonly Needle[];
  /** Lines of another session that this one begins with, or null. */
  readonly copied: readonly string[] | null;
  /** Broken lines here and there. */
  readonly isDirty: boolean;
  /** Takes each line, line feed included. */
  readonly emit: (line: string) => void;
}

export interface SessionResult {
  readonly project: Project;
  readonly bytes: number;
  readonly endMs: number;
  readonly random: Random;
}

const COMMANDS = ['npm test --', 'git log --oneline', 'rg -n', 'cat', 'ls -la', 'go test ./...', 'pytest -q', 'kubectl get', 'docker logs', 'curl -s'];
const MODELS = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929', 'claude-haiku-4-5-20251001'];
const DAY_MS = 86_400_000;
const CONTINUED = 'This session is being continued from a previous conversation that ran out of context.';

/** A pool of base64 text; images, ids and signatures are slices of it. */
const BASE64 = makeBase64(3 << 20);

function makeBase64(bytes: number): string {
  const random = createRandom(5, 5);
  const pool = Buffer.alloc(bytes);
  for (let i = 0; i < pool.length; i += 4) pool.writeUInt32LE(random.next(), i);
  return pool.toString('base64');
}

function base64(random: Random, characters: number): string {
  const start = random.below(BASE64.length - characters - 1);
  return BASE64.slice(start, start + characters);
}

export function writeSession(plan: SessionPlan): SessionResult {
  const random = createRandom(plan.seed, plan.number);
  const voice = makeVoice(random, plan.projects);
  const writer = createWriter(plan, voice);
  const planned = new Map<NeedleField, Needle[]>();
  for (const needle of plan.needles) planned.set(needle.field, [...(planned.get(needle.field) ?? []), needle]);
  const take = (field: NeedleField): Needle[] => {
    const needles = planned.get(field) ?? [];
    planned.delete(field);
    return needles;
  };

  if (random.chance(0.2)) writer.line({ type: 'summary', summary: phrase(voice, 40), leafUuid: randomUuid(random) });
  for (const line of plan.copied ?? []) writer.raw(line.replace(/"sessionId":"[^"]+"/, `"sessionId":"${plan.id}"`));
  writer.snapshot({}, false);
  for (let turn = 1; writer.bytes() < plan.targetBytes || planned.size > 0; turn++) writeTurn(turn, plan, voice, writer, take);
  // Neither counted nor drawn for the dirty one alone: it says the same as the clean one of the same seed.
  if (random.chance(0.2) && plan.isDirty) plan.emit('\n{"type":"user","message":{"role":"user","content":"cut off he');
  return { project: voice.project, bytes: writer.bytes(), endMs: voice.timeMs, random };
}

function makeVoice(random: Random, projects: readonly Project[]): Voice {
  const project = projects[Math.floor(Math.pow(random.fraction(), 1.6) * projects.length)];
  const x = random.fraction();
  const language = x < 0.05 ? 'ru' : x < 0.085 ? 'zh' : x < 0.1 ? 'ja' : null;
  const timeMs = Date.UTC(2025, 5, 1) + Math.floor(random.fraction() * 400) * DAY_MS + random.below(DAY_MS);
  const topics: string[] = [];
  for (let i = 0; i < 14; i++) topics.push(random.chance(0.4) ? techWord(random) : VOCABULARY[random.range(700, 25000)]);
  const identifiers: string[] = [];
  for (let i = 0; i < 24; i++) identifiers.push(makeIdentifier(random, () => (random.chance(0.5) ? random.pick(topics) : techWord(random))));
  return { random, project, language, topics, identifiers, timeMs };
}

type Json = Record<string, unknown>;

/** Writes entries with the fields they all share, chained by parentUuid. */
interface Writer {
  bytes(): number;
  raw(line: string): void;
  line(entry: Json): void;
  user(content: unknown, extra?: Json): void;
  assistant(block: Json, stopReason?: string): void;
  result(toolId: string, content: unknown, structured: unknown): void;
  snapshot(backups: Json, isUpdate: boolean): void;
  entry(type: string, fields: Json): void;
}

function createWriter(plan: SessionPlan, voice: Voice): Writer {
  const { random, project } = voice;
  const version = `2.${random.below(2)}.${random.below(120)}`;
  const branches = ['main', 'main', 'dev', `fix/${random.pick(voice.topics)}`, `feat/${random.pick(voice.topics)}-${random.below(900)}`];
  const gitBranch = random.pick(branches);
  const model = random.pick(MODELS);
  let parentUuid: string | null = null;
  let bytes = 0;
  const raw = (line: string): void => {
    bytes += Buffer.byteLength(line);
    plan.emit(line);
  };
  const line = (entry: Json): void => raw(JSON.stringify(entry) + '\n');
  const stamp = (): string => {
    voice.timeMs += 200 + random.below(9000);
    return new Date(voice.timeMs).toISOString();
  };
  // An assistant line has its type after the message; a user line its tool result last.
  const entry = (type: string, before: Json, after: Json = {}): void => {
    const uuid = randomUuid(random);
    const head = { parentUuid, isSidechain: false, userType: 'external', cwd: project.cwd, sessionId: plan.id, version, gitBranch, slug: 'amber-quiet-fox' };
    const tail = { uuid, timestamp: stamp(), ...after };
    line(type === 'assistant' ? { ...head, ...before, type, ...tail } : { ...head, type, ...before, ...tail });
    parentUuid = uuid;
  };
  const usage = (): Json => ({
    input_tokens: random.below(90),
    cache_creation_input_tokens: random.below(9000),
    cache_read_input_tokens: random.below(120000),
    cache_creation: { ephemeral_5m_input_tokens: random.below(9000), ephemeral_1h_input_tokens: 0 },
    output_tokens: random.below(900),
    service_tier: 'standard',
  });
  return {
    bytes: () => bytes,
    raw,
    line,
    entry,
    user: (content, extra = {}) => entry('user', { message: { role: 'user', content } }, extra),
    assistant: (block, stopReason) => {
      const id = 'msg_01' + base64(random, 22);
      const body = { model, id, type: 'message', role: 'assistant', content: [block], stop_reason: stopReason ?? null, stop_sequence: null, usage: usage() };
      entry('assistant', { message: body, requestId: 'req_011C' + base64(random, 20) });
    },
    result: (toolId, content, structured) => {
      const block = { tool_use_id: toolId, type: 'tool_result', content };
      entry('user', { message: { role: 'user', content: [block] } }, { toolUseResult: structured, sourceToolAssistantUUID: parentUuid });
    },
    snapshot: (backups, isUpdate) => {
      const messageId = parentUuid ?? randomUuid(random);
      line({ type: 'file-history-snapshot', messageId, snapshot: { messageId, trackedFileBackups: backups, timestamp: stamp() }, isSnapshotUpdate: isUpdate });
    },
  };
}

function writeTurn(turn: number, plan: SessionPlan, voice: Voice, writer: Writer, take: (field: NeedleField) => Needle[]): void {
  const { random, project } = voice;
  if (random.chance(0.12)) {
    const command = random.pick(['clear', 'compact', 'model', 'cost']);
    writer.user(`<command-name>/${command}</command-name>\n<command-message>${word(voice)}</command-message>\n<command-args></command-args>`);
  }
  if (random.chance(0.1)) {
    const caveat = 'Caveat: The messages below were generated by the user while running local commands. DO NOT respond to these messages.';
    writer.user(`<local-command-caveat>${caveat}</local-command-caveat>`, { isMeta: true });
  }
  let ask = prose(voice, Math.min(2500, random.logNormal(150, 0.8)));
  if (random.chance(0.12)) ask += '\n\n```\n' + log(voice, random.range(300, 2500)) + '```';
  if (random.chance(0.2)) ask += '\n<system-reminder>\n' + prose(voice, 300) + '\n</system-reminder>';
  for (const needle of take('prompt')) ask += (voice.language ? '\n' : ' ') + needle.text;
  const blocks = random.chance(0.14)
    ? [{ type: 'text', text: ask + ' [Image #1]' }, image(random)]
    : random.chance(0.3) ? [{ type: 'text', text: ask }] : ask;
  writer.user(blocks, { thinkingMetadata: { level: 'high', disabled: false, triggers: [] }, todos: [], permissionMode: 'default' });
  const backups: Json = {};
  for (let i = random.below(14); i > 0; i--) {
    backups[random.pick(project.paths)] = { backupFileName: randomHex(random, 16) + '@v' + random.below(9), version: random.below(9) };
  }
  writer.snapshot(backups, true);
  for (const needle of take('thinking')) think(voice, writer, `${prose(voice, 300)} ${needle.text} ${prose(voice, 200)}`);
  for (const needle of take('tool')) bash(voice, writer, needle.text, log(voice, 400));
  for (const needle of take('output')) {
    const isDeep = needle.kind === 'deep-output';
    bash(voice, writer, `cat ${random.pick(project.paths)}`, log(voice, isDeep ? 24000 : 900) + needle.text + '\n' + log(voice, isDeep ? 3000 : 500));
  }
  const steps = Math.max(1, Math.floor(Math.min(60, random.logNormal(11, 0.7))));
  for (let i = 0; i < steps && (writer.bytes() < plan.targetBytes * 1.02 || i < 2); i++) writeStep(voice, writer);
  if (random.chance(0.05)) {
    const id = toolId(random);
    writer.assistant({ type: 'tool_use', id, name: 'mcp__browser__screenshot', input: {} });
    const shot = image(random);
    writer.result(id, [shot], [shot]);
  }
  let answer = prose(voice, Math.min(5000, random.logNormal(700, 0.7)));
  if (random.chance(0.4)) answer += '\n\n```ts\n' + code(voice, random.range(200, 900)) + '```\n';
  for (const needle of take('answer')) answer += '\n\n' + needle.text + '\n';
  writer.assistant({ type: 'text', text: answer }, 'end_turn');
  writer.entry('system', { subtype: 'turn_duration', durationMs: random.below(400000), isMeta: false });
  const summary = { isCompactSummary: true, isVisibleInTranscriptOnly: true };
  for (const needle of take('summary')) writer.user(`${CONTINUED} ${prose(voice, 1500)} ${needle.text} ${prose(voice, 1500)}`, summary);
  if (writer.bytes() > 1.5e6 && random.chance(0.03)) writer.user(`${CONTINUED} The conversation is summarized below:\n${prose(voice, 6000)}`, summary);
  if (turn === 1) writeTitle(plan, voice, writer, take('title'));
}

function writeTitle(plan: SessionPlan, voice: Voice, writer: Writer, needles: readonly Needle[]): void {
  const { random } = voice;
  let title = `${capitalise(random.pick(voice.topics))} ${word(voice)} ${random.pick(voice.topics)} ${word(voice)}`;
  for (const needle of needles) title = needle.text;
  if (random.chance(0.85) || plan.needles.length > 0) writer.line({ type: 'ai-title', aiTitle: title, sessionId: plan.id });
  if (random.chance(0.08)) writer.line({ type: 'custom-title', customTitle: title, sessionId: plan.id });
}

/** Thinking, a word to the person, a tool call with its result: one of each now and then. */
function writeStep(voice: Voice, writer: Writer): void {
  const { random, project } = voice;
  if (random.chance(0.4)) think(voice, writer, prose(voice, Math.min(4000, random.logNormal(330, 0.8))));
  if (random.chance(0.28)) writer.assistant({ type: 'text', text: prose(voice, Math.min(1500, random.logNormal(130, 0.7))) });
  const kind = random.below(100);
  if (kind < 42) {
    const filter = random.pick(['head -50', 'tail -80', 'grep -i ' + random.pick(voice.topics), 'wc -l']);
    bash(voice, writer, `${random.pick(COMMANDS)} ${random.pick(project.paths)} 2>&1 | ${filter}`, log(voice, Math.min(30000, random.logNormal(760, 1.1))));
  } else if (kind < 66) readFile(voice, writer);
  else if (kind < 82) edit(voice, writer);
  else if (kind < 93) grep(voice, writer);
  else todo(voice, writer);
  if (random.chance(0.5)) {
    const data = { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: 'PostToolUse:Bash', command: 'node ${CLAUDE_PLUGIN_ROOT}/hooks/post.mjs' };
    writer.entry('progress', { data, toolUseID: toolId(random), parentToolUseID: toolId(random) });
  }
}

function toolId(random: Random): string {
  return 'toolu_01' + randomHex(random, 22);
}

function image(random: Random): Json {
  const data = base64(random, Math.floor(Math.min(900000, random.logNormal(190000, 0.7))));
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

function think(voice: Voice, writer: Writer, text: string): void {
  writer.assistant({ type: 'thinking', thinking: text, signature: base64(voice.random, Math.floor(Math.min(9000, voice.random.logNormal(900, 0.8)))) });
}

function bash(voice: Voice, writer: Writer, command: string, output: string): void {
  const id = toolId(voice.random);
  const description = `${capitalise(word(voice))} ${word(voice)} ${word(voice)}`;
  writer.assistant({ type: 'tool_use', id, name: 'Bash', input: { command, description } });
  writer.result(id, output, { stdout: output, stderr: '', interrupted: false, isImage: false, noOutputExpected: false });
}

function readFile(voice: Voice, writer: Writer): void {
  const { random, project } = voice;
  const id = toolId(random);
  const filePath = `${project.cwd}/${random.pick(project.paths)}`;
  const text = listing(voice, Math.min(24000, random.logNormal(1600, 0.9)));
  writer.assistant({ type: 'tool_use', id, name: 'Read', input: { file_path: filePath } });
  const content = text.replace(/^ *\d+→/gm, '');
  writer.result(id, text, { type: 'text', file: { filePath, content, numLines: 40, startLine: 1, totalLines: 400 } });
}

function edit(voice: Voice, writer: Writer): void {
  const { random, project } = voice;
  const id = toolId(random);
  const filePath = `${project.cwd}/${random.pick(project.paths)}`;
  const oldString = code(voice, 200);
  const newString = code(voice, 260);
  const originalFile = code(voice, Math.min(80000, random.logNormal(11000, 0.8)));
  writer.assistant({ type: 'tool_use', id, name: 'Edit', input: { replace_all: false, file_path: filePath, old_string: oldString, new_string: newString } });
  const report = `The file ${filePath} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${listing(voice, 500)}`;
  const structuredPatch = [{ oldStart: 10, oldLines: 8, newStart: 10, newLines: 9, lines: (oldString + newString).split('\n') }];
  writer.result(id, report, { filePath, oldString, newString, originalFile, structuredPatch, userModified: false, replaceAll: false });
}

function grep(voice: Voice, writer: Writer): void {
  const { random, project } = voice;
  const id = toolId(random);
  let content = '';
  const numLines = random.range(2, 30);
  for (let i = 0; i < numLines; i++) content += `${random.pick(project.paths)}:${random.below(900)}:${codeLine(voice).trim()}\n`;
  writer.assistant({ type: 'tool_use', id, name: 'Grep', input: { pattern: random.pick(project.identifiers), path: project.cwd, output_mode: 'content', '-n': true } });
  writer.result(id, content, { mode: 'content', numFiles: 0, filenames: [], content, numLines });
}

function todo(voice: Voice, writer: Writer): void {
  const id = toolId(voice.random);
  const todos = [0, 1, 2].map(() => ({ content: phrase(voice, 50), status: 'pending', activeForm: `${word(voice)} ${word(voice)}` }));
  writer.assistant({ type: 'tool_use', id, name: 'TodoWrite', input: { todos } });
  const done = 'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress.';
  writer.result(id, done, { oldTodos: [], newTodos: [{ content: prose(voice, 60), status: 'in_progress' }] });
}
