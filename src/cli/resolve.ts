/**
 * Turns what a person typed, a number of the last list, the start of an id or the file of a transcript, into one whole session id.
 *
 * A number of the last list wins over an id that begins with it: people type the numbers they
 * see, and two digits are no id. An id that looks like a file is an id. Nothing is guessed: if several ids begin like that, the error
 * names some of them.
 */
import { CcfindError } from '../errors.ts';
import type { Engine } from '../contract.ts';
import { isClientId } from '../resume/command.ts';
import { readLastList } from './last-list.ts';

/** How many of several possible ids an error names. */
const NAMED_COUNT = 5;

/** The hint for a session that is known to have existed. */
const GET_BACK = 'Claude Code removes old transcripts: put it back below projects/ from a backup; or, if it belongs to another config folder, set CLAUDE_CONFIG_DIR';

/** The whole id. indexDir: null where no list was shown. Throws CcfindError: not found (1), not unique (2). */
export function resolveSession(typed: string, engine: Engine, indexDir: string | null): string {
  const text = typed.trim();
  if (text === '') throw new CcfindError('usage', "session '': expected the start of an id, or a number of the last list");
  const fromList = /^\d{1,9}$/.test(text) ? sessionOfRow(Number(text), indexDir) : null;
  const id = fromList ?? (engine.findSessions(text).includes(text) ? text : (idOfFile(text) ?? text));
  const found = engine.findSessions(id);
  if (found.length === 1) return found[0];
  if (found.includes(id)) return id;
  if (found.length === 0) throw unknown(text, fromList, indexDir);
  const some = found.slice(0, NAMED_COUNT).join(', ');
  const more = found.length > NAMED_COUNT ? `, and ${found.length - NAMED_COUNT} more` : '';
  throw new CcfindError('usage', `session ${text} is not unique: ${some}${more}`, { hint: 'type more of its id' });
}

/** A session has its file's name; that of a sub-agent lies in a folder named after its session. null: no file of a transcript. */
function idOfFile(text: string): string | null {
  const names = text.split(/[\\/]/);
  const agents = names.lastIndexOf('subagents');
  if (!/.\.jsonl$/i.test(text)) return null;
  return agents > 0 ? names[agents - 1] : names[names.length - 1].slice(0, -'.jsonl'.length);
}

function sessionOfRow(row: number, indexDir: string | null): string | null {
  const list = indexDir === null ? null : readLastList(indexDir);
  return list?.sessions[row - list.first] ?? null;
}

function unknown(text: string, fromList: string | null, indexDir: string | null): CcfindError {
  if (fromList !== null) {
    return new CcfindError('not-found', `session ${fromList}, number ${text} of the last list, is gone`, { hint: GET_BACK });
  }
  const list = indexDir !== null && /^\d+$/.test(text) ? readLastList(indexDir) : null;
  const numbers = list === null ? '' : `; the last list has the numbers ${list.first} to ${list.first + list.sessions.length - 1}`;
  return new CcfindError('not-found', `session ${text}: no session id begins like that${numbers}`, {
    hint: isClientId(text) ? GET_BACK : 'ccfind search WORDS lists sessions with their ids; ccfind alone lists the newest',
  });
}
