/**
 * Lines that are neither the person's nor Claude's turn: queued prompts, recaps, titles and facts.
 */
import { FIELD } from '../schema.ts';
import { appendJsonString, stripSpans } from './clean.ts';
import { isTypedNoise } from './commands.ts';
import type { Reading } from './entry.ts';
import { MAX_PATH_LENGTH, MAX_TITLE_LENGTH, cutLine, noteAiTitle, noteCustomTitle, notePullRequest } from './facts.ts';
import { lineIdentity } from './identity.ts';
import { addText, appendString, IMAGE_NOTE, textSince } from './pieces.ts';
import { enqueue, textKeyOf } from './queue.ts';
import type { RawEntry } from './raw-entry.ts';
import { SLOT } from './raw-entry.ts';
import { isString, isWord, stringAt, valueAt } from './raw-values.ts';
import { speak } from './read-user.ts';
import { INJECTED_SPANS, whoSpeaks } from './speaker.ts';
import type { SpeakerHints } from './speaker.ts';

const PERSON: SpeakerHints = { isMeta: false, isSummary: false, isAgent: false, isProgram: false };
/** Begins what the program puts into the queue: notifications, wrappers, task descriptions. */
const PROGRAM_HEAD = /^\s*(?:<[a-z-]+>|\{"task_id")/;
/** The client's hint behind a recap. */
const RECAP_HINT = /\s*\(disable recaps in \/config\)\s*$/;

/** Of attachments only prompts that were taken in between two tool calls are speech (2.1.120 and later). */
export function readAttachment(reading: Reading, raw: RawEntry): void {
  const { entry } = reading;
  if (!isWord(raw, 'attachment.type', 'queued_command')) return;
  entry.identity = lineIdentity(raw);
  const start = entry.text.length;
  if (isString(raw, 'attachment.prompt')) appendSlot(reading, raw, SLOT['attachment.prompt']);
  else appendString(entry.text, textOfBlocks(valueAt(raw, 'attachment.prompt')));
  stripSpans(entry.text, start, INJECTED_SPANS);
  const mode = stringAt(raw, 'attachment.commandMode');
  const text = textSince(entry.text, start);
  if (isTypedNoise(text)) {
    entry.text.length = start;
    return;
  }
  if (mode === 'bash' && !text.trimStart().startsWith('<')) {
    entry.text.length = start;
    return speak(reading, `<bash-input>${text}</bash-input>`, PERSON, start);
  }
  const isProgram = (mode !== 'prompt' && mode !== '') || !isHuman(valueAt(raw, 'attachment.origin'));
  speak(reading, text, { ...PERSON, isAgent: entry.isAgent, isProgram }, start);
}

/** True unless an origin is given that is not the person. */
function isHuman(origin: unknown): boolean {
  if (typeof origin !== 'object' || origin === null || !('kind' in origin)) return true;
  return origin.kind === 'human';
}

function textOfBlocks(blocks: unknown): string {
  if (!Array.isArray(blocks)) return '';
  const texts: string[] = [];
  for (const block of blocks as unknown[]) {
    if (typeof block !== 'object' || block === null) continue;
    if ('text' in block && typeof block.text === 'string') texts.push(block.text);
    else if ('type' in block && block.type === 'image') texts.push(IMAGE_NOTE);
  }
  return texts.join('\n');
}

/** A prompt put into the queue counts until it arrives, see queue.ts. */
export function readQueueOperation(reading: Reading, raw: RawEntry): void {
  const { entry, state } = reading;
  if (entry.isAgent || !isWord(raw, 'operation', 'enqueue') || !isString(raw, 'content')) return;
  const start = entry.text.length;
  appendSlot(reading, raw, SLOT.content);
  stripSpans(entry.text, start, INJECTED_SPANS);
  const text = textSince(entry.text, start);
  const speech = PROGRAM_HEAD.test(text) || isTypedNoise(text) ? 'noise' : whoSpeaks(text, PERSON);
  entry.text.length = start;
  if (typeof speech === 'string' || speech.field !== FIELD.prompt) return;
  const words = speech.words ?? text;
  const key = textKeyOf(words);
  if (!enqueue(state.waiting, key) || !addText(entry, FIELD.prompt, words)) return;
  entry.identity = lineIdentity(raw);
  entry.isQueued = true;
  entry.textKey = key;
}

/** Of the client's own lines a recap is a summary, and a command may hold words to Claude. */
export function readSystem(reading: Reading, raw: RawEntry): void {
  const { entry } = reading;
  if (!isString(raw, 'content')) return;
  const isRecap = isWord(raw, 'subtype', 'away_summary');
  if (!isRecap && !isWord(raw, 'subtype', 'local_command')) return;
  entry.identity = lineIdentity(raw);
  const start = entry.text.length;
  appendSlot(reading, raw, SLOT.content);
  const text = textSince(entry.text, start);
  entry.text.length = start;
  if (isRecap) {
    addText(entry, FIELD.summary, text.replace(RECAP_HINT, ''));
  } else if (text.startsWith('<command-')) {
    const speech = whoSpeaks(text, PERSON);
    // The client answered the command itself: without arguments nobody said anything.
    if (typeof speech !== 'string' && speech.words !== null && speech.words.includes(' ')) addText(entry, speech.field, speech.words);
  }
}

/** Titles and other facts of the session. */
export function readLabel(reading: Reading, raw: RawEntry, type: string): void {
  const { facts } = reading.state;
  if (type === 'custom-title') noteCustomTitle(facts, stringAt(raw, 'customTitle'));
  else if (type === 'agent-name') noteCustomTitle(facts, stringAt(raw, 'agentName'));
  else if (type === 'ai-title') noteAiTitle(facts, stringAt(raw, 'aiTitle'));
  else if (type === 'pr-link') notePullRequest(facts, stringAt(raw, 'prUrl'));
  else if (type === 'relocated') facts.movedCwd = stringAt(raw, 'relocatedCwd').slice(0, MAX_PATH_LENGTH) || facts.movedCwd;
  else if (type === 'worktree-state') facts.worktreeOf = stringAt(raw, 'worktreeSession.originalCwd').slice(0, MAX_PATH_LENGTH) || facts.worktreeOf;
  else if (type === 'summary') {
    const title = cutLine(stringAt(raw, 'summary'), MAX_TITLE_LENGTH);
    if (title !== '') reading.summaries.push({ leaf: stringAt(raw, 'leafUuid'), title });
  }
}

function appendSlot(reading: Reading, raw: RawEntry, slot: number): void {
  appendJsonString(reading.entry.text, raw.buffer, raw.slots[2 * slot], raw.slots[2 * slot + 1]);
}
