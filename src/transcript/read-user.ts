/**
 * User entries: tool results, and text in which the person, the program or an agent speaks.
 *
 * Tool results stay bytes; only their first words are looked at. What speaks in text is decided by speaker.ts. A
 * text that waited in the queue has arrived when it stands here, even as a meta line (a scheduled wake-up).
 */
import { FIELD } from '../schema.ts';
import { appendJsonString, stripSpans } from './clean.ts';
import type { Reading } from './entry.ts';
import { noteOpening, noteTask } from './facts.ts';
import { agentKey, callIdOf, lineIdentity, resultIdentity } from './identity.ts';
import { addPiece, addText, appendString, IMAGE_NOTE, textSince } from './pieces.ts';
import { arrive } from './queue.ts';
import { BLOCK } from './raw-entry.ts';
import type { RawBlock, RawEntry } from './raw-entry.ts';
import { isString, isTrue, isWord, stringAt } from './raw-values.ts';
import { stripReminders } from './reminders.ts';
import { findSideFile } from './side-files.ts';
import { INJECTED_SPANS, whoSpeaks } from './speaker.ts';
import type { SpeakerHints } from './speaker.ts';
import type { TextBuffer } from './text-buffer.ts';
import { HEAD_BYTES, judgeResult } from './tool-words.ts';

/** Reads a user line into the entry. */
export function readUser(reading: Reading, raw: RawEntry): void {
  let hasResult = false;
  for (let i = 0; i < raw.blockCount; i++) hasResult ||= raw.blocks[i].kind === BLOCK.toolResult;
  if (hasResult) readResults(reading, raw);
  else readText(reading, raw);
}

function readText(reading: Reading, raw: RawEntry): void {
  const { entry, state } = reading;
  entry.identity = lineIdentity(raw);
  const start = entry.text.length;
  const hasImage = appendTexts(reading, raw);
  const text = textSince(entry.text, start);
  const hints: SpeakerHints = {
    // What the model called, a skill for one, is not the person's even where the flag is missing.
    isMeta: isTrue(raw, 'isMeta') || isString(raw, 'sourceToolUseID'),
    isSummary: isTrue(raw, 'isCompactSummary'),
    isAgent: entry.isAgent,
    isProgram: isWord(raw, 'promptSource', 'system') || (isString(raw, 'origin.kind') && !isWord(raw, 'origin.kind', 'human')),
  };
  if (hasImage && text.trim() === '') {
    entry.text.length = start;
    if (!hints.isMeta) speak(reading, IMAGE_NOTE, hints, start);
    return;
  }
  if (entry.isAgent) {
    if (text.trim() === 'Warmup') state.isWarmup = true;
    else if (!hints.isMeta) state.isWarmup = false;
  }
  if (state.isOwnShell && /^\s*<bash-std/.test(text)) {
    state.isOwnShell = false;
    entry.text.length = start;
    return;
  }
  speak(reading, text, hints, start);
}

/**
 * Puts spoken text into the entry. The text stands in the entry's buffer from `start` on, or (an image) nowhere.
 */
export function speak(reading: Reading, text: string, hints: SpeakerHints, start: number): void {
  const { entry, state } = reading;
  const speech = whoSpeaks(text, hints);
  const words = typeof speech === 'string' ? text : (speech.words ?? text);
  // A summary may quote what waits: that is no arrival.
  const mayArrive = typeof speech === 'string' || speech.field === FIELD.prompt || hints.isProgram;
  if (mayArrive && !entry.isAgent) entry.supersedes.push(...arrive(state.waiting, words));
  if (typeof speech === 'string') {
    entry.text.length = start;
    if (speech === 'own') {
      state.isOwnTurn = true;
      state.hasOwnWork = false;
    }
    if (speech === 'own-shell') state.isOwnShell = true;
    return;
  }
  if (!entry.isAgent) state.isOwnTurn = state.hasOwnWork = state.hasWork = false;
  if (speech.words !== null || entry.text.length === start) {
    entry.text.length = start;
    appendString(entry.text, words);
  }
  if (!addPiece(entry, speech.field, start)) return;
  entry.opensTurn = speech.opensTurn;
  if (speech.opensTurn) noteOpening(state.facts, words);
  if (speech.isTask) noteTask(state.facts, words);
}

