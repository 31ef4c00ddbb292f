/**
 * Writes piles as histories of Claude Code: one transcript a session, entries in the shapes that the client writes.
 *
 * WORK/COLLECTION/PILE becomes a config folder; parts of sub-agents go to a file of their own beside their session. Ids are made of
 * names, so that the same pile gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part, Pile, Session } from './set.ts';

const FIRST_MS = Date.UTC(2025, 0, 1);
const HOUR_MS = 3_600_000;
const CWD = '/home/dev/work/project';
const SLUG = '-home-dev-work-project';
const VERSION = '2.1.100';

/** Id of the transcript of that session. */
export function sessionIdOf(pile: string, session: string): string {
  return uuidOf(`${pile}\n${session}`);
}

/** Writes a pile into an empty folder. */
export function layDown(pile: Pile, config: string): void {
  const folder = join(config, 'projects', SLUG);
  mkdirSync(folder, { recursive: true });
  pile.sessions.forEach((session, index) => {
    const id = sessionIdOf(pile.name, session.name);
    const firstMs = FIRST_MS + index * HOUR_MS;
    const [own, agent] = [false, true].map((isAgent) => session.parts.filter((part) => (part.isAgent === true) === isAgent));
    writeFileSync(join(folder, `${id}.jsonl`), transcript(id, session, own, firstMs, null));
    if (agent.length === 0) return;
    const agentId = uuidOf(`${id} agent`).slice(0, 8);
    mkdirSync(join(folder, id, 'subagents'), { recursive: true });
    writeFileSync(join(folder, id, 'subagents', `agent-${agentId}.jsonl`), transcript(id, { ...session, title: '' }, agent, firstMs, agentId));
  });
}

type Json = Readonly<Record<string, unknown>>;

function transcript(id: string, { title }: Session, parts: readonly Part[], firstMs: number, agentId: string | null): string {
  const lines: string[] = title === '' ? [] : [JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId: id })];
  let parentUuid: string | null = null;
  let atMs = firstMs;
  let call = '';
  const entry = (type: 'user' | 'assistant', message: Json, more: Json = {}): void => {
    const uuid = uuidOf(`${id} ${agentId ?? ''} ${lines.length}`);
    const head = { parentUuid, isSidechain: agentId !== null, ...(agentId === null ? {} : { agentId }), userType: 'external', cwd: CWD, sessionId: id, version: VERSION, gitBranch: 'main' };
    lines.push(JSON.stringify({ ...head, type, message, uuid, timestamp: new Date(atMs).toISOString(), ...more }));
    parentUuid = uuid;
  };
  const say = (block: Json, stopReason: string | null): void => {
    const messageId = `msg_01${createHash('sha1').update(`${id} ${agentId ?? ''} ${lines.length}`).digest('hex').slice(0, 22)}`;
    entry('assistant', { model: 'claude-opus-4-5-20251101', id: messageId, type: 'message', role: 'assistant', content: [block], stop_reason: stopReason, stop_sequence: null });
  };
  const use = (name: string, input: Json): void => {
    call = `toolu_01${createHash('sha1').update(`${id} ${agentId ?? ''} ${lines.length}`).digest('hex').slice(0, 22)}`;
    say({ type: 'tool_use', id: call, name, input }, 'tool_use');
  };
  for (const part of parts) {
    atMs = Math.max(part.atMs ?? atMs, atMs);
    if (part.kind === 'prompt') entry('user', { role: 'user', content: part.text });
    else if (part.kind === 'answer') say({ type: 'text', text: part.text }, 'end_turn');
    else if (part.kind === 'thinking') say({ type: 'thinking', thinking: part.text, signature: '' }, null);
    else if (part.kind === 'tool') use(part.tool ?? 'Bash', { command: part.text });
    else {
      // Output is of a call: of the one before, or of one that says nothing.
      if (call === '') use('Read', {});
      entry('user', { role: 'user', content: [{ tool_use_id: call, type: 'tool_result', content: part.text }] }, { toolUseResult: part.text });
      call = '';
    }
    if (part.kind === 'prompt') call = '';
  }
  return lines.map((line) => `${line}\n`).join('');
}

function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
