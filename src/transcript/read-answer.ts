/**
 * Assistant entries: answers, thinking and tool calls. One content block a line from 1.0 on.
 *
 * Error notices and the client's own lines (`<synthetic>`) are noise, but a 2.1.120 client kept interrupted answers
 * under that model, so long ones count. Plan text is an answer, whatever tool carries it. Our own calls are
 * remembered until their results come (echo.ts).
 */
import { FIELD } from '../schema.ts';
import { appendJsonLeaves, appendJsonString } from './clean.ts';
import { isOwnServer, isOwnSkill, isOwnToolCall } from './echo.ts';
import type { Reading } from './entry.ts';
import { answerIdentity, callIdOf, callKey, messageKeyOf } from './identity.ts';
import { addPiece, addText, appendString, textSince } from './pieces.ts';
import { BLOCK } from './raw-entry.ts';
import type { RawBlock, RawEntry } from './raw-entry.ts';
import { isTrue, isWord, parseValue, stringAt, unescape } from './raw-values.ts';

/** The longest notice seen under `<synthetic>` that is no API error has 60 characters. */
const MAX_NOTICE_BYTES = 160;
/** Our calls remembered at once. */
const MAX_OWN_CALLS = 64;
/** Tools that start a sub-agent: Task up to 2.1.62, Agent from 2.1.63; a skill may run as one. */
const AGENT_TOOLS = new Set(['Task', 'Agent', 'Skill', 'Workflow']);
const PLAN_TOOLS = new Set(['ExitPlanMode', 'exit_plan_mode']);
const OWN_NAME = Buffer.from('ccfind');

/** Reads an assistant line into the entry. */
export function readAnswer(reading: Reading, raw: RawEntry): void {
  const { entry, state } = reading;
  if (isTrue(raw, 'isApiErrorMessage')) return;
  if (entry.isAgent && state.isWarmup) return;
  const isOwn = (state.isOwnTurn && !entry.isAgent) || stringAt(raw, 'attributionPlugin') === 'ccfind' || isOwnSkill(stringAt(raw, 'attributionSkill'));
  const isOwnReply = isOwnServer(stringAt(raw, 'attributionMcpServer'));
  const isEcho = (): boolean => (isOwn && !state.hasOwnWork) || (isOwnReply && !state.hasWork);
  for (let i = 0; i < raw.blockCount; i++) {
    const block = raw.blocks[i];
    if (block.depth > 0) continue;
    if (block.kind === BLOCK.toolUse) readCall(reading, raw, block, isOwn);
    else if (!isEcho() && block.textStart >= 0 && (block.kind === BLOCK.text || block.kind === BLOCK.thinking)) {
      const start = entry.text.length;
      appendJsonString(entry.text, raw.buffer, block.textStart, block.textEnd);
      if (block.kind === BLOCK.text && isWord(raw, 'message.model', '<synthetic>') && isNotice(textSince(entry.text, start))) {
        entry.text.length = start;
      } else addPiece(entry, block.kind === BLOCK.text ? FIELD.answer : FIELD.thinking, start);
    }
  }
  entry.identity = answerIdentity(raw);
  if (entry.pieceCount > 0) entry.message = messageKeyOf(raw);
}

function isNotice(text: string): boolean {
  return text.length < MAX_NOTICE_BYTES || text.startsWith('API Error');
}

function readCall(reading: Reading, raw: RawEntry, block: RawBlock, isOwnTurn: boolean): void {
  const { entry, state } = reading;
  const name = block.nameStart < 0 ? '' : unescape(raw.buffer, block.nameStart, block.nameEnd);
  const id = callIdOf(raw, block);
  const hasInput = block.inputStart >= 0;
  const parse = (): unknown => (hasInput ? parseValue(raw.buffer, block.inputStart, block.inputEnd) : undefined);
  const mayBeOwn = name.startsWith('mcp__') || (hasInput && raw.buffer.subarray(block.inputStart, block.inputEnd).includes(OWN_NAME));
  if (mayBeOwn && isOwnToolCall(name, parse)) {
    if (id !== '') state.ownCalls.push(id);
    if (state.ownCalls.length > MAX_OWN_CALLS) state.ownCalls.shift();
    return;
  }
  if (isOwnTurn) state.hasOwnWork = true;
  if (name !== 'ToolSearch') state.hasWork = true;
  if (AGENT_TOOLS.has(name) && id !== '') entry.links.push(callKey(id));
  if (PLAN_TOOLS.has(name)) {
    const input = parse();
    if (typeof input === 'object' && input !== null && 'plan' in input && typeof input.plan === 'string') {
      addText(entry, FIELD.answer, input.plan);
      addText(entry, FIELD.tool, name);
      return;
    }
  }
  const start = entry.text.length;
  appendString(entry.text, `${name}\n`);
  if (hasInput) appendJsonLeaves(entry.text, raw.buffer, block.inputStart, block.inputEnd);
  addPiece(entry, FIELD.tool, start);
}