/** Appends the text blocks of the line itself, a line feed between them. True when there is an image too. */
function appendTexts(reading: Reading, raw: RawEntry): boolean {
  const { text } = reading.entry;
  const start = text.length;
  let hasImage = false;
  for (let i = 0; i < raw.blockCount; i++) {
    const block = raw.blocks[i];
    if (block.depth > 0) continue;
    if (block.kind === BLOCK.image) hasImage = true;
    if (block.kind !== BLOCK.text || block.textStart < 0) continue;
    if (text.length > start) appendString(text, '\n');
    appendJsonString(text, raw.buffer, block.textStart, block.textEnd);
  }
  stripSpans(text, start, INJECTED_SPANS);
  return hasImage;
}

function readResults(reading: Reading, raw: RawEntry): void {
  const { entry, state } = reading;
  let isOwn = false;
  for (let i = 0; i < raw.blockCount; i++) {
    const block = raw.blocks[i];
    if (block.kind !== BLOCK.toolResult || block.depth > 0) continue;
    if (takeOwnCall(state.ownCalls, raw, i)) isOwn = true;
    else readResult(reading, raw, i);
  }
  entry.identity = resultIdentity(raw);
  const agent = stringAt(raw, 'toolUseResult.agentId');
  if (agent !== '' && !isOwn) entry.links.push(agentKey(agent));
  const feedback = stringAt(raw, 'userFeedback');
  if (feedback !== '' && !hasWords(reading, feedback)) addText(entry, FIELD.prompt, feedback);
  const start = entry.text.length;
  appendTexts(reading, raw);
  if (entry.text.length === start) return;
  // Typed while Claude worked, and handed over with the result: no turn of its own. A command there is a skill's that the model called.
  const text = textSince(entry.text, start);
  const isProgram = text.startsWith('<command-');
  speak(reading, text, { isMeta: isTrue(raw, 'isMeta'), isSummary: false, isAgent: entry.isAgent, isProgram }, start);
  entry.opensTurn = false;
}

function hasWords(reading: Reading, words: string): boolean {
  return textSince(reading.entry.text, 0).includes(words.trim());
}

/** True when the result block is that of a call of ours; the call is forgotten. */
function takeOwnCall(ownCalls: string[], raw: RawEntry, index: number): boolean {
  if (ownCalls.length === 0) return false;
  const place = ownCalls.indexOf(callIdOf(raw, raw.blocks[index]));
  if (place >= 0) ownCalls.splice(place, 1);
  return place >= 0;
}

function readResult(reading: Reading, raw: RawEntry, index: number): void {
  const { entry, context } = reading;
  const { text } = entry;
  const start = text.length;
  appendOutput(text, raw, raw.blocks[index]);
  for (let i = index + 1; i < raw.blockCount && raw.blocks[i].depth > 0; i++) {
    if (text.length > start) appendString(text, '\n');
    if (raw.blocks[i].kind === BLOCK.image) appendString(text, IMAGE_NOTE);
    else if (raw.blocks[i].kind === BLOCK.text) appendOutput(text, raw, raw.blocks[i]);
  }
  const head = text.bytes.toString('utf8', start, Math.min(text.length, start + HEAD_BYTES));
  const judged = judgeResult(head, () => textSince(text, start));
  if (judged.kind === 'output') {
    addPiece(entry, FIELD.output, start);
  } else if (judged.kind === 'tail') {
    addPiece(entry, FIELD.output, start + judged.from);
  } else if (judged.kind === 'pointer') {
    const path = judged.name === '' ? null : findSideFile(context.sessionDir, judged.name);
    if (path === null) {
      addPiece(entry, FIELD.output, start);
      if (judged.name !== '') context.onAbsent?.(judged.name);
    } else {
      entry.sideFiles.push(path);
      text.length = start;
    }
  } else {
    text.length = start;
    if (judged.kind === 'words') addText(entry, FIELD.prompt, judged.words);
  }
}

function appendOutput(text: TextBuffer, raw: RawEntry, block: RawBlock): void {
  if (block.textStart < 0) return;
  const start = text.length;
  appendJsonString(text, raw.buffer, block.textStart, block.textEnd);
  stripReminders(text, start);
}
