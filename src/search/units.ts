/**
 * Numbers for what an answer lists and for the turns of all sessions.
 *
 * A unit is a session, a turn (group turn), or the sub-agents of one turn (where they are rows of their own). The
 * turns of all sessions form one sequence: turnBase[session] + turn. Sub-agents that are rows of their own are
 * numbered after those: as turns after all turns, as units after all sessions.
 */
import type { SearchRequest } from '../contract.ts';
import type { Arena } from '../kernel/arena.ts';
import type { Copy, SessionTable, Snapshot } from '../index/reader-types.ts';

/** The numbering. */
export interface Units {
  readonly unitCount: number;
  readonly turnCount: number;
  /** By session, with one more: numbers before its turn 0. */
  readonly turnBase: Uint32Array;
  readonly sessionCount: number;
  /** Units are turns. */
  readonly isByTurn: boolean;
  /** Sub-agents are units of their own. */
  readonly hasAgents: boolean;
}

/** rows: addresses of ROWS by segment. Cost: one pass over the rows. */
export function numberUnits(snapshot: Snapshot, copies: readonly Copy[], request: SearchRequest, arena: Arena, rows: readonly number[]): Units {
  const sessionCount = snapshot.sessions.count;
  const turnBase = arena.words(sessionCount + 1);
  // At first the largest turn of session s is at s + 1.
  for (const address of rows) arena.kernel.greatestTurns(address, turnBase.byteOffset);
  for (const copy of copies) turnBase[copy.session + 1] = Math.max(turnBase[copy.session + 1], copy.turn);
  arena.kernel.addUpTurns(turnBase.byteOffset, sessionCount);
  const total = turnBase[sessionCount];
  const isByTurn = request.group === 'turn';
  const turnCount = request.agents ? 2 * total : total;
  const unitCount = isByTurn ? turnCount : sessionCount + (request.agents ? total : 0);
  return { unitCount, turnCount, turnBase: turnBase.slice(), sessionCount, isByTurn, hasAgents: request.agents };
}

/** Number of a turn in the common sequence. */
export function turnOf(units: Units, session: number, turn: number, isAgent: boolean): number {
  return units.turnBase[session] + turn + (isAgent && units.hasAgents ? units.turnBase[units.sessionCount] : 0);
}

/** Unit that shows a turn of a session. */
export function unitOf(units: Units, session: number, turn: number, isAgent: boolean): number {
  if (units.isByTurn) return turnOf(units, session, turn, isAgent);
  return isAgent && units.hasAgents ? units.sessionCount + units.turnBase[session] + turn : session;
}

/** Session of a unit. */
export function sessionOf(units: Units, unit: number): number {
  const { isByTurn, sessionCount, turnBase } = units;
  if (!isByTurn && unit < sessionCount) return unit;
  const turn = isByTurn ? unit % turnBase[sessionCount] : unit - sessionCount;
  let low = 0;
  for (let high = sessionCount; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if (turnBase[middle] <= turn) low = middle;
    else high = middle;
  }
  return low;
}

/** Negative when session a is newer than b; equal times: by id, so that the order never depends on the build. */
export function compareNewer(sessions: SessionTable, a: number, b: number): number {
  if (a === b) return 0;
  const atMs = sessions.lastMs[a] || 0;
  const btMs = sessions.lastMs[b] || 0;
  return btMs - atMs || (sessions.id(a) < sessions.id(b) ? -1 : 1);
}
