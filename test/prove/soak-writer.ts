/**
 * Writes transcripts as Claude Code does while somebody works in several sessions at once: whole lines appended, now and
 * then a line in two writes, a new session, a sub-agent, a larger piece.
 *
 * Every line has a word that is said once. A word counts from its line feed on: `said` grows in the order of those.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { growSession } from '../../bench/corpus/make-corpus.ts';

/** A word, and the session that a search for it must find. */
export interface Said {
  readonly word: string;
  readonly session: string;
  /** A search has found it: later ones must. Set by whoever searches. */
  isIndexed: boolean;
}

export interface SoakWriter {
  readonly said: readonly Said[];
  readonly counts: Readonly<Record<'lines' | 'halves' | 'sessions' | 'agentLines' | 'pieces', number>>;
  /** One step of one of the sessions. */
  write(): void;
}

const OPEN_SESSIONS = 4;
const CWD = '/home/ada/tide';
/** Of the steps so many in a hundred are other than a whole line in an open session. */
const CHANCES = { half: 15, agent: 10, session: 3, piece: 6 };
const PIECE_KILOBYTES = 6;

interface OpenSession {
  readonly id: string;
  readonly file: string;
  readonly agent: string;
  lastUuid: string | null;
  /** The second half of a line whose first is written. */
  rest: { text: string; said: Said } | null;
}

export function createSoakWriter(config: string, random: () => number): SoakWriter {
  const said: Said[] = [];
  const counts = { lines: 0, halves: 0, sessions: 0, agentLines: 0, pieces: 0 };
  const open: OpenSession[] = Array.from({ length: OPEN_SESSIONS }, beginSession);
  let lineCount = 0;

  function beginSession(): OpenSession {
    const id = `50a40000-0000-4000-a000-${String(++counts.sessions).padStart(12, '0')}`;
    const file = join(config, 'projects', '-home-ada-tide', `${id}.jsonl`);
    const agent = join(config, 'projects', '-home-ada-tide', id, 'subagents', 'agent-a1b2c3d4.jsonl');
    mkdirSync(dirname(agent), { recursive: true });
    return { id, file, agent, lastUuid: null, rest: null };
  }

  function makeLine(session: OpenSession, isSidechain: boolean): { text: string; said: Said } {
    const uuid = `50a4ffff-0000-4000-a000-${String(++lineCount).padStart(12, '0')}`;
    const word = makeWord(random);
    const parentUuid = isSidechain ? null : session.lastUuid;
    const base = { parentUuid, isSidechain, userType: 'external', cwd: CWD, sessionId: session.id, version: '2.1.120', gitBranch: 'main' };
    const isAnswer = !isSidechain && session.lastUuid !== null && random() < 0.6;
    const body = isAnswer
      ? { message: { id: `msg_${uuid.slice(-12)}`, type: 'message', role: 'assistant', model: 'claude', content: [{ type: 'text', text: `the tide gate says ${word} and closes` }] }, type: 'assistant' }
      : { type: 'user', message: { role: 'user', content: `what does the tide gate mean by ${word} now?` } };
    if (!isSidechain) session.lastUuid = uuid;
    return { text: `${JSON.stringify({ ...base, ...body, uuid, timestamp: new Date().toISOString() })}\n`, said: { word, session: session.id, isIndexed: false } };
  }

  function write(): void {
    const place = Math.floor(random() * open.length);
    const session = open[place];
    if (session.rest !== null) {
      finishLine(session, session.rest);
      session.rest = null;
      return;
    }
    const chance = random() * 100;
    const { half, agent, session: newSession, piece } = CHANCES;
    const line = makeLine(session, chance >= half && chance < half + agent);
    if (chance < half) {
      // Anywhere, also inside a character.
      const at = 1 + Math.floor(random() * (line.text.length - 2));
      appendFileSync(session.file, line.text.slice(0, at));
      session.rest = { text: line.text.slice(at), said: line.said };
      counts.halves++;
    } else if (chance < half + agent) {
      appendFileSync(session.agent, line.text);
      said.push(line.said);
      counts.agentLines++;
    } else {
      finishLine(session, line);
      if (chance > 100 - piece) {
        growSession(session.file, PIECE_KILOBYTES, 5000 + counts.pieces++);
      } else if (chance > 100 - piece - newSession) open[place] = beginSession();
    }
  }

  function finishLine(session: OpenSession, line: { text: string; said: Said }): void {
    appendFileSync(session.file, line.text);
    said.push(line.said);
    counts.lines++;
  }

  return { said, counts, write };
}

/** Twelve letters: far from every other word. */
function makeWord(random: () => number): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}
